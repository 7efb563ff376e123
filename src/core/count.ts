/** Formats counts, nouns with articles, and lists of names. */

/** `1 change`, `3 changes`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${wordForm(number, noun, plural)}`;
}

/** The form of a word that fits a number: `is`, `are`. */
export function wordForm(number: number, one: string, many: string): string {
  return number === 1 ? one : many;
}

/** `12,400` */
export function groupDigits(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** The name of a kind in reports; `plural` if it is irregular. */
interface Titled {
  readonly title: string;
  readonly plural?: string;
}

/** `a team`, `an OpenAPI specification`, `custom-field values`. */
export function titleWithArticle({ title, plural }: Titled): string {
  if (plural === title) return title;
  return `${/^[aeiou]/i.test(title) ? 'an' : 'a'} ${title}`;
}

/** `teams` */
export function pluralTitle({ title, plural = `${title}s` }: Titled): string {
  return plural;
}

/** `sections, groups and spaces` */
export function joinWithAnd(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** `Support, Legal and 3 more` */
export function joinSome(names: readonly string[], atMost: number): string {
  const shown = names.slice(0, atMost).join(', ');
  return names.length > atMost ? `${shown} and ${names.length - atMost} more` : shown;
}
