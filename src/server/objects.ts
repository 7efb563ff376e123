/** Objects and facts: what is asked of them, and what a write of them is. */
import type { Kind, Row } from './records.ts';
import type { Figures, LookUps, Remembering, Rows } from './rows.ts';
import { asRead, type Tables } from './tables.ts';
import type { Transactions } from './transactions.ts';
import type { Watching } from './versions.ts';
import type { WholeState } from './whole-state.ts';

interface Writes {
  insert<K extends Kind>(row: Row<K>): void;
  /** Replaces everything but the id. */
  replace<K extends Kind>(was: Row<K>, row: Row<K>): void;
  remove(row: Row): void;
  removeScope(scope: string): void;
}

/** What the platform keeps about itself: its token, where its ids start. */
interface Facts {
  readFact(name: string): string | undefined;
  writeFact(name: string, value: string): void;
}

export interface Store
  extends LookUps,
    Figures,
    Writes,
    Facts,
    WholeState,
    Watching,
    Pick<Transactions, 'transact' | 'together' | 'settled'> {
  /** All objects but tokens, in sibling order; with a name those of a snapshot, of which there must be one. */
  everything(snapshot?: string): Row[];
  /** Changes whenever anything may have changed, through this connection or another. */
  stamp(): string;
  close(): void;
}

/** What a write says is kept as it would be read again. */
export function writes(tables: Tables, rows: Pick<Rows, 'find' | 'add' | 'swap' | 'drop' | 'dropScope'>): Writes {
  return {
    insert: (given) => {
      const row = asRead(given);
      tables.insert(row);
      rows.add(row);
    },
    replace: ({ kind, id, parent }, given) => {
      const was = rows.find(kind, id, parent);
      if (was === undefined) return;
      const row = asRead({ ...given, id });
      const isInPlace = standsWhere(was, row);
      tables.replace(was, row, isInPlace);
      if (isInPlace) rows.swap(was, row);
      else {
        rows.drop(was);
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

/** No index has to change. */
function standsWhere(was: Row, row: Row): boolean {
  const { kind, parent, scope, position, target, uniqueKey } = row;
  const isPlaced = was.kind === kind && was.parent === parent && was.scope === scope && was.position === position;
  return isPlaced && was.target === target && was.uniqueKey === uniqueKey;
}

/** Each is read once. */
export function facts(tables: Tables, { note, refresh, parts }: Remembering): Facts & { forget(): void } {
  const { see, change } = parts();
  const known = new Map<string, string | undefined>();
  return {
    readFact: (name) => {
      refresh();
      see(name);
      if (!known.has(name)) known.set(name, tables.readFact(name));
      return known.get(name);
    },
    writeFact: (name, value) => {
      tables.writeFact(name, value);
      known.set(name, value);
      change(name);
      note(() => {
        known.clear();
        change(name);
      });
    },
    forget: () => {
      known.clear();
      note(() => known.clear());
    },
  };
}
