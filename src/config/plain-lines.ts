/** Lines of plain YAML: where the next one with content begins, where a key ends, and what makes a line anything but plain. */

/** Where reading stands. */
export interface Cursor {
  readonly file: string;
  readonly text: string;
  /** Maps and lists may stand in each other so deep. */
  readonly mostDepth: number;
  at: number;
  /** From 1. */
  line: number;
  lineStart: number;
  /** Column, from 0, in which what comes next begins; -1: nothing comes. */
  indent: number;
  /** Words, marks and gaps so far, as the lexer of `yaml` counts them. */
  pieces: number;
}

const newline = 10;
const space = 32;
const hash = 35;
const colon = 58;
const atSign = 64;

/** Whether a line ends here, or the text (NaN). */
export function isBreak(code: number): boolean {
  return code === newline || Number.isNaN(code);
}

/** Characters with a meaning of their own to `yaml`, or that nobody sees: tabs and carriage returns among them. */
export function isHidden(code: number): boolean {
  return code < space || (code > 126 && (code < 160 || code === 0x2028 || code === 0x2029 || code === 0xfeff));
}

/** From the beginning of a line to the next content; false: what is skipped is not plain. */
export function toContent(cursor: Cursor): boolean {
  const { text } = cursor;
  for (;;) {
    const start = cursor.at;
    let at = start;
    while (text.charCodeAt(at) === space) at += 1;
    const code = text.charCodeAt(at);
    cursor.at = at;
    if (at > start) cursor.pieces += 1;
    cursor.indent = at >= text.length ? -1 : at - start;
    if (cursor.indent === -1) return true;
    if (!isBreak(code) && code !== hash) return true;
    if (!endOfLine(cursor)) return false;
  }
}

/** To the beginning of the next line, past spaces and a comment; false: something else stands there. */
export function endOfLine(cursor: Cursor): boolean {
  const { text } = cursor;
  const start = cursor.at;
  let at = start;
  while (text.charCodeAt(at) === space) at += 1;
  if (at > start) cursor.pieces += 1;
  if (text.charCodeAt(at) === hash) {
    if (at > cursor.lineStart && text.charCodeAt(at - 1) !== space) return false;
    cursor.pieces += 1;
    for (at += 1; !isBreak(text.charCodeAt(at)); at += 1) if (isHidden(text.charCodeAt(at))) return false;
  }
  cursor.at = at;
  if (at >= text.length) return true;
  if (text.charCodeAt(at) !== newline) return false;
  cursor.pieces += 1;
  cursor.at = at + 1;
  cursor.lineStart = at + 1;
  cursor.line += 1;
  return true;
}

const keyCharacters = new Set('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@.+/-');
const inKeys = Uint8Array.from({ length: 128 }, (_, code) => (keyCharacters.has(String.fromCharCode(code)) ? 1 : 0));

/** Where the key ends that begins at the cursor, a colon and a gap behind it; -1: no plain key begins there. */
export function endOfKey({ text, at }: Cursor): number {
  const first = text.charCodeAt(at);
  // A sign or a point may begin a number or something else, and what begins with an at sign is reserved.
  if (!(first >= 48) || first === atSign || inKeys[first] !== 1) return -1;
  let end = at + 1;
  while (inKeys[text.charCodeAt(end)] === 1) end += 1;
  if (text.charCodeAt(end) !== colon) return -1;
  const after = text.charCodeAt(end + 1);
  return after === space || isBreak(after) ? end : -1;
}
