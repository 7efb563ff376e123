/** A YAML file as a tree: each node knows which characters of the text it is, so that what is not edited stays as it was written. */

export type ScalarValue = string | number | boolean | null;

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded' | 'empty';

interface Placed {
  /** Where it begins, its anchor and tag included. */
  readonly start: number;
  /** Where its own text begins, behind anchor and tag. */
  readonly textStart: number;
  /** Where its text ends; comments and line breaks behind it do not count. */
  readonly end: number;
  readonly anchor?: string;
}

export interface ScalarTree extends Placed {
  readonly is: 'scalar';
  readonly value: ScalarValue;
  readonly style: ScalarStyle;
}

export interface MapTree extends Placed {
  readonly is: 'map';
  /** Written between brackets. */
  readonly isFlow: boolean;
  readonly members: readonly EntryTree[];
}

export interface ListTree extends Placed {
  readonly is: 'list';
  readonly isFlow: boolean;
  readonly members: readonly ItemTree[];
}

export interface AliasTree extends Placed {
  readonly is: 'alias';
  readonly target: NodeTree;
}

/** What is no alias. */
export type NodeTree = ScalarTree | MapTree | ListTree;

export type Tree = NodeTree | AliasTree;

export type CollectionTree = MapTree | ListTree;

/** One entry of a map. */
export interface EntryTree {
  readonly is: 'entry';
  /** Where its key begins. */
  readonly start: number;
  readonly key: string;
  readonly keyStyle: ScalarStyle;
  readonly keyStart: number;
  readonly keyEnd: number;
  /** Behind the colon; behind the key where there is none. */
  readonly valueStart: number;
  readonly hasColon: boolean;
  readonly value: Tree;
  readonly end: number;
}

/** One item of a list. */
export interface ItemTree {
  readonly is: 'item';
  /** Where its dash is, or between brackets the value. */
  readonly start: number;
  /** Behind the dash. */
  readonly valueStart: number;
  readonly value: Tree;
  readonly end: number;
}

export type MemberTree = EntryTree | ItemTree;

export function nodeOf(tree: Tree): NodeTree {
  return tree.is === 'alias' ? tree.target : tree;
}

/** The entry with this key, of a map or of what an alias of a map stands for. */
export function entryIn(tree: Tree, key: string): EntryTree | undefined {
  const node = nodeOf(tree);
  return node.is === 'map' ? node.members.find((entry) => entry.key === key) : undefined;
}

export function valueIn(tree: Tree, key: string): Tree | undefined {
  return entryIn(tree, key)?.value;
}
