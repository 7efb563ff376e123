/** Breaks text so that no line is wider than a terminal; words that are wider themselves are broken as well. Colours take no room. */

import { visibleEscape } from '../core/hidden.ts';

export interface WrapOptions {
  readonly columns: number;
  /** Before the first line, and before the others. */
  readonly first: string;
  readonly rest: string;
}

/** Lines of `text`, each with its indentation, which takes no more than half of the width: a word always has room. */
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

/** The same of whole lines that nothing breaks. */
export function withoutCommands(text: string): string {
  return text.replace(
    /^([^\S\n\r\u2028\u2029]*)([:#])(?=:|#\[)/gmu,
    (_, indent: string, sign: string) => `${indent}${visibleEscape(sign)}`,
  );
}

/** Every line of a text; what is left of one stands a little further in. */
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

/** Columns that a terminal takes for a text. */
export function widthOf(text: string): number {
  return [...text].length + (text.match(wide)?.length ?? 0) - (text.match(narrow)?.length ?? 0);
}

/** With blanks up to a width. */
export function padded(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - shownWidth(text)));
}

const colours = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g');

/** Columns that it takes, without what colours it. */
export function shownWidth(text: string): number {
  return widthOf(text.replace(colours, ''));
}

/** As much as has room, but one character at least. */
function split(text: string, columns: number): readonly [string, string] {
  let part = '';
  for (const sign of text.match(new RegExp(`${colours.source}|.`, 'gsu')) ?? []) {
    if (part !== '' && shownWidth(part + sign) > columns) break;
    part += sign;
  }
  return [part, text.slice(part.length)];
}
