/** Removes undefined properties from an object, and items without a value from a list. */
type OptionalNames<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];

type Defined<T> = { [K in Exclude<keyof T, OptionalNames<T>>]: T[K] } & {
  [K in OptionalNames<T>]?: Exclude<T[K], undefined>;
};

export function withoutUndefined<T extends object>(object: T): Defined<T> {
  const result: Partial<T> = {};
  for (const name of Object.keys(object) as (keyof T)[]) {
    if (object[name] !== undefined) result[name] = object[name];
  }
  return result as Defined<T>;
}

export function withoutMissing<T>(...items: readonly (T | undefined | false | '')[]): readonly T[] {
  return items.filter((item): item is T => item !== undefined && item !== false && item !== '');
}
