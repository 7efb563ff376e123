/** Finds where things stand in the files: items of lists, and the file that new members of a list go to. */
import { itemWords, type Part, topParts } from '../../config/grammar.ts';
import { type Address, listAddress } from '../../core/address.ts';
import type { KindName } from '../../core/state.ts';
import type { KindShape } from '../../kinds/shape.ts';
import { type Editing, itemAddress, memberAddress, resourceAt } from './editing.ts';
import type { Page } from './page.ts';
import { type EntryTree, type MapTree, nodeOf, type Tree, valueIn } from './tree.ts';

/** Fills `items` and `homes`. */
export function locate(editing: Editing, pages: readonly Page[]): void {
  const parts = topParts(editing.shapes);
  for (const page of pages) {
    for (const entry of page.tree.members) {
      const part = parts.get(entry.key);
      if (part === undefined && entry.key !== 'moved') continue;
      const value = nodeOf(entry.value);
      const isEmpty = value.is !== 'scalar' && value.members.length === 0;
      if (!isEmpty || !editing.homes.has(entry.key)) editing.homes.set(entry.key, page.file);
      if (part?.is === 'map') locateMap(editing, page, listAddress(null, part.shape.segment), part.shape, entry.value, page.tree.isFlow);
    }
  }
}

function locateMap(editing: Editing, page: Page, list: string, shape: KindShape, tree: Tree, isInFlow: boolean): void {
  const node = nodeOf(tree);
  if (node.is !== 'map') return;
  const { parts } = editing.grammar(shape.name);
  for (const member of node.members) {
    const address = memberAddress(editing, page, list, shape, member.key, member.keyStart);
    locateBlock(editing, page, address, parts, member, isInFlow || node.isFlow);
  }
}

function locateBlock(
  editing: Editing,
  page: Page,
  address: Address,
  parts: ReadonlyMap<string, Part>,
  member: Pick<EntryTree, 'value'>,
  isInFlow: boolean,
): void {
  const block = nodeOf(member.value);
  if (block.is !== 'map') return;
  for (const entry of block.members) {
    const part = parts.get(entry.key);
    if (part?.is === 'map')
      locateMap(editing, page, listAddress(address, part.shape.segment), part.shape, entry.value, isInFlow || block.isFlow);
    if (part?.is === 'sequence') locateItems(editing, page, address, part.of, entry.value, isInFlow || block.isFlow);
  }
}

function locateItems(editing: Editing, page: Page, container: Address, kinds: readonly KindName[], tree: Tree, isInFlow: boolean): void {
  const list = nodeOf(tree);
  if (list.is !== 'list') return;
  const isSite = editing.shapes.get(editing.before.at.get(container)?.kind ?? '')?.wraps !== undefined;
  for (const [index, member] of list.members.entries()) {
    const item = nodeOf(member.value);
    const kind = item.is === 'map' ? kindOf(item, kinds) : undefined;
    if (kind === undefined) continue;
    const address = addressOf(editing, page, container, kind, item as MapTree);
    const isFlat = isSite && editing.shapes.get(editing.before.at.get(container)?.kind ?? '')?.wraps?.child === kind;
    editing.items.set(address, { tree: list, index, isInFlow: isInFlow || list.isFlow, isFlat, kind });
    locateBlock(editing, page, address, editing.grammar(kind, isFlat).parts, member, isInFlow || list.isFlow);
  }
}

/** A word that is a variable says its key only where that is read: the item is known by its place, as members of maps are. */
function addressOf(editing: Editing, page: Page, container: Address, kind: KindName, item: MapTree): Address {
  const key = keyOf(item, kind);
  const word = valueIn(item, itemWords[kind] ?? '');
  const found = word !== undefined && key.includes('${') ? resourceAt(editing, page, kind, nodeOf(word).textStart) : undefined;
  return found?.address ?? itemAddress(editing, container, kind, key);
}

export function kindOf(item: MapTree, kinds: readonly KindName[]): KindName | undefined {
  return kinds.find((kind) => item.members.some(({ key }) => key === itemWords[kind]));
}

export function keyOf(item: MapTree, kind: KindName): string {
  const value = valueIn(item, itemWords[kind] ?? '');
  const node = value && nodeOf(value);
  return node?.is === 'scalar' ? String(node.value) : '';
}
