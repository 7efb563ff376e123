/** Puts what has an order in the language into that order; comments go along. */
import { itemWords } from '../../config/grammar.ts';
import type { Shapes } from '../../kinds/shape.ts';
import { topKeys } from '../top-keys.ts';
import { isComment } from '../tree/scan.ts';
import { type FileTree, keyOf, type Member, type Tree } from '../tree/tree.ts';

export interface FormatOrder {
  /** Top-level keys as the language has them. */
  readonly top: readonly string[];
  /** Keys that say what an item of a list is: they come first. */
  readonly items: readonly string[];
}

export function formatOrder(shapes: Shapes): FormatOrder {
  return { top: topKeys(shapes), items: [...itemWords(shapes).values()] };
}

/** A file with an alias keeps its order, as the anchor has to stand before it. */
export function ordered(file: FileTree, { top, items }: FormatOrder): FileTree {
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
