/** The tables of a state that nobody else sees: what is written waits until they are looked at as a whole, which few platforms ever are. */
import type { Row } from './records.ts';
import type { Rows } from './rows.ts';
import type { Statements } from './statements.ts';
import type { Tables } from './tables.ts';
import type { Transactions } from './transactions.ts';

export interface WaitingOptions extends Pick<Transactions, 'note'> {
  /** The tables have been looked at before. Until then there is nothing in them. */
  readonly isMade: () => boolean;
  readonly rows: () => Pick<Rows, 'find' | 'holderOf' | 'within'>;
}

/** What an object is from now on; without `isThere` it has been removed. */
interface Written {
  readonly row: Row;
  readonly isThere: boolean;
}

/** What has been removed from the tables waits, too: so much of it at most. */
const mostWaiting = 10_000;

export function waitingTables(tables: Tables, { isMade, note, rows: present }: WaitingOptions): Tables {
  const rows = new Map<string, Written>();
  const facts = new Map<string, string>();
  const set = setting(note);
  const write = (): void => {
    if (rows.size + facts.size === 0) return;
    const [waitingRows, waitingFacts] = [[...rows], [...facts]];
    if (isMade()) for (const [, { row }] of waitingRows) tables.remove(row);
    for (const [, { row, isThere }] of waitingRows) if (isThere) tables.insert(row);
    for (const [name, value] of waitingFacts) tables.writeFact(name, value);
    for (const [key] of waitingRows) set(rows, key, undefined);
    for (const [name] of waitingFacts) set(facts, name, undefined);
  };
  const put = (row: Row, was?: Row): void => {
    if (isTaken(present(), row, was)) throw new Error(`there are two of ${row.kind} ${row.id}`);
    if (was !== undefined) remove(was);
    set(rows, keyOf(row), { row, isThere: true });
  };
  const remove = (row: Row): void => {
    set(rows, keyOf(row), isMade() ? { row, isThere: false } : undefined);
    if (isMade() && rows.size > mostWaiting) write();
  };
  return {
    readKind: (kind) => {
      if (!isMade()) return [];
      write();
      return tables.readKind(kind);
    },
    insert: (row) => put(row),
    replace: (was, row, isInPlace) => (isInPlace ? set(rows, keyOf(row), { row, isThere: true }) : put(row, was)),
    remove,
    removeScope: (scope) => {
      if (!isMade()) {
        for (const row of present().within(scope)) remove(row);
        return;
      }
      write();
      tables.removeScope(scope);
    },
    readFact: (name) => facts.get(name) ?? (isMade() ? tables.readFact(name) : undefined),
    writeFact: (name, value) => set(facts, name, value),
    statements: after(write, tables.statements),
  };
}

type SetWaiting = <V>(of: Map<string, V>, key: string, value: V | undefined) => void;

/** Sets what waits, and back again where that is undone; undefined: nothing waits. */
function setting(note: Transactions['note']): SetWaiting {
  const change: SetWaiting = (of, key, value) => void (value === undefined ? of.delete(key) : of.set(key, value));
  return (of, key, value) => {
    const was = of.get(key);
    change(of, key, value);
    note(() => change(of, key, was));
  };
}

/** What a table of SQLite refuses: two at one place, or with one key. */
function isTaken({ find, holderOf }: Pick<Rows, 'find' | 'holderOf'>, row: Row, was?: Row): boolean {
  const { kind, id, parent, uniqueKey } = row;
  return [find(kind, id, parent), uniqueKey === null ? undefined : holderOf(uniqueKey)].some(
    (one) => one !== undefined && one !== was,
  );
}

function keyOf({ kind, id, parent }: Row): string {
  return `${kind}\n${id}\n${parent}`;
}

function after(write: () => void, { all, one, run }: Statements): Statements {
  const written = <A extends unknown[], T>(look: (...given: A) => T) => {
    return (...given: A): T => {
      write();
      return look(...given);
    };
  };
  return { all: written(all), one: written(one), run: written(run) };
}
