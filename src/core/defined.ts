/** Removes undefined properties, for options whose properties are missing or have a value. */
export function defined<T extends object>(properties: T): { readonly [name in keyof T]?: Exclude<T[name], undefined> } {
  const entries = Object.entries(properties).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as ReturnType<typeof defined<T>>;
}
