/** Reads the inside of a paragraph of markdown: emphasis, code, links, images, and escaped characters. */
import type { InlineNode, Leaf, Mark, TextNode } from './document.ts';

type Piece = InlineNode | Leaf;

/** The longest first: two stars are no two italics. */
const delimiters: readonly (readonly [string, Mark])[] = [
  ['**', 'bold'],
  ['__', 'bold'],
  ['~~', 'strikethrough'],
  ['*', 'italic'],
  ['_', 'italic'],
];

const linkPattern = /!?\[((?:\\.|[^[\]\\])*)\]\((?:<([^<>\n]*)>|([^\s()<>]*))(?:\s+"[^"\n]*")?\)/y;
const wordPattern = /[\p{L}\p{N}]/u;

export function readInline(text: string): (InlineNode | TextNode)[] {
  return gathered(readPieces(text, [], false));
}

function readPieces(text: string, marks: readonly Mark[], isInLink: boolean): Piece[] {
  const pieces: Piece[] = [];
  /** Delimiters that do not end anywhere further on; so each is looked for in vain once only. */
  const endless = new Set<string>();
  let plain = '';
  const flush = (): void => {
    if (plain !== '') pieces.push(leaf(plain, marks));
    plain = '';
  };
  for (let at = 0; at < text.length; ) {
    const found = readAt(text, at, marks, isInLink, endless);
    const made = found?.made ?? text.charAt(at);
    at = found?.end ?? at + 1;
    if (typeof made === 'string') {
      plain += made;
    } else {
      flush();
      for (const piece of made) pieces.push(piece);
    }
  }
  flush();
  return pieces;
}

interface Found {
  /** Pieces, or text that stands for itself. */
  readonly made: readonly Piece[] | string;
  readonly end: number;
}

function readAt(text: string, at: number, marks: readonly Mark[], isInLink: boolean, endless: Set<string>): Found | undefined {
  const character = text[at] ?? '';
  const next = text[at + 1] ?? '';
  if (character === '\\' && /[!-/:-@[-`{-~]/.test(next)) return { made: next, end: at + 2 };
  if (character === '`') return readCode(text, at, marks, endless);
  if ((character === '[' || (character === '!' && next === '[')) && !isInLink) return readLink(text, at, marks);
  return readEmphasis(text, at, marks, isInLink, endless);
}

function readCode(text: string, at: number, marks: readonly Mark[], endless: Set<string>): Found {
  const ticks = runAt(text, at);
  const start = at + ticks.length;
  const end = endless.has(ticks) ? -1 : endOfRun(text, start, ticks);
  if (end === -1) {
    endless.add(ticks);
    return { made: ticks, end: start };
  }
  const inside = text.slice(start, end).replace(/\n/g, ' ');
  const hasGap = inside.startsWith(' ') && inside.endsWith(' ') && inside.trim() !== '';
  const trimmed = hasGap ? inside.slice(1, -1) : inside;
  return { made: [leaf(trimmed, [...marks, 'code'])], end: end + ticks.length };
}

/** Where a run of exactly these characters begins. */
function endOfRun(text: string, from: number, ticks: string): number {
  for (let at = text.indexOf(ticks, from); at !== -1; at = text.indexOf(ticks, at + runAt(text, at).length))
    if (runAt(text, at).length === ticks.length) return at;
  return -1;
}

/** The character at a place as often as it is repeated there. */
function runAt(text: string, at: number): string {
  let end = at + 1;
  while (end < text.length && text[end] === text[at]) end += 1;
  return text.slice(at, end);
}

function readLink(text: string, at: number, marks: readonly Mark[]): Found | undefined {
  linkPattern.lastIndex = at;
  const match = linkPattern.exec(text);
  if (match === null) return undefined;
  const [all, label = '', bracketed, bare = ''] = match;
  const ref = { kind: 'url' as const, url: bracketed ?? bare };
  const end = at + all.length;
  if (all.startsWith('!')) {
    const alt = label.replace(/\\(.)/g, '$1');
    return { made: [{ object: 'inline', type: 'inline-image', data: alt === '' ? { ref } : { ref, alt }, nodes: [] }], end };
  }
  const nodes = gathered(readPieces(label, marks, true)).filter((node) => node.object === 'text');
  return { made: [{ object: 'inline', type: 'link', data: { ref }, nodes }], end };
}

function readEmphasis(text: string, at: number, marks: readonly Mark[], isInLink: boolean, endless: Set<string>): Found | undefined {
  for (const [delimiter, mark] of delimiters) {
    if (!text.startsWith(delimiter, at) || marks.includes(mark) || endless.has(delimiter)) continue;
    const start = at + delimiter.length;
    if (start >= text.length || /\s/.test(text[start] ?? '')) continue;
    // Two of them are not one of them with one more inside.
    if (delimiter.length === 1 && text[start] === delimiter) continue;
    if (delimiter.startsWith('_') && wordPattern.test(text[at - 1] ?? '')) continue;
    const end = closing(text, start + 1, delimiter);
    if (end === -1) endless.add(delimiter);
    else return { made: readPieces(text.slice(start, end), [...marks, mark], isInLink), end: end + delimiter.length };
  }
  return undefined;
}

/** Where emphasis ends. In a run that ends more than one, the outer one takes the last characters. */
function closing(text: string, from: number, delimiter: string): number {
  const character = delimiter.charAt(0);
  for (let at = text.indexOf(character, from); at !== -1; ) {
    const run = runAt(text, at);
    const after = at + run.length;
    const isLongEnough = delimiter.length === 2 ? run.length >= 2 : run.length % 2 === 1;
    const isEnd = !/[\s\\]/.test(text[at - 1] ?? ' ') && !(character === '_' && wordPattern.test(text[after] ?? ''));
    if (isLongEnough && isEnd) return after - delimiter.length;
    at = text.indexOf(character, after);
  }
  return -1;
}

function leaf(text: string, marks: readonly Mark[]): Leaf {
  return { object: 'leaf', text, marks: marks.map((type) => ({ object: 'mark', type })) };
}

/** Leaves beside each other are one text; those with the same marks are one leaf. */
function gathered(pieces: readonly Piece[]): (InlineNode | TextNode)[] {
  const nodes: (InlineNode | TextNode)[] = [];
  let leaves: Leaf[] = [];
  for (const piece of pieces) {
    if (piece.object === 'inline') {
      nodes.push(piece);
      leaves = [];
      continue;
    }
    if (leaves.length === 0) nodes.push({ object: 'text', leaves });
    const before = leaves.at(-1);
    if (before !== undefined && isSameMarks(before, piece)) leaves[leaves.length - 1] = { ...before, text: before.text + piece.text };
    else leaves.push(piece);
  }
  return nodes;
}

function isSameMarks(a: Leaf, b: Leaf): boolean {
  return a.marks.map(({ type }) => type).join() === b.marks.map(({ type }) => type).join();
}
