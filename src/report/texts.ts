/** Joins texts whose parts may be missing, and finds the longest text that fits. */

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

const encoder = new TextEncoder();

export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** The text with the most items that fits, found by bisection. The search starts with none and few items, because long texts are slow to build. Undefined: no text fits. */
export function longestThatFits(
  textOf: (listed: number) => string,
  most: number,
  budgetBytes: number,
): string | undefined {
  let best: string | undefined;
  let [fitting, tooMany] = [-1, most + 1];
  while (tooMany - fitting > 1) {
    const listed = fitting === -1 ? 0 : Math.min(2 * fitting + 64, (fitting + tooMany) >> 1);
    const text = textOf(listed);
    if (byteLength(text) > budgetBytes) {
      tooMany = listed;
    } else {
      fitting = listed;
      best = text;
    }
  }
  return best;
}
