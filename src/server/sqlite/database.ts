/** Prepares statements, and converts between rows and objects. */
import type { Database } from 'libsql';
import type { Row } from '../store/records.ts';

type Bindable = string | number | null;

export interface Statements {
  all(sql: string, ...values: Bindable[]): unknown[][];
  one(sql: string, ...values: Bindable[]): unknown[] | undefined;
  run(sql: string, ...values: Bindable[]): void;
}

export function preparedIn(database: Database): Statements {
  const known = new Map<string, ReturnType<Database['prepare']>>();
  const statement = (sql: string) => {
    const found = known.get(sql);
    if (found) return found;
    const made = database.prepare(sql);
    if (made.reader) made.raw();
    known.set(sql, made);
    return made;
  };
  return {
    all: (sql, ...values) => statement(sql).all(...values) as unknown[][],
    one: (sql, ...values) => statement(sql).get(...values) as unknown[] | undefined,
    run: (sql, ...values) => void statement(sql).run(...values),
  };
}

/** Of the tables `objects` and `snapshot_objects`. */
export const columns = 'kind, id, parent, scope, position, target, unique_key, data';

export function valuesOf({ kind, id, parent, scope, position, target, uniqueKey, data }: Row) {
  return [kind, id, parent, scope, position, target, uniqueKey, JSON.stringify(data)] as const;
}

export function rowOf([kind, id, parent, scope, position, target, uniqueKey, data]: readonly unknown[]): Row {
  return { kind, id, parent, scope, position, target, uniqueKey, data: JSON.parse(data as string) } as Row;
}
