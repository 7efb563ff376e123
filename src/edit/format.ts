/** The canonical layout of a configuration file: nothing of what it says changes, and no comment is lost. */
import { Composer, type CST, type Document, isAlias, isMap, isScalar, isSeq, type Node } from 'yaml';
import { itemWords } from '../config/grammar.ts';
import { byKey } from '../core/compare.ts';
import type { Shapes } from '../kinds/shape.ts';
import { headKeys, topKeys } from './compose/layout.ts';
import { parseTree, tokensOf } from './tree/parse.ts';
import { blockLines, canonicalStyle, commentLines, endsKept, inlineText, joined } from './tree/print.ts';
import { isComment } from './tree/scan.ts';
import { type FileTree, keyOf, type Lines, type Member, OddYamlError, type Tree } from './tree/tree.ts';

/** `refused`: why the file is left as it is. The text is known to be valid YAML. */
export function formatText(text: string, order: FormatOrder): { readonly text: string } | { readonly refused: string } {
  const plain = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  try {
    const tokens = tokensOf(plain);
    const formatted = layOut(plain, tokens, order);
    if (formatted !== plain) {
      const again = tokensOf(formatted);
      const meaning = meaningOf(plain, tokens);
      if (meaning === undefined || meaningOf(formatted, again) !== meaning)
        return { refused: 'its layout could not be changed without changing what it says' };
      if (layOut(formatted, again, order) !== formatted) return { refused: 'it has no layout that stays' };
    }
    return { text: /\r\n/.test(text) ? formatted.replaceAll('\n', '\r\n') : formatted };
  } catch (error) {
    if (error instanceof OddYamlError) return { refused: error.message };
    throw error;
  }
}

function layOut(text: string, tokens: readonly CST.Token[], order: FormatOrder): string {
  const parsed = withFileHead(parseTree(text, tokens));
  const file = ordered(parsed, order);
  const hasNewFirst = parsed.root.members[0]?.key !== file.root.members[0]?.key;
  return canonicalText(file, (before, after) => isHead(before) && isHead(after), hasNewFirst);
}

function isHead(member: Member): boolean {
  return headKeys.includes(keyOf(member));
}

/** `isTogether`: which neighbours at the top stand together unless their author parts them. */
function canonicalText(
  file: FileTree,
  isTogether: (before: Member, after: Member) => boolean,
  hasNewFirst: boolean,
): string {
  const { root } = file;
  const lines = [...heading(file.head)];
  const hasHeading = lines.length > 0;
  let before: Member | undefined;
  let wasLong = false;
  const laid = blockLines(canonicalStyle, root, 0, false);
  for (const [at, member] of root.members.entries()) {
    const each = laid[at];
    if (each === undefined) continue;
    const printed = joined([each], 0);
    const isLong = each.body.length > 1;
    const needsSpace =
      before === undefined ? hasNewFirst && hasHeading : (isLong || wasLong) && !isTogether(before, member);
    const isClosed = before === undefined || !endsKept(before.value);
    if (needsSpace && isClosed && printed[0] !== '') lines.push('');
    // One by one: a key may hold more lines than a call takes arguments.
    for (const line of printed) if (line !== '' || lines.length > 0) lines.push(line);
    [before, wasLong] = [member, isLong];
  }
  if (root.members.length === 0 && root.isFlow) lines.push(inlineText(canonicalStyle, root, 0) ?? '');
  const all = [...lines, ...ending(file, lines.length === 0)];
  return all.length === 0 ? '' : `${all.join('\n')}\n`;
}

/** The first paragraph is about the file; what stands right above the first key, and is not that, is about the key. */
function withFileHead(file: FileTree): FileTree {
  const { head, root } = file;
  const [first, ...rest] = root.members;
  if (first === undefined) return file;
  const isAlone = !root.isFlow && !head.some(isComment);
  const all = isAlone ? [...head, ...first.lead] : head;
  const words = all.findLastIndex((line) => line.trim() !== '') + 1;
  const gap = words < all.length ? ['', ...first.gap] : first.gap;
  return {
    ...file,
    head: all.slice(0, words),
    root: { ...root, members: [{ ...first, gap, lead: isAlone ? [] : first.lead }, ...rest] },
  };
}

/** Directives have to stand before `---`, and comments below them; else comments come first. */
function heading(head: Lines): Lines {
  const marks = head.filter((line) => /^(?:%|---)/.test(line)).map((line) => line.trimEnd());
  const comments = commentLines(
    head.filter((line) => !/^(?:%|---)/.test(line)),
    0,
    true,
  );
  return marks.length > 1 ? [...marks, ...comments] : [...comments, ...marks];
}

function ending({ root, aside, after }: FileTree, isFirst: boolean): Lines {
  const below = after.flatMap((line) => (/^\.\.\./.test(line) ? (line.includes('#') ? [line.slice(3)] : []) : [line]));
  const printed = commentLines([...root.after, ...(aside === undefined ? [] : [aside.text]), ...below], 0, isFirst);
  return printed.at(-1) === '' ? printed.slice(0, -1) : printed;
}

interface FormatOrder {
  /** Top-level keys as the language has them. */
  readonly top: readonly string[];
  /** Keys that say what an item of a list is: they come first. */
  readonly items: readonly string[];
}

export function formatOrder(shapes: Shapes): FormatOrder {
  return { top: topKeys(shapes), items: [...itemWords(shapes).values()] };
}

/** A file with an alias keeps its order, as the anchor has to stand before it. */
function ordered(file: FileTree, { top, items }: FormatOrder): FileTree {
  if (hasAlias(file.root)) return file;
  const root = namedFirst(file.root, items);
  return { ...file, root: { ...root, members: root.is === 'map' ? byRank(root.members, top) : root.members } };
}

/** What the language does not know stays behind what it follows. */
function byRank(members: readonly Member[], top: readonly string[]): readonly Member[] {
  let rank = -1;
  const ranked = members.map((member) => {
    const known = top.indexOf(keyOf(member));
    if (known !== -1) rank = known;
    return { member, rank };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ member }) => member);
}

function namedFirst<T extends Tree>(tree: T, items: readonly string[]): T {
  if (tree.is !== 'map' && tree.is !== 'list') return tree;
  const members = tree.members.map((member) => {
    const value = namedFirst(member.value, items);
    const inside = value === member.value ? member : { ...member, value };
    return tree.is === 'list' ? itemNamedFirst(inside, items) : inside;
  });
  return members.every((member, at) => member === tree.members[at]) ? tree : { ...tree, members };
}

function itemNamedFirst(item: Member, items: readonly string[]): Member {
  const { value } = item;
  if (value.is !== 'map') return item;
  const at = value.members.findIndex((member) => items.includes(keyOf(member)));
  const name = value.members[at];
  if (at < 1 || name === undefined) return item;
  const others = value.members.filter((member) => member !== name);
  const first: Member = { ...name, gap: [], lead: [] };
  const lead = [...item.lead, ...[...name.gap, ...name.lead].filter(isComment)];
  return { ...item, lead, value: { ...value, members: [first, ...others] } };
}

function hasAlias(tree: Tree): boolean {
  if (tree.is === 'alias') return true;
  return tree.is !== 'scalar' && tree.members.some(({ key, value }) => key?.is === 'alias' || hasAlias(value));
}

const options = {
  version: '1.2',
  schema: 'core',
  merge: false,
  strict: true,
  uniqueKeys: false,
  logLevel: 'silent',
} as const;

/** Text for comparing: entries of maps sorted, as their order is not what a map says; anchors, aliases, tags and comments count. */
export function meaningOf(text: string, tokens = tokensOf(text)): string | undefined {
  const [document, second] = [...new Composer(options).compose(tokens, true, text.length)] as Document.Parsed[];
  if (document === undefined || second !== undefined || document.errors.length > 0) return undefined;
  return JSON.stringify({ data: dataOf(document.contents), comments: commentsOf(tokens) });
}

function dataOf(node: Node | null): unknown {
  if (node === null) return null;
  if (isAlias(node)) return { alias: node.source };
  const marks = {
    ...(node.anchor === undefined ? {} : { anchor: node.anchor }),
    ...(node.tag === undefined ? {} : { tag: node.tag }),
  };
  // A key without a value, and one with a colon and nothing behind it.
  if (isScalar(node) && node.value === null && !node.source && node.anchor === undefined && node.tag === undefined)
    return null;
  // Of a number its form counts as well: a text is made of that where one is wanted.
  if (isScalar(node))
    return { ...marks, value: typeof node.value === 'string' ? node.value : [node.source ?? '', String(node.value)] };
  if (isSeq<Node>(node)) return { ...marks, list: node.items.map(dataOf) };
  if (!isMap<Node, Node | null>(node)) return undefined;
  const entries = node.items.map(({ key, value }) => [JSON.stringify(dataOf(key)), dataOf(value)] as const);
  return { ...marks, map: entries.sort(byKey) };
}

/** Sorted, as they move along with what they speak of. */
function commentsOf(tokens: readonly CST.Token[]): readonly string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each);
    else if (typeof value === 'object' && value !== null) {
      const token = value as Partial<CST.SourceToken>;
      if (token.type === 'comment') found.push((token.source ?? '').trimEnd());
      else for (const each of Object.values(value)) if (typeof each === 'object') visit(each);
    }
  };
  visit(tokens);
  return found.sort();
}
