/** One YAML file that is edited: its nodes, its text with edited nodes, and the meaning of the text. */
import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  Parser,
  visit,
} from 'yaml';
import { isTable } from '../../config/files/people-table.ts';
import { byKey } from '../../core/compare.ts';
import { mergedLines } from './merge.ts';
import { copyLostTargets, newMap, resolveAliases, severalLines, type YamlMap } from './nodes.ts';
import { isSeveralLines, printDocument, printTags, styleOf } from './print.ts';

/** An edit that is left out. The message is the reason. */
export class EditRefusal extends Error {
  override readonly name = 'EditRefusal';
}

/** The result of the edit. `refused`: the error in place of a refusal. */
export function editedOr<T>(edit: () => T, refused: (reason: string) => Error): T {
  try {
    return edit();
  } catch (error) {
    throw error instanceof EditRefusal ? refused(error.message) : error;
  }
}

export interface SourceFile {
  readonly file: string;
  /** Without byte order mark, with line feeds. */
  readonly text: string;
  /** Its nodes are edited in place. */
  readonly root: YamlMap;
  /** The text with the nodes as they are now. Throws EditRefusal. */
  readonly edited: () => string;
}

/** undefined: the file cannot be edited. */
export function sourceFileOf(file: string, given: string): SourceFile | undefined {
  if (isTable(file)) return undefined;
  const mark = given.startsWith('\ufeff') ? '\ufeff' : '';
  const hasReturns = (given.split('\r\n').length - 1) * 2 > given.split('\n').length - 1;
  const text = given.slice(mark.length).replaceAll('\r\n', '\n');
  const document = documentOf(text);
  if (document === undefined || !isMap(document.contents)) return undefined;
  const root = document.contents as YamlMap;
  const style = styleOf(document, text);
  const printed = (): readonly string[] => {
    const lines = printDocument(document, text, style);
    return (hasReturns ? lines.replaceAll('\n', '\r\n') : lines).split('\n');
  };
  const base = printed();
  const edited = () => {
    copyLostTargets(document);
    const now = printed();
    if (now.length === base.length && now.every((line, at) => line === base[at])) return given;
    const lines = mergedLines(given.slice(mark.length).split('\n'), base, now);
    if (lines === undefined) throw new EditRefusal('the layout of the file is too unusual');
    if (root.items.length === 0) return mark + lines.join('\n').replace(/^\{\}(?:\r?\n|$)/m, '');
    const merged = given === '' || given.endsWith('\n') ? lines.join('\n') : lines.join('\n').trimEnd();
    // Indentation that differs within a file can put new lines into the wrong block.
    const isRight = meaningOf(merged, false) === meaningOf(now.join('\n'), false);
    return mark + (isRight ? merged : now.join('\n'));
  };
  return { file, text, root, edited };
}

/** The place of an offset, as in spans. */
export function placeAt(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
}

/** With comments where edits expect them. undefined: not one valid document with a map or list. */
export function documentOf(text: string): Document | undefined {
  const tokens = [...new Parser().parse(text)];
  for (const token of tokens) if (token.type === 'document') moveCommentsOut(token.value);
  const composer = new Composer({ ...yamlOptions, customTags: printTags });
  const [document, second] = [...composer.compose(tokens, true, text.length)] as Document[];
  if (document === undefined || second !== undefined || document.errors.length > 0) return undefined;
  if (document.contents === null || text.trim() === '') document.contents = newMap([], false);
  if (!isCollection(document.contents)) return undefined;
  const [{ value } = {}] = tokens.filter((token) => token.type === 'document');
  if (document.contents.comment && startsWithEmptyLine(value))
    document.contents.comment = `\n${document.contents.comment}`;
  resolveAliases(document);
  visit(document, {
    Pair: (_, pair) => {
      const { key, value } = pair as { key: Node; value: Node | null };
      if (isCollection(value) && !value.flow) splitKeyComment(key, value, text);
    },
    Collection: (_, node, path) => {
      if (node.flow && node !== document.contents && isSeveralLines(node, text)) severalLines.add(node);
      if (!node.flow && !isSeq(path.at(-1))) moveCommentInside(node);
    },
  });
  return document;
}

/**
 * Moves comments from the end of a block to the following member if they are indented less than the block, or are below a key without a
 * value. Returns the tokens that belong outside of the block.
 */
function moveCommentsOut(token: CST.Token | null | undefined): readonly CST.SourceToken[] {
  if (token?.type !== 'block-map' && token?.type !== 'block-seq') return [];
  const items = token.items as CST.CollectionItem[];
  for (let at = 0; at < items.length; at += 1) {
    const item = items[at] as CST.CollectionItem;
    const outside = item.value ? moveCommentsOut(item.value) : cutBelow(item);
    if (outside.length === 0) continue;
    const next = items[at + 1];
    if (next === undefined) items.push({ start: [...outside] });
    else next.start = [...outside, ...next.start];
  }
  const last = items.at(-1);
  if (last === undefined || last.key || last.sep || last.value || last.start.some(isIndicator)) return [];
  const comment = last.start.findIndex(({ type, indent }) => type === 'comment' && indent < token.indent);
  if (comment === -1) return [];
  const before = last.start.slice(0, comment).findLastIndex(({ type }) => type === 'comment');
  return last.start.splice(before === -1 ? 0 : before + 2);
}

/** Whether the comments below the last member have an empty line above them. */
function startsWithEmptyLine(token: CST.Token | undefined) {
  const last = token !== undefined && 'items' in token ? token.items.at(-1) : undefined;
  return last !== undefined && !last.value && last.start[0]?.type === 'newline';
}

/** Removes and returns the tokens below the line of a key or dash without a value. */
function cutBelow(item: CST.CollectionItem): readonly CST.SourceToken[] {
  const tokens = item.sep ?? item.start;
  const indicator = tokens.findIndex(isIndicator);
  const line = indicator === -1 ? -1 : tokens.findIndex(({ type }, at) => at > indicator && type === 'newline');
  return line !== -1 && tokens.some(({ type }, at) => at > line && type === 'comment') ? tokens.splice(line + 1) : [];
}

function isIndicator({ type }: CST.SourceToken) {
  return type !== 'space' && type !== 'newline' && type !== 'comment';
}

/** The package reads a comment behind a key as a comment above its block. */
function splitKeyComment(key: Node, value: Node, text: string) {
  const end = key.range?.[1] ?? 0;
  const line = text.slice(end, text.indexOf('\n', end));
  const comment = /^[ \t]*:[ \t]+(?:[&!]\S+[ \t]+)*#(.*)$/.exec(line)?.[1];
  if (comment === undefined || value.commentBefore?.split('\n')[0] !== comment) return;
  key.comment = comment;
  const rest = value.commentBefore.slice(comment.length + 1);
  value.commentBefore = rest === '' ? null : rest;
}

/** Comments above the first member belong to that member. */
function moveCommentInside(node: Node & { items: unknown[] }) {
  const [first] = node.items;
  const head = (isPair(first) ? first.key : first) as Node | undefined;
  if (head === undefined || !node.commentBefore) return;
  const own = head.spaceBefore ? `\n${head.commentBefore ?? ''}` : head.commentBefore;
  head.commentBefore = [node.commentBefore, own ?? ''].filter((each) => each !== '').join('\n');
  head.spaceBefore = false;
  node.commentBefore = null;
}

const yamlOptions = {
  version: '1.2',
  schema: 'core',
  merge: false,
  strict: true,
  uniqueKeys: false,
  logLevel: 'silent',
} as const;

/** A text that is equal for equal meanings: data without the order of maps, with anchors, aliases, tags and comments. undefined: not valid. */
export function meaningOf(text: string, withComments = true): string | undefined {
  const tokens = [...new Parser().parse(text)];
  const [document, second] = [...new Composer(yamlOptions).compose(tokens, true, text.length)] as Document.Parsed[];
  if (document === undefined || second !== undefined || document.errors.length > 0) return undefined;
  return JSON.stringify({ data: dataOf(document.contents), comments: withComments ? commentsOf(tokens) : [] });
}

function dataOf(node: Node | null): unknown {
  if (node === null) return null;
  if (isAlias(node)) return { alias: node.source };
  const marks = {
    ...(node.anchor === undefined ? {} : { anchor: node.anchor }),
    ...(node.tag === undefined ? {} : { tag: node.tag }),
  };
  // `key` and `key:` in brackets are the same.
  if (isScalar(node) && node.value === null && !node.source && node.anchor === undefined && node.tag === undefined)
    return null;
  // The form of a number matters, because a string field takes the number as written.
  if (isScalar(node))
    return { ...marks, value: typeof node.value === 'string' ? node.value : [node.source ?? '', String(node.value)] };
  if (isSeq<Node>(node)) return { ...marks, list: node.items.map(dataOf) };
  if (!isMap<Node, Node | null>(node)) return undefined;
  const entries = node.items.map(({ key, value }) => [JSON.stringify(dataOf(key)), dataOf(value)] as const);
  return { ...marks, map: entries.sort(byKey) };
}

export function commentsIn(text: string): readonly string[] {
  return commentsOf([...new Parser().parse(text)]);
}

/** Sorted, because comments move with their keys. */
function commentsOf(tokens: readonly CST.Token[]) {
  const found: string[] = [];
  const visit = (value: unknown) => {
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
