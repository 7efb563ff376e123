/** Finds where things stand in the files: items of lists, and the file that new members of a list go to. */
import { type Grammar, type Part, topParts } from '../../config/grammar.ts';
import { type Address, listAddress } from '../../core/address.ts';
import type { KindName } from '../../core/state.ts';
import type { KindShape } from '../../kinds/shape.ts';
import { type CollectionNode, keyOf, memberIn, nodeOf, type Tree, valueIn } from '../tree/tree.ts';
import { type Editing, itemAddress, memberAddress, resourceAt } from './editing.ts';
import type { SourceFile } from './source-file.ts';

/** Fills `items` and `homes`. */
export function locate(editing: Editing, files: readonly SourceFile[]): void {
  const parts = topParts(editing.shapes);
  for (const source of files) {
    for (const member of source.tree.root.members) {
      const key = keyOf(member);
      const part = parts.get(key);
      if (part === undefined && key !== 'moved') continue;
      const value = nodeOf(member.value);
      const isEmpty = value !== undefined && value.is !== 'scalar' && value.members.length === 0;
      if (!isEmpty || !editing.homes.has(key)) editing.homes.set(key, source.file);
      if (part?.is === 'map') locateMap(editing, source, listAddress(null, part.shape.segment), part.shape, member.value);
    }
  }
}

function locateMap(editing: Editing, source: SourceFile, list: string, shape: KindShape, tree: Tree): void {
  const node = nodeOf(tree);
  if (node?.is !== 'map') return;
  const { parts } = editing.grammar(shape.name);
  for (const member of node.members) locateBlock(editing, source, memberAddress(editing, source, list, shape, member), parts, member.value);
}

function locateBlock(editing: Editing, source: SourceFile, address: Address, parts: ReadonlyMap<string, Part>, tree: Tree): void {
  const block = nodeOf(tree);
  if (block?.is !== 'map') return;
  for (const member of block.members) {
    const part = parts.get(keyOf(member));
    if (part?.is === 'map') locateMap(editing, source, listAddress(address, part.shape.segment), part.shape, member.value);
    if (part?.is === 'sequence') locateItems(editing, source, address, part.of, member.value);
  }
}

function locateItems(editing: Editing, source: SourceFile, container: Address, kinds: readonly KindName[], tree: Tree): void {
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
function addressOf(editing: Editing, source: SourceFile, container: Address, kind: KindName, item: CollectionNode): Address {
  const word = valueIn(item, editing.grammar(kind).shape.itemWord ?? '');
  const node = word && nodeOf(word);
  const key = node?.is === 'scalar' ? (node.written ?? String(node.value)) : '';
  const found = node !== undefined && key.includes('${') ? resourceAt(editing, source, kind, node.source?.textStart ?? 0) : undefined;
  return found?.address ?? itemAddress(editing, container, kind, key);
}

function kindOf(item: CollectionNode, kinds: readonly KindName[], grammar: Grammar): KindName | undefined {
  return kinds.find((kind) => memberIn(item, grammar(kind).shape.itemWord ?? '') !== undefined);
}
