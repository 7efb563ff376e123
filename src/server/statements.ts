/** SQL that is prepared once: what the parts of the store are written in. */

export type Bindable = string | number | null;

export interface Statements {
  all(sql: string, ...values: Bindable[]): unknown[][];
  one(sql: string, ...values: Bindable[]): unknown[] | undefined;
  run(sql: string, ...values: Bindable[]): void;
}
