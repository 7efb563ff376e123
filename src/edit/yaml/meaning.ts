/** Compares YAML texts by meaning. */
import { Composer, type CST, type Document, isAlias, isMap, isScalar, isSeq, type Node, Parser } from 'yaml';
import { byKey } from '../../core/compare.ts';

export const yamlOptions = {
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
