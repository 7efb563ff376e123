/** Edits the files of a configuration so that they declare something else, and leaves every character alone that does not say so. */

import { type Grammar, type Part, topParts } from '../../config/grammar.ts';
import { type Address, listAddress, topContainer } from '../../core/address.ts';
import type { Desired, KindName } from '../../core/state.ts';
import { amendmentOf, declare, settle } from '../../declaration/amendment.ts';
import { inserted } from '../../declaration/order.ts';
import { renamedResource } from '../../declaration/rename.ts';
import { type Renamed, type Renaming, renamingOf } from '../../declaration/renaming.ts';
import { declaredAt } from '../../declaration/resources.ts';
import type { KindShape, Shapes } from '../../kinds/shape.ts';
import { composeConfiguration } from '../compose/compose.ts';
import { topKeys, topLayout } from '../compose/layout.ts';
import {
  type CollectionNode,
  keyOf,
  type Member,
  memberIn,
  newMember,
  nodeOf,
  type Tree,
  textOf,
  valueIn,
} from '../tree/tree.ts';
import { settled } from './anchors.ts';
import { editedBlock, editedOrder, editedResources } from './block-edits.ts';
import {
  attempt,
  type Editing,
  editingOf,
  inOrder,
  isWanted,
  itemAddress,
  memberAddress,
  type Refused,
  resourceAt,
  type Wanted,
} from './editing.ts';
import { editedInPlace } from './in-place.ts';
import { emptied, endsAnew, withMembers, withValue } from './members.ts';
import { type SourceFile, sourceFileOf } from './source-file.ts';
import { editedWords, movedAddition } from './word-edits.ts';

export interface RewriteInput {
  /** The main file and what it includes, as they were read: text by path, main file first. */
  readonly sources: ReadonlyMap<string, string>;
  /** What they declare. */
  readonly before: Desired;
  /**
   * What they shall declare. A field or resource that is missing is released or removed, a list that is missing is no longer declared;
   * `moved` missing: it stays. Of pins, `protect` and `replace` only what is stated is edited.
   */
  readonly after: Wanted;
  /** Resources that stay what they are under another key; `after` has them under the new one. */
  readonly renamed?: readonly Renamed[];
  readonly shapes: Shapes;
}

export type { Wanted };

export interface Rewritten {
  /** Only files that change. */
  readonly texts: ReadonlyMap<string, string>;
  /** What was left out, and why. */
  readonly refused: readonly Refused[];
}

export function rewrite(input: RewriteInput): Rewritten {
  const { sources, before, after, renamed = [], shapes } = input;
  const texts = renamed.length === 0 ? editedInPlace(sources, before, after, shapes) : undefined;
  return texts === undefined ? rewriteTrees(input) : { texts, refused: [] };
}

/** The same of anything that a file can say. */
export function rewriteTrees({ sources, before, after: given, renamed = [], shapes }: RewriteInput): Rewritten {
  const files = [...sources].flatMap(([file, text]) => sourceFileOf(file, text) ?? []);
  const renaming = renamingOf(renamed, shapes);
  const { after, refused } = keepReferenced({ before, after: given }, renaming, shapes);
  const editing = editingOf({ before, after, renaming, shapes });
  locate(editing, files);
  const texts = new Map<string, string>();
  for (const [index, source] of files.entries()) {
    const { root } = source.tree;
    const edited = settled(editedRoot(editing, source, index === 0));
    if (edited === root) continue;
    const isEndKept = edited.members.at(-1)?.source === root.members.at(-1)?.source && !endsAnew(edited.members.at(-1));
    const after = isEndKept ? source.tree.after : source.tree.after.map(emptied);
    texts.set(source.file, source.printed({ ...source.tree, root: edited, after }));
  }
  return { texts, refused: [...refused, ...editing.refused] };
}

/** `isMain`: lists that no file has yet come here. */
function editedRoot(editing: Editing, source: SourceFile, isMain: boolean): CollectionNode {
  const { root } = source.tree;
  const parts = topParts(editing.shapes);
  const kept = root.members.flatMap((member): readonly Member[] => {
    const part = parts.get(keyOf(member));
    const value = part === undefined ? editedWords(editing, source, member) : editedPart(editing, source, part, member);
    return value === undefined ? [] : [withValue(member, value)];
  });
  const wanted = inOrder(kept, isMain ? additions(editing) : [], topKeys(editing.shapes));
  return attempt(editing, { address: '' }, () => withMembers(root, wanted, true), root);
}

/** undefined: the key goes. */
function editedPart(editing: Editing, source: SourceFile, part: Part, member: Member): Tree | undefined {
  const { value } = member;
  if (part.is === 'order') {
    const isJoined = editing.homes.get(keyOf(member)) !== source.file;
    return editedOrder(editing, value, { before: topContainer, after: topContainer }, isJoined);
  }
  if (part.is !== 'map' && part.is !== 'single') return value;
  const list = listAddress(null, part.shape.segment);
  if (part.is === 'single') return editing.after.at.has(list) ? editedBlock(editing, source, value, list) : undefined;
  if (!isWanted(editing, list)) return undefined;
  return editedResources(editing, source, value, list, part.shape, editing.homes.get(keyOf(member)) === source.file);
}

function additions(editing: Editing): readonly Member[] {
  const { shapes, wanted, homes } = editing;
  const missing = [...topParts(shapes)].filter(([key, part]) => {
    if (homes.has(key)) return false;
    if (part.is === 'single') return editing.after.at.has(part.shape.segment);
    if (part.is === 'order') return wanted.orders[topContainer] !== undefined;
    return part.is === 'map' && isWanted(editing, part.shape.segment);
  });
  const blocks = missing.length === 0 ? {} : composeConfiguration(wanted, shapes);
  const moved = movedAddition(editing);
  const added = missing.map(([key]) => newMember(key, topLayout(key, blocks[key], shapes)));
  return [...added, ...(moved === undefined ? [] : [newMember('moved', moved)])];
}

interface Consistent {
  readonly after: Wanted;
  readonly refused: readonly Refused[];
}

/** Over and over, as what stays names others in turn. */
function keepReferenced(
  { before, after }: { readonly before: Desired; readonly after: Wanted },
  renaming: Renaming,
  shapes: Shapes,
): Consistent {
  const old = declaredAt(before.resources, renaming.now);
  const amendment = amendmentOf(after, shapes);
  const refused: Refused[] = [];
  settle(amendment, (lack) => {
    const gone = lack.is === 'name' ? old.get(lack.name.names) : undefined;
    if (lack.is !== 'name' || gone === undefined) return false;
    declare(amendment, renamedResource(gone, renaming));
    refused.push({
      address: gone.address,
      reason: `${lack.resource.address} names it as its ${lack.name.field}`,
      span: gone.span,
    });
    return true;
  });
  if (refused.length === 0) return { after, refused };
  return {
    after: {
      ...after,
      resources: [...amendment.at.values()],
      orders: ordersWith(before, after, amendment.at, renaming),
    },
    refused,
  };
}

/** What stays stands behind those that stood before it. */
function ordersWith(
  { orders: old }: Desired,
  { orders }: Wanted,
  there: ReadonlyMap<Address, unknown>,
  { now }: Renaming,
): Wanted['orders'] {
  const placed = new Set(Object.values(orders).flat());
  const result: { [container: Address]: readonly Address[] } = { ...orders };
  for (const [container, given] of Object.entries(old)) {
    const before = given.map(now);
    const order = result[now(container)];
    const staying = before.filter((address) => there.has(address) && !placed.has(address));
    if (order !== undefined) result[now(container)] = inserted(order, staying, before);
  }
  return result;
}

/** Fills `items` and `homes`. */
function locate(editing: Editing, files: readonly SourceFile[]): void {
  const parts = topParts(editing.shapes);
  for (const source of files) {
    for (const member of source.tree.root.members) {
      const key = keyOf(member);
      const part = parts.get(key);
      if (part === undefined && key !== 'moved') continue;
      const value = nodeOf(member.value);
      const isEmpty = value !== undefined && value.is !== 'scalar' && value.members.length === 0;
      if (!isEmpty || !editing.homes.has(key)) editing.homes.set(key, source.file);
      if (part?.is === 'map')
        locateMap(editing, source, listAddress(null, part.shape.segment), part.shape, member.value);
    }
  }
}

function locateMap(editing: Editing, source: SourceFile, list: string, shape: KindShape, tree: Tree): void {
  const node = nodeOf(tree);
  if (node?.is !== 'map') return;
  const { parts } = editing.grammar(shape.name);
  for (const member of node.members)
    locateBlock(editing, source, memberAddress(editing, source, list, shape, member), parts, member.value);
}

function locateBlock(
  editing: Editing,
  source: SourceFile,
  address: Address,
  parts: ReadonlyMap<string, Part>,
  tree: Tree,
): void {
  const block = nodeOf(tree);
  if (block?.is !== 'map') return;
  for (const member of block.members) {
    const part = parts.get(keyOf(member));
    if (part?.is === 'map')
      locateMap(editing, source, listAddress(address, part.shape.segment), part.shape, member.value);
    if (part?.is === 'sequence') locateItems(editing, source, address, part.of, member.value);
  }
}

function locateItems(
  editing: Editing,
  source: SourceFile,
  container: Address,
  kinds: readonly KindName[],
  tree: Tree,
): void {
  const list = nodeOf(tree);
  if (list?.is !== 'list') return;
  const wrapped = editing.shapes.get(editing.before.at.get(container)?.kind ?? '')?.wraps?.child;
  for (const member of list.members) {
    const item = nodeOf(member.value);
    const kind = item?.is === 'map' ? kindOf(item, kinds, editing.grammar) : undefined;
    if (kind === undefined) continue;
    const address = addressOf(editing, source, container, kind, item as CollectionNode);
    const isFlat = wrapped === kind;
    editing.items.set(address, { member, isFlat, kind });
    locateBlock(editing, source, address, editing.grammar(kind, isFlat).parts, member.value);
  }
}

/** A word that is a variable says its key only where that is read: the item is known by its place, as members of maps are. */
function addressOf(
  editing: Editing,
  source: SourceFile,
  container: Address,
  kind: KindName,
  item: CollectionNode,
): Address {
  const word = valueIn(item, editing.grammar(kind).shape.itemWord ?? '');
  const node = word && nodeOf(word);
  const key = (word && textOf(word)) ?? '';
  const found =
    node !== undefined && key.includes('${')
      ? resourceAt(editing, source, kind, node.source?.textStart ?? 0)
      : undefined;
  return found?.address ?? itemAddress(editing, container, kind, key);
}

function kindOf(item: CollectionNode, kinds: readonly KindName[], grammar: Grammar): KindName | undefined {
  return kinds.find((kind) => memberIn(item, grammar(kind).shape.itemWord ?? '') !== undefined);
}
