/** Whether two YAML texts say the same, and have the same comments: what a formatter must never change. */
import { Composer, type CST, type Document, isAlias, isMap, isScalar, isSeq, type Node } from 'yaml';
import { byKey } from '../../core/compare.ts';
import { tokensOf } from '../tree/parse.ts';

const options = { version: '1.2', schema: 'core', merge: false, strict: true, uniqueKeys: false, logLevel: 'silent' } as const;

/** Text for comparing: entries of maps sorted, as their order is not what a map says; anchors, aliases, tags and comments count. */
export function meaningOf(text: string, tokens = tokensOf(text)): string | undefined {
  const [document, second] = [...new Composer(options).compose(tokens, true, text.length)] as Document.Parsed[];
  if (document === undefined || second !== undefined || document.errors.length > 0) return undefined;
  return JSON.stringify({ data: dataOf(document.contents), comments: commentsOf(tokens) });
}

function dataOf(node: Node | null): unknown {
  if (node === null) return null;
  if (isAlias(node)) return { alias: node.source };
  const marks = { ...(node.anchor === undefined ? {} : { anchor: node.anchor }), ...(node.tag === undefined ? {} : { tag: node.tag }) };
  // A key without a value, and one with a colon and nothing behind it.
  if (isScalar(node) && node.value === null && !node.source && node.anchor === undefined && node.tag === undefined) return null;
  // Of a number its form counts as well: a text is made of that where one is wanted.
  if (isScalar(node)) return { ...marks, value: typeof node.value === 'string' ? node.value : [node.source ?? '', String(node.value)] };
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
