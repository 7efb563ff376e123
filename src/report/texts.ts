/** Joins texts whose parts may be missing. */

/** Parts of a Markdown document with empty lines between them. */
export function paragraphs(parts: readonly string[]): string {
  return `${present(...parts.map((part) => part.trim())).join('\n\n')}\n`;
}

/** `summary`: escaped. */
export function foldedMarkdown(summary: string, text: string, isOpen = false): string {
  return `<details${isOpen ? ' open' : ''}><summary>${summary}</summary>\n\n${text}\n\n</details>`;
}

/** The texts that are neither missing nor empty. */
export function present(...texts: readonly (string | false | undefined)[]): readonly string[] {
  return texts.filter((text) => typeof text === 'string' && text !== '') as readonly string[];
}

/** `3 changed, 1 removed`, without zeros. */
export function countsText(numbers: Iterable<readonly [word: string, number: number]>): string {
  return present(...[...numbers].map(([word, number]) => number > 0 && `${number} ${word}`)).join(', ');
}

/** Lines of a text. Empty strings are empty lines, and false and undefined are omitted. */
export type TextLines = string | false | undefined | readonly TextLines[];

export function textLines(...parts: readonly TextLines[]): string {
  return linesIn(parts)
    .map((each) => `${each}\n`)
    .join('');
}

function linesIn(parts: TextLines): readonly string[] {
  if (typeof parts === 'string') return [parts];
  return typeof parts === 'object' ? parts.flatMap(linesIn) : [];
}
