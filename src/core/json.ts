/** Recognizes, parses and serializes JSON. */

export interface JsonObject {
  readonly [name: string]: unknown;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object, or an empty one for any other value. */
export function jsonObjectOrEmpty(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

export const isText = (value: unknown): value is string => typeof value === 'string';

type Check = (value: unknown) => boolean;

export const optionalCheck =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

export const arrayCheck =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

/** Checks an object by a table with a check for each of its members. Other members are allowed. */
export const objectCheck =
  <T>(members: { readonly [N in keyof T]-?: Check }) =>
  (value: unknown): value is T =>
    isJsonObject(value) && Object.entries<Check>(members).every(([name, check]) => check(value[name]));

/** The value of a JSON text; undefined: not JSON. */
export function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON with sorted keys and without white space, so that equal values give equal text. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item) ?? 'null').join(',')}]`;
  const members = value as { readonly [key: string]: unknown };
  let text = '';
  for (const key of Object.keys(members).sort())
    if (members[key] !== undefined)
      text += `${text === '' ? '{' : ','}${JSON.stringify(key)}:${canonicalJson(members[key])}`;
  return text === '' ? '{}' : `${text}}`;
}
