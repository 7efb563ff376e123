/** Transactions on a data file. Writes that arrive together share one commit. */
import type { Statements } from './database.ts';

interface Group {
  committed: Promise<void>;
  resolve: () => void;
  reject: (error: unknown) => void;
  /** False if every request of the group was refused, so that the group can be rolled back. */
  hasWritten: boolean;
}

export class Transactions {
  readonly #run: Statements['run'];
  readonly #one: Statements['one'];
  readonly #forget: () => void;
  #isOpen = false;
  /** The number of writes in this transaction. */
  #writes = 0;
  #group: Group | undefined;
  #version: unknown;

  /** `forget` is called when another process wrote, or writes were rolled back: everything in memory is out of date. */
  constructor(run: Statements['run'], one: Statements['one'], forget: () => void) {
    this.#run = run;
    this.#one = one;
    this.#forget = forget;
  }

  transact<T>(mode: 'read' | 'write', work: () => T): T {
    this.flush();
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

  /**
   * Like `transact`, but all writes that arrive together share one commit. Settles when everything that `work` wrote and
   * read is durable. Rejects when the commit fails.
   */
  async together<T>(mode: 'read' | 'write', work: () => T): Promise<T> {
    if (mode === 'read' && this.#group === undefined) return this.transact(mode, work);
    const group = this.#group ?? this.#openGroup();
    const outcome = outcomeOf(mode === 'read' ? work : () => this.#inSavepoint(group, work));
    await group.committed;
    return outcome();
  }

  noteWrite(): void {
    if (this.#isOpen) this.#writes += 1;
  }

  /** Call before each read: outside of a transaction, another process can have written. */
  refresh(): void {
    if (!this.#isOpen) this.#checkVersion();
  }

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

  #openGroup(): Group {
    let [resolve, reject]: [() => void, (error: unknown) => void] = [() => undefined, () => undefined];
    const committed = new Promise<void>((...ends) => {
      [resolve, reject] = ends;
    });
    // A group can fail without a waiting request.
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

  #inSavepoint<T>(group: Group, work: () => T): T {
    const before = this.#writes;
    try {
      this.#run('SAVEPOINT request');
      const result = work();
      this.#run('RELEASE request');
      group.hasWritten = true;
      return result;
    } catch (error) {
      // Some failures of SQLite, such as a full disk, roll back the whole transaction.
      if (this.#succeeds('ROLLBACK TO request') && this.#succeeds('RELEASE request')) this.#forgetSince(before);
      else this.#failGroup(group, error);
      throw error;
    }
  }

  #failGroup(group: Group, error: unknown): void {
    this.#group = undefined;
    this.#rollback();
    group.reject(new Error('all writes that share this commit were rolled back', { cause: error }));
  }

  #begin(mode: 'read' | 'write'): void {
    this.#run(mode === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN');
    this.#isOpen = true;
    // The first read fixes the version of the file that this transaction sees.
    this.#checkVersion();
  }

  #commit(): void {
    this.#run('COMMIT');
    this.#isOpen = false;
    this.#writes = 0;
  }

  /** ROLLBACK fails where SQLite has already rolled back. The first error is the one to report. */
  #rollback(): void {
    this.#succeeds('ROLLBACK');
    this.#forgetSince(0);
    this.#writes = 0;
    this.#isOpen = false;
  }

  #forgetSince(writes: number): void {
    if (this.#writes > writes) this.#forget();
  }

  #succeeds(sql: string): boolean {
    try {
      this.#run(sql);
      return true;
    } catch {
      return false;
    }
  }

  #checkVersion(): void {
    const version = this.#one('PRAGMA data_version')?.[0];
    if (this.#version !== undefined && version !== this.#version) this.#forget();
    this.#version = version;
  }
}

function outcomeOf<T>(work: () => T) {
  try {
    const value = work();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
