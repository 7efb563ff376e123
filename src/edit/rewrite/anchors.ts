/** Anchors and aliases of an edited tree: what is edited behind an alias is written out there, and whatever repeats an anchored value keeps what it said. */
import { anchorIn } from '../tree/parse-parts.ts';
import { type AliasNode, type CollectionNode, type NodeTree, nodeOf, type Tree } from '../tree/tree.ts';
import { withValue } from './members.ts';

/** What became of anchored values so far, in the order of the file. */
export type Anchored = Map<NodeTree, NodeTree>;

/** Does `edit` on what stands there, by alias or not. An alias stays one where its value changes exactly as that of its anchor. */
export function visit(anchored: Anchored, value: Tree, edit: (node: NodeTree) => NodeTree): Tree {
  const node = nodeOf(value);
  if (node === undefined) return value;
  const edited = edit(node);
  if (value.is !== 'alias') {
    // Behind an alias, the same node is edited once more.
    if (anchorIn(value.props) !== undefined && !anchored.has(node)) anchored.set(node, edited);
    return edited;
  }
  if (edited === node) return value;
  const own = anchored.get(node);
  return own !== undefined && isAlike(own, edited) ? { ...value, target: own } : withoutAnchors(edited);
}

function isAlike(one: Tree, other: Tree): boolean {
  if (one === other) return true;
  const [a, b] = [nodeOf(one), nodeOf(other)];
  if (a === undefined || b === undefined) return false;
  if (a.is === 'scalar' || b.is === 'scalar')
    return a.is === b.is && a.is === 'scalar' && b.is === 'scalar' && a.value === b.value;
  return (
    a.is === b.is &&
    a.members.length === b.members.length &&
    a.members.every((member, at) => {
      const other = b.members[at];
      const isKey = member.key === undefined || (other?.key !== undefined && isAlike(member.key, other.key));
      return other !== undefined && isKey && isAlike(member.value, other.value);
    })
  );
}

function withoutAnchor(props: string): string {
  return props
    .split(' ')
    .filter((part) => !part.startsWith('&'))
    .join(' ');
}

/** An anchor that stood twice would be another one from there on. */
function withoutAnchors<T extends Tree>(tree: T): T {
  if (tree.is === 'alias') return tree;
  const props = withoutAnchor(tree.props);
  const bare = props === tree.props ? tree : { ...tree, props };
  if (bare.is === 'scalar') return bare;
  return withEach(bare as CollectionNode, withoutAnchors) as Tree as T;
}

function withEach(node: CollectionNode, change: (value: Tree) => Tree): CollectionNode {
  const members = node.members.map((member) => withValue(member, change(member.value)));
  return members.every((member, at) => member === node.members[at]) ? node : { ...node, members };
}

/** Aliases whose anchor is gone, or stands below, are written out; where several repeat it, the first takes the anchor over. */
export function settled(root: CollectionNode): CollectionNode {
  const aliases = aliasesIn(root);
  if (aliases.length === 0) return root;
  const needed = new Set(aliases.map(({ target }) => target));
  const there = new Set(nodesIn(root));
  const lost = new Map<NodeTree, number>();
  for (const { target } of aliases)
    if (target !== undefined && !there.has(target)) lost.set(target, (lost.get(target) ?? 0) + 1);
  const followed = new Set(
    aliases.filter(({ target }) => target !== undefined && there.has(target)).map(({ name }) => name),
  );
  const inherited = new Set(
    [...lost].filter(([, count]) => count > 1).flatMap(([target]) => anchorIn(target.props) ?? []),
  );
  for (const name of followed) inherited.delete(name);
  const known = new Map<string, NodeTree>();
  const settle = (tree: Tree): Tree => {
    if (tree.is === 'alias') {
      const { target, name, props } = tree;
      if (target === undefined || known.get(name) === target) return tree;
      const isHeir = inherited.has(name) && lost.has(target);
      if (isHeir) known.set(name, target);
      const copy = withoutAnchors(target);
      return settleInside({
        ...copy,
        props: [props, copy.props, isHeir ? `&${name}` : ''].filter((part) => part !== '').join(' '),
      });
    }
    const anchor = anchorIn(tree.props);
    if (anchor === undefined) return settleInside(tree);
    // Its name goes on with the value it had.
    if (inherited.has(anchor) && !needed.has(tree)) return settleInside({ ...tree, props: withoutAnchor(tree.props) });
    const inside = settleInside(tree);
    known.set(anchor, tree);
    return inside;
  };
  const settleInside = (node: NodeTree): NodeTree => (node.is === 'scalar' ? node : withEach(node, settle));
  return settleInside(root) as CollectionNode;
}

function nodesIn(tree: Tree): readonly NodeTree[] {
  if (tree.is === 'alias') return [];
  return tree.is === 'scalar' ? [tree] : [tree, ...tree.members.flatMap(({ value }) => nodesIn(value))];
}

function aliasesIn(tree: Tree): readonly AliasNode[] {
  if (tree.is === 'alias') return [tree];
  return tree.is === 'scalar' ? [] : tree.members.flatMap(({ value }) => aliasesIn(value));
}

/** The anchor alone of anchor and tag. */
export function anchorOf(props: string): string {
  const anchor = anchorIn(props);
  return anchor === undefined ? '' : `&${anchor}`;
}
