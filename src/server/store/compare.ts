/** Compares two texts by their code units, or two numbers. */
export function compared<T extends string | number>(a: T, b: T): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
