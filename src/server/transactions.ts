/** Transactions: each on its own, or several writes together that one commit makes durable before any of them is answered. */
import type { Statements } from './statements.ts';

export interface TransactionOptions {
  /** The state is a file, which outlives the process, and which others may have open. */
  readonly isFile: boolean;
  /** Another process wrote: what is kept in memory holds no longer. */
  readonly onForeignWrite: () => void;
  /** What was looked up between a write and its undoing holds no longer. */
  readonly onUndone: () => void;
}

/** Writes that wait for one commit. */
interface Group {
  readonly committed: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  /** False: all that was tried was refused and undone, so that there is nothing to write. */
  hasWritten: boolean;
}

/**
 * Work that is undone as a whole. Its first write waits: alone, it is done whole or not at all by itself, and needs no bracket around it.
 * Before whatever comes second the bracket is opened.
 */
interface Part {
  readonly open: string;
  waiting?: () => void;
  isBracketed: boolean;
}

export class Transactions {
  readonly #statements: Statements;
  readonly #options: TransactionOptions;
  /** Takes back what is kept in memory, the last change first. */
  readonly #undo: (() => void)[] = [];
  #isOpen = false;
  #group: Group | undefined;
  #part: Part | undefined;
  #version: unknown;
  /** What work reads and writes with; it sees what it has written. */
  readonly statements: Statements;

  constructor(statements: Statements, options: TransactionOptions) {
    this.#statements = statements;
    this.#options = options;
    this.statements = {
      all: (sql, ...values) => {
        this.#bracket();
        return statements.all(sql, ...values);
      },
      one: (sql, ...values) => {
        this.#bracket();
        return statements.one(sql, ...values);
      },
      run: (sql, ...values) => this.#write(() => statements.run(sql, ...values)),
    };
  }

  /** Runs `work` in one transaction; a throw undoes all of it. */
  transact<T>(mode: 'read' | 'write', work: () => T): T {
    this.flush();
    // In memory nobody else writes.
    if (mode === 'read' && !this.#options.isFile) return work();
    if (!this.#options.isFile) return this.#inMemory(work);
    try {
      this.#begin(mode);
      const result = work();
      this.#commit();
      return result;
    } catch (error) {
      this.#rollback();
      throw error;
    }
  }

  /** The same, but shares its commit with other writes of this moment: settles once all that it has seen is durable, rejects where the commit fails. */
  async together<T>(mode: 'read' | 'write', work: () => T): Promise<T> {
    if (!this.#options.isFile || (mode === 'read' && this.#group === undefined)) return this.transact(mode, work);
    const group = this.#group ?? this.#openGroup();
    const give = outcomeOf(mode === 'read' ? work : () => this.#alone(group, work));
    await group.committed;
    return give();
  }

  /** Settles once what was written together so far is durable; undefined: it is. */
  settled(): Promise<void> | undefined {
    return this.#group?.committed;
  }

  /** Remembers how to take a change of what is kept in memory back, should its transaction be undone. */
  note(undo: () => void): void {
    if (this.#isOpen) this.#undo.push(undo);
  }

  /** Before anything is read: outside of a transaction another process may have written. */
  refresh(): void {
    if (this.#options.isFile && !this.#isOpen) this.#look();
  }

  /** Makes durable what waits to be. */
  flush(): void {
    const group = this.#group;
    if (group === undefined) return;
    this.#group = undefined;
    try {
      if (group.hasWritten) this.#commit();
      else this.#rollback();
      group.resolve();
    } catch (error) {
      this.#rollback();
      group.reject(error);
    }
  }

  /** Ends when everything that has arrived by now was worked on. */
  #openGroup(): Group {
    let [resolve, reject]: [() => void, (error: unknown) => void] = [() => undefined, () => undefined];
    const committed = new Promise<void>((...ends) => {
      [resolve, reject] = ends;
    });
    // Those who wait hear of it; nobody may.
    committed.catch(() => undefined);
    try {
      this.#begin('write');
    } catch (error) {
      this.#rollback();
      throw error;
    }
    const group = { committed, resolve, reject, hasWritten: false };
    this.#group = group;
    setImmediate(() => {
      if (this.#group === group) this.flush();
    });
    return group;
  }

  /** Nobody else sees what is in memory. */
  #inMemory<T>(work: () => T): T {
    const part: Part = { open: 'BEGIN IMMEDIATE', isBracketed: false };
    this.#isOpen = true;
    try {
      const result = this.#whole(part, work);
      if (part.isBracketed) this.#commit();
      else this.#end();
      return result;
    } catch (error) {
      if (part.isBracketed) this.#rollback();
      else this.#takenBack();
      throw error;
    }
  }

  /** A part of the group that is undone without the others; some failures of SQLite undo all of it. */
  #alone<T>(group: Group, work: () => T): T {
    const part: Part = { open: 'SAVEPOINT request', isBracketed: false };
    const before = this.#undo.length;
    try {
      const result = this.#whole(part, work);
      if (part.isBracketed) this.#statements.run('RELEASE request');
      group.hasWritten = true;
      return result;
    } catch (error) {
      if (this.#isTakenBack(part)) this.#takeBack(before);
      else this.#breakGroup(group, error);
      throw error;
    }
  }

  /** Without a bracket nothing was written; and where SQLite gave the whole transaction up, another one can begin. */
  #isTakenBack({ isBracketed }: Part): boolean {
    return isBracketed ? this.#tries('ROLLBACK TO request') && this.#tries('RELEASE request') : !this.#tries('BEGIN');
  }

  #whole<T>(part: Part, work: () => T): T {
    this.#part = part;
    try {
      const result = work();
      if (!part.isBracketed) part.waiting?.();
      return result;
    } finally {
      this.#part = undefined;
    }
  }

  #write(write: () => void): void {
    const part = this.#part;
    if (part !== undefined && !part.isBracketed && part.waiting === undefined) {
      part.waiting = write;
      return;
    }
    this.#bracket();
    write();
  }

  /** What waits is written, and can be undone from now on. */
  #bracket(): void {
    const part = this.#part;
    if (part?.waiting === undefined || part.isBracketed) return;
    this.#statements.run(part.open);
    part.isBracketed = true;
    part.waiting();
  }

  #breakGroup(group: Group, error: unknown): void {
    this.#group = undefined;
    this.#rollback();
    group.reject(new Error('the writes of this moment were undone', { cause: error }));
  }

  #begin(mode: 'read' | 'write'): void {
    this.#statements.run(mode === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN');
    this.#isOpen = true;
    // The first look at the file: all that is read from now on is of this moment.
    this.#look();
  }

  #commit(): void {
    this.#statements.run('COMMIT');
    this.#end();
  }

  #end(): void {
    this.#isOpen = false;
    this.#undo.length = 0;
  }

  /** What failed first is what is told: some failures of SQLite have undone the transaction already. */
  #rollback(): void {
    this.#tries('ROLLBACK');
    this.#takenBack();
  }

  #takenBack(): void {
    this.#takeBack(0);
    this.#isOpen = false;
  }

  #takeBack(to: number): void {
    for (const undo of this.#undo.splice(to).reverse()) undo();
    this.#options.onUndone();
  }

  #tries(sql: string): boolean {
    try {
      this.#statements.run(sql);
      return true;
    } catch {
      return false;
    }
  }

  #look(): void {
    const present = this.#statements.one('PRAGMA data_version')?.[0];
    if (this.#version !== undefined && present !== this.#version) this.#options.onForeignWrite();
    this.#version = present;
  }
}

/** A failure is told when everything before it is durable, as what it was about may be of that. */
function outcomeOf<T>(work: () => T): () => T {
  try {
    const value = work();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
