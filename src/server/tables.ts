/** Statements on the SQLite tables, and the rows of objects. */
import type { Row } from './records.ts';

type Bindable = string | number | null;

export interface Statements {
  all(sql: string, ...values: Bindable[]): unknown[][];
  one(sql: string, ...values: Bindable[]): unknown[] | undefined;
  run(sql: string, ...values: Bindable[]): void;
}

export const columns = 'kind, id, parent, scope, position, target, unique_key, data';

export function rowOf([kind, id, parent, scope, position, target, uniqueKey, data]: readonly unknown[]): Row {
  return { kind, id, parent, scope, position, target, uniqueKey, data: JSON.parse(data as string) } as Row;
}
