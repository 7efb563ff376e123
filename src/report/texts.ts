/** Joins lines of text, wraps them to the width of a terminal, and finds the longest text that fits. Colours have no width. */
import { present } from '../core/defined.ts';
import { visibleEscape } from '../core/hidden.ts';

interface WrapOptions {
  readonly columns: number;
  /** Indentation of the first line and of the others. */
  readonly first: string;
  readonly rest: string;
}

/** An indentation takes at most half of the width. */
export function wrapped(text: string, { columns, ...indents }: WrapOptions): readonly string[] {
  const [first = '', rest = ''] = [indents.first, indents.rest].map((indent) =>
    indent.slice(0, Math.floor(columns / 2)),
  );
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  const end = (): void => {
    lines.push(line);
    line = rest;
    isEmpty = true;
  };
  for (const word of text.split(' ')) {
    if (!isEmpty && shownWidth(line) + 1 + shownWidth(word) > columns) end();
    let left = isEmpty ? withoutCommand(line, word) : ` ${word}`;
    while (shownWidth(line) + shownWidth(left) > columns) {
      const [part, more] = split(left, columns - shownWidth(line));
      line += part;
      end();
      left = withoutCommand(line, more);
    }
    line += left;
    isEmpty = false;
  }
  end();
  return lines;
}

/** Runners interpret lines with this prefix as commands, so remote text never starts with it. */
function withoutCommand(indent: string, text: string): string {
  return indent.trim() === '' ? text.replace(/^(?=::|##\[)./u, visibleEscape) : text;
}

/** Escapes runner commands at the start of whole lines. */
export function withoutCommands(text: string): string {
  return text.replace(
    /^([^\S\n\r\u2028\u2029]*)([:#])(?=:|#\[)/gmu,
    (_, indent: string, sign: string) => `${indent}${visibleEscape(sign)}`,
  );
}

/** Wraps each line. Continuation lines are indented further. */
export function wrappedLines(text: string, columns: number): string {
  const lines = text.split('\n').flatMap((line) => {
    const indent = /^ */.exec(line)?.[0] ?? '';
    return wrapped(line.slice(indent.length), { columns, first: indent, rest: `${indent}    ` });
  });
  return lines.join('\n');
}

/** Characters of East Asian scripts and most pictures take two columns. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\p{Emoji_Presentation}\u{20000}-\u{3fffd}]/gu;
const narrow = /\p{Mark}/gu;

export function widthOf(text: string): number {
  return [...text].length + (text.match(wide)?.length ?? 0) - (text.match(narrow)?.length ?? 0);
}

export function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - shownWidth(text)));
}

const colours = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');

export function shownWidth(text: string): number {
  return widthOf(text.replace(colours, ''));
}

/** The part that fits, with at least one character. */
function split(text: string, columns: number): readonly [string, string] {
  let part = '';
  for (const sign of text.match(new RegExp(`${colours.source}|.`, 'gsu')) ?? []) {
    if (part !== '' && shownWidth(part + sign) > columns) break;
    part += sign;
  }
  return [part, text.slice(part.length)];
}

/** Parts of a Markdown document with empty lines between them. */
export function paragraphs(parts: readonly string[]): string {
  return `${present(...parts.map((part) => part.trim())).join('\n\n')}\n`;
}

/** `summary`: escaped. */
export function foldedMarkdown(summary: string, text: string, isOpen = false): string {
  return `<details${isOpen ? ' open' : ''}><summary>${summary}</summary>\n\n${text}\n\n</details>`;
}

/** `3 changed, 1 removed`, without zeros. */
export function countsText(numbers: Iterable<readonly [word: string, number: number]>): string {
  return present(...[...numbers].map(([word, number]) => number > 0 && `${number} ${word}`)).join(', ');
}

/** Lines of a text. Empty strings are empty lines, and false and undefined are omitted. */
type TextLines = string | false | undefined | readonly TextLines[];

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
