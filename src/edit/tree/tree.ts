/** A YAML text as a tree: each part knows which characters it was, its comments and the empty lines around it; a new part has no characters yet. */

export type ScalarValue = string | number | boolean | null;

/** Lines as they stand, without their line breaks: comments, and empty ones. */
export type Lines = readonly string[];

/** A comment behind something, with the space before it, by which people align. */
export interface Aside {
  readonly text: string;
  readonly gap: string;
}

/** Where something stands: `start` of its anchor or tag, `textStart` of itself. */
export interface TextRange {
  readonly start: number;
  readonly textStart: number;
  readonly end: number;
}

interface Valued<P extends TextRange = TextRange> {
  /** Anchor and tag, as written. */
  readonly props: string;
  readonly source?: P;
}

export interface ScalarNode extends Valued {
  readonly is: 'scalar';
  readonly value: ScalarValue;
  /** In one line, where it may stay as it is written. */
  readonly written?: string;
  /** Lines below a `|` or `>`. */
  readonly block?: BlockText;
}

export interface BlockText {
  /** `|` or `>`. */
  readonly style: string;
  readonly chomping: string;
  /** The first line is indented itself, which hides where the text begins. */
  readonly hasIndent: boolean;
  /** Without their indentation. */
  readonly lines: Lines;
  /** Empty lines at its end are part of it. */
  readonly isKept: boolean;
}

export interface AliasNode extends Valued {
  readonly is: 'alias';
  readonly name: string;
  /** Missing where nothing has this anchor. */
  readonly target?: NodeTree;
}

export interface CollectionPlace extends TextRange {
  /** Its members and anchor as they stood. */
  readonly members: readonly Member[];
  readonly props: string;
  /** Where the lines of the first member begin, its own comments included; behind a dash, where that member begins. */
  readonly top: number;
  /** Behind the last member with its comma and comment. */
  readonly tail: number;
  /** Of its members. */
  readonly column: number;
  /** Between brackets: in one line, or each member in lines of its own. */
  readonly layout: 'block' | 'line' | 'lines' | 'mixed';
}

export interface CollectionNode extends Valued<CollectionPlace> {
  readonly is: 'map' | 'list';
  /** Written between brackets, where that fits into one line. */
  readonly isFlow: boolean;
  readonly members: readonly Member[];
  /** What stands behind the last member. */
  readonly after: Lines;
}

/** What is no alias. */
export type NodeTree = ScalarNode | CollectionNode;

export type Tree = NodeTree | AliasNode;

export interface MemberPlace {
  /** Where its key or dash begins. */
  readonly start: number;
  /** Behind its last line, in brackets behind its value. */
  readonly end: number;
  readonly column: number;
  readonly hasColon: boolean;
  readonly isInFlow: boolean;
  readonly key: Tree | undefined;
  readonly value: Tree;
}

/** An entry of a map; without a key, an item of a list. */
export interface Member {
  readonly key?: ScalarNode | AliasNode;
  readonly value: Tree;
  /** Empty lines, and comments apart from it, that stand above. */
  readonly gap: Lines;
  /** Comments right above. */
  readonly lead: Lines;
  /** Comments within it that have no room there once it is laid out anew. */
  readonly spare: Lines;
  readonly aside?: Aside;
  /** Comments below that are indented deeper than it is. */
  readonly below: Lines;
  readonly source?: MemberPlace;
}

export interface FileTree {
  /** What stands above the first member: comments, directives, `---`. */
  readonly head: Lines;
  readonly root: CollectionNode;
  /** Behind brackets that hold everything. */
  readonly aside?: Aside;
  /** What stands below. */
  readonly after: Lines;
}

/** Something that is left alone rather than guessed. */
export class OddYamlError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'OddYamlError';
  }
}

export function newMember(key: string | undefined, value: Tree, gap: Lines = []): Member {
  return { ...(key === undefined ? {} : { key: newScalar(key) }), value, gap, lead: [], spare: [], below: [] };
}

export function newScalar(value: ScalarValue): ScalarNode {
  return { is: 'scalar', props: '', value };
}

export function newCollection(is: 'map' | 'list', isFlow: boolean, members: readonly Member[]): CollectionNode {
  return { is, isFlow, props: '', members, after: [] };
}

export function nodeOf(tree: Tree): NodeTree | undefined {
  return tree.is === 'alias' ? tree.target : tree;
}

/** The key of a member as text; an item has none. */
export function keyOf({ key }: Member): string {
  if (key === undefined) return '';
  if (key.is === 'alias') return `*${key.name}`;
  return typeof key.value === 'string' ? key.value : (key.written ?? String(key.value));
}

/** The member with this key, of a map or of what an alias of a map stands for. */
export function memberIn(tree: Tree, key: string): Member | undefined {
  const node = nodeOf(tree);
  return node?.is === 'map' ? node.members.find((member) => keyOf(member) === key) : undefined;
}

export function valueIn(tree: Tree, key: string): Tree | undefined {
  return memberIn(tree, key)?.value;
}

/** What a scalar says as text, however it is written. */
export function textOf(tree: Tree): string | undefined {
  const node = nodeOf(tree);
  return node?.is === 'scalar' ? (typeof node.value === 'string' ? node.value : node.written) : undefined;
}

/** The text of a scalar that a map has under a key. */
export function textIn(tree: Tree, key: string): string | undefined {
  const value = valueIn(tree, key);
  return value && textOf(value);
}
