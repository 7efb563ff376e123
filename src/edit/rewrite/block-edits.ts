/** Edits the block of one resource, with the blocks of its children. */

import { type Alias, isAlias, isMap, isScalar, isSeq, type Node } from 'yaml';
import type { Block, Part } from '../../config/grammar.ts';
import { type Address, keyIn, type ListAddress, listAddress } from '../../core/address.ts';
import { isEqual } from '../../core/compare.ts';
import { withoutUndefined } from '../../core/defined.ts';
import type { DesiredResource, DesiredValue, KindName, Value } from '../../core/state.ts';
import type { FieldShape } from '../../kinds/field.ts';
import { inheritsAll, type KindShape, keepsOrderIn, kindOfContainer } from '../../kinds/shape.ts';
import { blockLayout, composeBlock, composePart, composeValue, partLayout, plainLayout } from '../compose/compose.ts';
import {
  type Entry,
  inPlaceOf,
  keyOf,
  newEntry,
  newList,
  newScalar,
  setMembers,
  valueIn,
  type YamlMap,
} from '../yaml/nodes.ts';
import { EditRefusal } from '../yaml/source-file.ts';
import {
  attempt,
  type Editing,
  type FileEditing,
  type ItemPlace,
  inOrder,
  isWanted,
  memberAddress,
} from './editing.ts';
import { editedValue, refuseVariable, replaced } from './value-edits.ts';

/** A resource before and after the edit, with its grammar. */
interface Subject {
  readonly editing: FileEditing;
  readonly before: DesiredResource;
  readonly after: DesiredResource;
  readonly block: Block;
  readonly isFlat: boolean;
}

/** Edits the block of the resource that has this address now. */
export function editedBlock(editing: FileEditing, node: Node | null, address: Address, isFlat = false): Node | null {
  const before = editing.before.at.get(address);
  const after = editing.after.at.get(editing.renaming.now(address));
  if (before === undefined || after === undefined || after.isExternal) return node;
  const subject = { editing, before, after, block: editing.grammar(before.kind, isFlat), isFlat };
  const { whole, shape } = subject.block;
  if (inheritsAll(shape, before.fields) !== inheritsAll(shape, after.fields))
    return attempt(editing, { address, span: before.span }, () => replaced(node, composedNode(subject)), node);
  if (isAlias(node)) return withoutAlias(subject, node);
  if (whole !== undefined) return editedField(subject, node, whole);
  if (node === null || isScalar(node)) return editedShorthand(subject, node);
  if (isMap(node)) editMap(subject, node as YamlMap);
  return node;
}

/** Replaces the alias by its own node, because other aliases repeat the shared node. */
function withoutAlias(subject: Subject, node: Alias, key?: string) {
  const { editing, before, after, isFlat } = subject;
  const [was, is] = composed(subject);
  if (JSON.stringify(partOf(was, key)) === JSON.stringify(partOf(is, key))) return node;
  const block = blockLayout(is, after.kind, editing.shapes, isFlat);
  const value = key === undefined ? block : valueIn(block, key);
  return attempt(editing, { address: before.address, span: before.span }, () => replaced(node, value ?? block), node);
}

function composedNode({ editing, after, isFlat }: Subject): Node {
  const { wanted, shapes } = editing;
  const value = composeBlock(wanted, after.address, shapes);
  return value === null ? newScalar(null) : blockLayout(value, after.kind, shapes, isFlat);
}

function composed({ editing, before, after }: Subject) {
  const { declaration, wanted, shapes } = editing;
  return [composeBlock(declaration, before.address, shapes), composeBlock(wanted, after.address, shapes)];
}

function partOf(block: unknown, key: string | undefined) {
  return key === undefined ? block : (block as { readonly [key: string]: unknown })[key];
}

function written(field: FieldShape | undefined, value: DesiredValue | undefined) {
  return field === undefined || value === undefined ? undefined : (composeValue(field, value) as Value);
}

function place({ before }: Subject, field: string) {
  return withoutUndefined({ address: before.address, field, span: before.fieldSpans[field] });
}

function editedField(subject: Subject, node: Node | null, name: string) {
  const { editing, block, before, after } = subject;
  const field = block.shape.fields[name];
  const to = written(field, after.fields[name]);
  if (to === undefined) return node;
  const isSet = field?.type.is === 'list' && field.type.compare === 'set';
  const edit = { before: written(field, before.fields[name]), after: to, isSet };
  return attempt(editing, place(subject, name), () => editedValue(node, edit), node);
}

/** `ana@acme.dev: admin` stays a scalar while the block has no other field. */
function editedShorthand(subject: Subject, node: Node | null) {
  const name = subject.block.shape.shorthand;
  if (name === undefined) return node;
  const [was, value] = composed(subject);
  if (typeof value !== 'object' || value === null) return editedField(subject, node, name);
  if (JSON.stringify(was) === JSON.stringify(value)) return node;
  return attempt(subject.editing, place(subject, name), () => replaced(node, plainLayout(value)), node);
}

function editMap(subject: Subject, node: YamlMap, parts = subject.block.parts) {
  const stated = new Set(node.items.map(keyOf));
  const kept = node.items.filter((entry) => {
    const part = parts.get(keyOf(entry));
    return part === undefined || editPart(subject, part, entry);
  });
  const added = [...parts].flatMap(([key, part]) =>
    stated.has(key) || isElsewhere(subject, part) ? [] : (addition(subject, key, part, stated) ?? []),
  );
  setMembers(node, inOrder(kept, added, [...parts.keys()]));
}

/** Whether another file has the list, or the block with the other keys. */
function isElsewhere({ editing, before }: Subject, part: Part) {
  const list = part.is === 'map' ? editing.homes.get(listAddress(before.address, part.shape.segment)) : undefined;
  return (list ?? editing.homes.get(before.address) ?? editing.source.file) !== editing.source.file;
}

/** false: the key is removed. */
function editPart(subject: Subject, part: Part, entry: Entry) {
  const { editing, before, after } = subject;
  const { value } = entry;
  const isBlocks = ['map', 'group', 'sequence', 'order'].includes(part.is);
  if (isBlocks && !isStated(subject, part)) return false;
  if (isBlocks && isAlias(value)) {
    entry.value = withoutAlias(subject, value, keyOf(entry));
    return true;
  }
  const edited = (now: Node | null | undefined) => {
    if (now !== undefined) entry.value = now;
    return now !== undefined;
  };
  switch (part.is) {
    case 'field':
    case 'file':
      return edited(editedStatedField(subject, part, value));
    case 'map': {
      const list = listAddress(before.address, part.shape.segment);
      editResources(editing, value, list, part.shape, !isElsewhere(subject, part));
      return true;
    }
    case 'group':
      if (isMap(value)) editMap(subject, value as YamlMap, part.parts);
      return true;
    case 'single': {
      const address = listAddress(before.address, part.shape.segment);
      const isKept = editing.after.at.has(editing.renaming.now(address));
      return isKept && edited(editedBlock(editing, value, address));
    }
    case 'sequence': {
      const edit = () => isSeq<Node>(value) && setMembers(value, itemsOf(editing, after, part.of));
      attempt(editing, { address: before.address }, edit, undefined);
      return true;
    }
    case 'order':
      return edited(editedOrder(editing, value, { before: before.address, after: after.address }));
    case 'default':
    case 'pin':
    case 'protect':
    case 'replace':
      return edited(editedFlag(subject, keyOf(entry), part, value));
    case 'external':
      return true;
    case 'prune':
      return [...subject.block.parts.values()].some((each) => each.is !== 'order' && isStated(subject, each));
  }
}

/** Whether the block declares the list after the edit. */
function isStated(subject: Subject, part: Part): boolean {
  const { editing, after } = subject;
  if (part.is === 'group') return [...part.parts.values()].some((each) => isStated(subject, each));
  if (part.is === 'map') return isWanted(editing, listAddress(after.address, part.shape.segment));
  if (part.is === 'order') return editing.wanted.orders[after.address] !== undefined;
  return part.is === 'sequence' && editing.after.sequenceOf(after, part.of) !== undefined;
}

function editedStatedField(subject: Subject, part: Extract<Part, { is: 'field' | 'file' }>, node: Node | null) {
  const { editing, before, after } = subject;
  const { name, field } = part;
  const [from, to] = [before.fields[name], after.fields[name]];
  const isFile = part.is === 'file' || (field.fromFile !== undefined && isMap(node));
  if (to === undefined && from === undefined) return node;
  if (to !== undefined && !isFile) return editedField(subject, node, name);
  if (to !== undefined && JSON.stringify(from) === JSON.stringify(to)) return node;
  const remove = () => {
    if (to !== undefined) throw new EditRefusal('its value is the text of a file, which docform does not edit');
    refuseVariable(node);
    return undefined;
  };
  return attempt<Node | null | undefined>(editing, place(subject, name), remove, node);
}

/** Guards that are not intended stay as they are; the default is removed. */
function editedFlag(subject: Subject, key: string, part: Part, node: Node | null) {
  const { editing, before, after } = subject;
  const from = composePart(editing.declaration, before, key, part, editing.shapes);
  const to = composePart(editing.wanted, after, key, part, editing.shapes);
  if (to === from) return node;
  if (to === undefined) return part.is === 'default' ? undefined : node;
  const edit = { before: (from ?? false) as Value, after: to as Value };
  return attempt(editing, { address: before.address }, () => editedValue(node, edit), node);
}

function addition(subject: Subject, key: string, part: Part, stated: ReadonlySet<string>) {
  const { editing, before, after } = subject;
  const { shapes, declaration, wanted } = editing;
  if (part.is === 'field' && stated.has(part.field.fileKey ?? '') && before.fields[part.name] !== undefined)
    return undefined;
  const value =
    part.is === 'order' ? orderNames(editing, after.address, 'after') : composePart(wanted, after, key, part, shapes);
  // A key that the block does not state can come from a template.
  const isUnchanged =
    (['pin', 'protect', 'replace', 'default'].includes(part.is) || (stated.has('extends') && part.is !== 'order')) &&
    isEqual(value as Value, composePart(declaration, before, key, part, shapes) as Value);
  if (value === undefined || isUnchanged) return undefined;
  if (part.is === 'sequence') return newEntry(key, newList(itemsOf(editing, after, part.of), false));
  return newEntry(key, partLayout(value, part, shapes));
}

/** Edits the map of a list that has this address now. `isHome`: new members are added here. */
export function editResources(
  editing: FileEditing,
  node: Node | null,
  list: ListAddress,
  shape: KindShape,
  isHome: boolean,
): void {
  if (!isMap(node)) return;
  const map = node as YamlMap;
  const kept = map.items.flatMap((entry): readonly Entry[] => {
    const address = memberAddress(editing, list, shape, entry);
    const now = editing.renaming.now(address);
    const after = editing.after.at.get(now);
    if (after === undefined) return [];
    const before = editing.before.at.get(address);
    if (before !== undefined && before.isExternal !== after.isExternal) return [composedEntry(editing, after)];
    entry.value = editedBlock(editing, entry.value, address);
    if (now !== address) entry.key = inPlaceOf(entry.key, newScalar(keyIn(now)));
    return [entry];
  });
  const added = isHome ? newMembers(editing, list, shape).map((resource) => composedEntry(editing, resource)) : [];
  setMembers(map, [...kept, ...added]);
}

/** Resources of the list that no file declares yet. */
function newMembers(editing: Editing, list: ListAddress, shape: KindShape): readonly DesiredResource[] {
  const parent = list === shape.segment ? null : editing.renaming.now(list.slice(0, -shape.segment.length - 1));
  return editing.after
    .inList(listAddress(parent, shape.segment))
    .filter(({ address }) => !editing.before.at.has(editing.renaming.was(address)));
}

function composedEntry({ wanted, shapes, carried }: Editing, { address, key, kind }: DesiredResource) {
  return carried.get(address) ?? newEntry(key, blockLayout(composeBlock(wanted, address, shapes), kind, shapes));
}

function itemsOf(editing: FileEditing, container: DesiredResource, kinds: readonly KindName[]) {
  return (editing.after.sequenceOf(container, kinds) ?? []).map((resource) => itemOf(editing, resource));
}

/** The item in the files, or a new one, which can contain items from the files. */
function itemOf(editing: FileEditing, resource: DesiredResource) {
  const { wanted, shapes, after } = editing;
  const { address, kind, parent } = resource;
  const was = editing.renaming.was(address);
  const item = editing.items.get(was);
  if (item !== undefined && editing.before.at.has(was)) return editedItem(editing, was, item);
  const isFlat = shapes.get(after.at.get(parent ?? '')?.kind ?? '')?.wraps?.child === kind;
  const node = blockLayout(composeBlock(wanted, address, shapes), kind, shapes, isFlat) as YamlMap;
  const { parts } = editing.grammar(kind);
  for (const entry of node.items) {
    const part = parts.get(keyOf(entry));
    if (part?.is === 'sequence') entry.value = newList(itemsOf(editing, resource, part.of), false);
  }
  return node;
}

function editedItem(editing: FileEditing, address: Address, { node, isFlat, kind }: ItemPlace) {
  const now = editing.renaming.now(address);
  const edited = editedBlock(editing, node, address, isFlat) as Node;
  if (keyIn(now) === keyIn(address)) return edited;
  if (isAlias(edited)) throw new EditRefusal('it is an alias of another item');
  const word = (edited as YamlMap).items.find((each) => keyOf(each) === editing.grammar(kind).shape.itemWord);
  if (word !== undefined) word.value = editedValue(word.value, { before: keyIn(address), after: keyIn(now) });
  return edited;
}

/** undefined: no order is declared. */
function orderNames(editing: Editing, container: Address, when: 'before' | 'after') {
  const { orders } = when === 'before' ? editing.declared : editing.wanted;
  const kind = kindOfContainer(container, editing.shapes);
  const segments = [...editing.shapes.values()]
    .filter((shape) => keepsOrderIn(shape, kind))
    .map(({ segment }) => segment);
  return orders[container]?.map((address) => {
    const key = keyIn(address);
    const isAmbiguous = segments.filter((segment) => editing[when].at.has(`${segment}/${key}`)).length > 1;
    return isAmbiguous ? address : key;
  });
}

/**
 * Edits an `order` in the files. `container`: its address before and after. `isJoined`: another file has a part of the order, and gets all
 * of it. undefined: the key is removed.
 */
export function editedOrder(
  editing: Editing,
  node: Node | null,
  container: { readonly before: Address; readonly after: Address },
  isJoined = false,
): Node | null | undefined {
  const after = orderNames(editing, container.after, 'after');
  if (after === undefined) return undefined;
  const before = orderNames(editing, container.before, 'before');
  if (isJoined) return isEqual(before, after) ? node : undefined;
  return attempt(editing, { address: container.before }, () => editedValue(node, { before, after }), node);
}
