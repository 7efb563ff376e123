/** The state: objects and facts. */
import type { Kind, Row } from './records.ts';
import type { Counts, Lookups, MemoryOptions, Rows } from './rows.ts';
import { asRead, type Tables } from './tables.ts';
import type { Transactions } from './transactions.ts';
import type { WholeState } from './whole-state.ts';

interface Writes {
  insert<K extends Kind>(row: Row<K>): void;
  /** Replaces everything except the id. */
  replace<K extends Kind>(previous: Row<K>, row: Row<K>): void;
  remove(row: Row): void;
  removeScope(scope: string): void;
}

interface Facts {
  readFact(name: string): string | undefined;
  writeFact(name: string, value: string): void;
}

export interface Store extends Lookups, Counts, Writes, Facts, WholeState, Pick<Transactions, 'transact' | 'together'> {
  close(): void;
}

export function createWrites(tables: Tables, rows: Pick<Rows, 'find' | 'add' | 'swap' | 'drop' | 'dropScope'>): Writes {
  return {
    insert: (given) => {
      const row = asRead(given);
      tables.insert(row);
      rows.add(row);
    },
    replace: ({ kind, id, parent }, given) => {
      const previous = rows.find(kind, id, parent);
      if (previous === undefined) return;
      const row = asRead({ ...given, id });
      const isInPlace = hasSameKeys(previous, row);
      tables.replace(previous, row, isInPlace);
      if (isInPlace) rows.swap(previous, row);
      else {
        rows.drop(previous);
        rows.add(row);
      }
    },
    remove: (row) => {
      tables.remove(row);
      rows.drop(row);
    },
    removeScope: (scope) => {
      tables.removeScope(scope);
      rows.dropScope(scope);
    },
  };
}

function hasSameKeys(previous: Row, row: Row): boolean {
  const keys = ['kind', 'parent', 'scope', 'position', 'target', 'uniqueKey'] as const;
  return keys.every((key) => previous[key] === row[key]);
}

export function createFacts(tables: Tables, { onUndo, refresh }: MemoryOptions): Facts & { forget(): void } {
  const values = new Map<string, string | undefined>();
  const forget = () => {
    values.clear();
    onUndo(() => values.clear());
  };
  return {
    readFact: (name) => {
      refresh();
      if (!values.has(name)) values.set(name, tables.readFact(name));
      return values.get(name);
    },
    writeFact: (name, value) => {
      tables.writeFact(name, value);
      values.set(name, value);
      onUndo(() => values.clear());
    },
    forget,
  };
}
