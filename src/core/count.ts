/** Formats counts, nouns with articles, and lists of names. */

/** `1 change`, `3 changes`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${formOf(number, noun, plural)}`;
}

/** The form of a word that fits a number: `is`, `are`. */
export function formOf(number: number, one: string, many: string): string {
  return number === 1 ? one : many;
}

/** `12,400` */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** The name of a kind in reports; `plural` if it is irregular. */
interface Titled {
  readonly title: string;
  readonly plural?: string;
}

/** `a team`, `an OpenAPI specification`, `custom-field values`. */
export function oneTitle({ title, plural }: Titled): string {
  if (plural === title) return title;
  return `${/^[aeiou]/i.test(title) ? 'an' : 'a'} ${title}`;
}

/** `teams` */
export function manyTitles({ title, plural = `${title}s` }: Titled): string {
  return plural;
}

/** `sections, groups and spaces` */
export function allOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** `Support, Legal and 3 more` */
export function someOf(names: readonly string[], atMost: number): string {
  const shown = names.slice(0, atMost).join(', ');
  return names.length > atMost ? `${shown} and ${names.length - atMost} more` : shown;
}
