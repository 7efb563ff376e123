/** Serializes values so that equal values give equal text, for digests. */

/** JSON with sorted keys and without white space. */
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
