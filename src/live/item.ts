/** An item as it came, its members by name; none where it is no object. Pure. */

export type Item = { readonly [name: string]: unknown };

export function itemOf(value: unknown): Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Item) : {};
}
