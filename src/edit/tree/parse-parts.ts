/** Parses the members of blocks and of brackets: where they begin, their keys, and values on one line. */
import type { CST } from 'yaml';
import { emptyScalar, scalarOf } from './scalars.ts';
import { type Comment, marksIn } from './scan.ts';
import {
  type AliasNode,
  type Aside,
  type Lines,
  type NodeTree,
  OddYamlError,
  type ScalarNode,
  type Tree,
} from './tree.ts';

export interface Parsing {
  readonly text: string;
  readonly anchors: Map<string, NodeTree>;
}

/** Comments behind the last member: an item of nothing else. */
export function isNothing({ start, key, sep, value }: CST.CollectionItem): boolean {
  const isBare = start.every(
    ({ type }) => type === 'space' || type === 'newline' || type === 'comment' || type === 'comma',
  );
  return isBare && key === undefined && sep === undefined && value === undefined;
}

/** Where its key, dash or value begins, with anchor and tag. */
export function startOf({ start, key, sep, value }: CST.CollectionItem): number {
  const first = start.find(
    ({ type }) => type === 'seq-item-ind' || type === 'explicit-key-ind' || type === 'anchor' || type === 'tag',
  );
  if (first !== undefined) return first.offset;
  if (key) return contentStart(key);
  return sep?.[0]?.offset ?? (value ? contentStart(value) : 0);
}

export function contentStart(token: CST.Token): number {
  if (token.type !== 'block-map' && token.type !== 'block-seq') return token.offset;
  const first = (token.items as readonly CST.CollectionItem[]).find((item) => !isNothing(item));
  return first === undefined ? token.offset : startOf(first);
}

/** Throws OddYamlError. */
export function readKey(parsing: Parsing, item: CST.CollectionItem): ScalarNode | AliasNode {
  const { key } = item;
  const { props, propsStart, propsEnd } = marksIn(parsing.text, item.start);
  if (key === undefined || key === null) {
    const at = propsEnd ?? startOf(item);
    return emptyScalar(props, { start: propsStart ?? at, textStart: at, end: at });
  }
  if (
    key.type === 'scalar' ||
    key.type === 'single-quoted-scalar' ||
    key.type === 'double-quoted-scalar' ||
    key.type === 'alias'
  ) {
    const node = readSingle(parsing, key, props, propsStart ?? key.offset);
    withAnchor(parsing, node);
    return node;
  }
  throw new OddYamlError('a key is no text in one line');
}

/** An alias, or a scalar without lines of its own. */
export function readSingle(
  { anchors }: Parsing,
  token: CST.Token,
  props: string,
  start: number,
): ScalarNode | AliasNode {
  if (
    token.type !== 'alias' &&
    token.type !== 'scalar' &&
    token.type !== 'single-quoted-scalar' &&
    token.type !== 'double-quoted-scalar'
  )
    throw new OddYamlError('it holds something that is not understood');
  const place = { start, textStart: token.offset, end: token.offset + token.source.length };
  if (token.type !== 'alias') return scalarOf(token, props, place);
  const target = anchors.get(token.source.slice(1));
  return {
    is: 'alias',
    props,
    name: token.source.slice(1),
    ...(target === undefined ? {} : { target }),
    source: place,
  };
}

export function anchorIn(props: string): string | undefined {
  return /(?:^| )&(\S+)/.exec(props)?.[1];
}

/** What comes later may repeat it. */
export function withAnchor({ anchors }: Parsing, node: Tree): void {
  const anchor = anchorIn(node.props);
  if (anchor !== undefined && node.is !== 'alias') anchors.set(anchor, node);
}

/** The last comment that stands behind something goes on standing there; others have to come above. */
export function asideAndSpare(
  comments: readonly Comment[],
  behind: Aside | undefined,
): { readonly aside: Aside | undefined; readonly spare: Lines } {
  if (comments.length === 0) return { aside: behind, spare: [] };
  const asides = comments.filter(({ isOwnLine }) => !isOwnLine);
  const aside = behind ?? asides.at(-1);
  const spare = comments.filter((comment) => comment !== aside).map(({ text }) => text);
  return { aside: aside && { text: aside.text, gap: aside.gap }, spare };
}
