/** PATCH: what is absent stays, null removes, everything else replaces. */

type Changes<T> = { readonly [K in keyof T]?: T[K] | null | undefined };

export function changed<T extends object>(data: Readonly<T>, changes: Changes<T>): T {
  const result: T = { ...data };
  for (const name of Object.keys(changes) as (keyof T)[]) {
    const value = changes[name];
    if (value === undefined) continue;
    if (value === null) delete result[name];
    else result[name] = value as T[keyof T];
  }
  return result;
}
