/** The canonical layout of a configuration file. Formatting keeps the meaning and every comment. */
import { type Document, isAlias, isCollection, isMap, isNode, isScalar, type Node, type Scalar, visit } from 'yaml';
import { itemWords } from '../config/grammar.ts';
import { hasHidden } from '../core/hidden.ts';
import type { Shapes } from '../kinds/shape.ts';
import { headKeys, isOneLine, topKeys } from './compose/compose.ts';
import { type Entry, hasNode, keyOf, type Member, memberValue, type YamlMap } from './yaml/nodes.ts';
import { canonicalStyle, printDocument, rawTexts } from './yaml/print.ts';
import { documentOf, meaningOf } from './yaml/source-file.ts';

const maxPrintings = 4;

/** `refused`: the reason why the file stays as it is. The text must be valid YAML. */
export function formatText(text: string, order: FormatOrder): { readonly text: string } | { readonly refused: string } {
  const plain = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const formatted = stableText(plain, order);
  if (formatted === undefined) return { refused: 'the file is not one YAML document with a map' };
  const meaning = meaningOf(plain);
  if (formatted !== plain && (meaning === undefined || meaningOf(formatted) !== meaning))
    return { refused: 'formatting would change the meaning of the file, or lose a comment' };
  return { text: /\r\n/.test(text) ? formatted.replaceAll('\n', '\r\n') : formatted };
}

/** Printing can move a comment, which changes the layout of the next printing. */
function stableText(text: string, order: FormatOrder) {
  let formatted = canonicalText(text, order);
  for (let left = maxPrintings; left > 0 && formatted !== undefined; left -= 1) {
    const again = canonicalText(formatted, order);
    if (again === formatted) return formatted;
    formatted = again;
  }
  return formatted;
}

function canonicalText(text: string, order: FormatOrder) {
  if (meaningOf(text) === undefined && text.trim() !== '') return undefined;
  const document = documentOf(text);
  if (document === undefined) return undefined;
  const root = document.contents as YamlMap;
  if (root.items.length === 0) return root.range ? printDocument(document, '', canonicalStyle) : commentsAlone(text);
  root.flow = false;
  // Aliases must stay below their anchors.
  if (isMap(root) && !hasNode(document, isAlias)) sortEntries(document, root, order);
  visit(document, {
    Pair: (_, { value }) => {
      if (isNode(value) && !value.commentBefore) value.spaceBefore = false;
    },
    Collection: (_, node, path) =>
      layOut(
        node,
        path.some((each) => isCollection(each) && each.flow),
      ),
    Scalar: (_, node) => withoutQuotes(node, text),
  });
  visit(document, { Node: (_, node) => joinEmptyLines(node) });
  if (isMap(root)) separateBlocks(root);
  return printDocument(document, '', canonicalStyle).replace(/(#[^\n]*\n)\n+$/, '$1');
}

/** A file without any key. */
function commentsAlone(text: string) {
  const lines = text.split('\n').map((line) => line.trim());
  const kept = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return kept === '' ? '' : `${kept}\n`;
}

/** Never two empty lines. */
function joinEmptyLines(node: Node) {
  const before = node.commentBefore ?? '';
  if (before.startsWith('\n')) node.spaceBefore = true;
  node.commentBefore =
    before
      .replace(/^\n+/, '')
      .replace(/\n{2,}$/, '\n')
      .replace(/\n{3,}/g, '\n\n') || null;
  node.comment = (node.comment ?? '').replace(/\n{2,}$/g, '\n').replace(/\n{3,}/g, '\n\n') || null;
}

/** Brackets are one line. Those that are too long, or contain comments, become a block. */
function layOut(node: unknown, isInFlow: boolean) {
  if (!isCollection(node)) return;
  const hasComment = (each: Node) => each !== node && Boolean(each.comment || each.commentBefore);
  if (node.flow && !isInFlow && node.items.length > 0 && (!isOneLine(node) || hasNode(node, hasComment)))
    node.flow = false;
  const [first] = node.items;
  const head = (isMap(node) ? (first as Entry | undefined)?.key : first) as Node | undefined;
  if (head === undefined) return;
  head.commentBefore = head.commentBefore?.replace(/\n+$/, '') || null;
  if (head.commentBefore === null) head.spaceBefore = false;
}

/** Invisible characters stay as written, because they are problems that the validator reports. */
function withoutQuotes(node: Scalar, text: string) {
  if (typeof node.value !== 'string' || !node.range) return;
  const written = text.slice(node.range[0], node.range[1]);
  if (hasHidden(written) && !written.includes('\n')) rawTexts.set(node, written);
  else if (node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE') node.range = null;
}

/** An empty line between top-level keys if one of them has several lines. */
function separateBlocks({ items }: YamlMap) {
  const isLong = ({ value }: Entry) =>
    isCollection(value) ? !value.flow && value.items.length > 0 : isScalar(value) && /^BLOCK/.test(value.type ?? '');
  const isHead = (entry: Entry) => headKeys.includes(keyOf(entry));
  for (const [at, entry] of items.entries()) {
    const before = items[at - 1];
    if (before === undefined || (isHead(before) && isHead(entry)) || endsWithEmptyLine(before.value)) continue;
    if (isLong(before) || isLong(entry)) entry.key.spaceBefore = true;
  }
}

function endsWithEmptyLine(node: Node | null): boolean {
  if (!isCollection(node)) return false;
  const last = node.items.at(-1) as Member | undefined;
  return /\n$/.test(node.comment ?? '') || (last !== undefined && endsWithEmptyLine(memberValue(last)));
}

interface FormatOrder {
  /** Top-level keys in the order of the language. */
  readonly top: readonly string[];
  /** Keys that name the kind of an item. Each is the first key of its item. */
  readonly items: readonly string[];
}

export function formatOrder(shapes: Shapes): FormatOrder {
  return { top: topKeys(shapes), items: [...itemWords(shapes).values()] };
}

function sortEntries(document: Document, root: YamlMap, { top, items }: FormatOrder) {
  const head = root.items[0]?.key as Node;
  // The first comment of a file is about the file.
  const { commentBefore } = head;
  const [, comment, rest] = /^([\s\S]*?)\n\n([\s\S]*)$/.exec(commentBefore ?? '') ?? [];
  if (commentBefore && !document.commentBefore) {
    document.commentBefore = comment ?? null;
    head.commentBefore = rest ?? null;
  }
  root.items = byRank(root.items, top);
  const first = root.items[0]?.key as Node;
  if (commentBefore && comment === undefined)
    first.commentBefore = [commentBefore, first.commentBefore ?? ''].filter((each) => each !== '').join('\n');
  visit(root, {
    Seq: (_, list) => {
      for (const item of list.items) if (isMap(item)) moveNameFirst(item as YamlMap, items);
    },
  });
}

/** Unknown keys stay below the key that they follow. */
function byRank(entries: readonly Entry[], top: readonly string[]) {
  let rank = -1;
  const ranked = entries.map((entry) => {
    const known = top.indexOf(keyOf(entry));
    if (known !== -1) rank = known;
    return { entry, rank };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry);
}

function moveNameFirst(item: YamlMap, names: readonly string[]) {
  const at = item.items.findIndex((entry) => names.includes(keyOf(entry)));
  const name = item.items[at];
  if (at < 1 || name === undefined) return;
  name.key.spaceBefore = false;
  item.items = [name, ...item.items.filter((entry) => entry !== name)];
}
