/** Edits the block of one resource: its fields, its words, and what stands in it, in maps and in lists whose order readers see. */
import type { Block, Part } from '../../config/grammar.ts';
import { type Address, keyIn, type ListAddress, listAddress } from '../../core/address.ts';
import { isEqual } from '../../core/equal.ts';
import type { DesiredResource, KindName } from '../../core/state.ts';
import type { DesiredValue, Value } from '../../core/value.ts';
import type { FieldShape } from '../../kinds/field.ts';
import { containerKind, type KindShape, keepsOrderIn } from '../../kinds/shape.ts';
import { composeBlock, composeValue, isDefault } from '../compose/compose.ts';
import { blockLayout, plainLayout } from '../compose/layout.ts';
import {
  type CollectionNode,
  keyOf,
  type Member,
  type NodeTree,
  newCollection,
  newMember,
  newScalar,
  nodeOf,
  type Tree,
} from '../tree/tree.ts';
import { visit } from './anchors.ts';
import {
  attempt,
  type Editing,
  EditRefusal,
  guardWords,
  type ItemSpot,
  inOrder,
  isWanted,
  memberAddress,
} from './editing.ts';
import { withMembers, withValue } from './members.ts';
import type { SourceFile } from './source-file.ts';
import { editedValue, refuseVariable, replaced } from './value-edits.ts';

/** A resource as it is declared and as it shall be, with its block. */
interface Subject {
  readonly editing: Editing;
  readonly source: SourceFile;
  readonly before: DesiredResource;
  readonly after: DesiredResource;
  readonly block: Block;
  readonly isFlat: boolean;
}

/** `address`: the one it has now. */
export function editedBlock(editing: Editing, source: SourceFile, tree: Tree, address: Address, isFlat = false): Tree {
  const before = editing.before.at.get(address);
  const after = editing.after.at.get(editing.renaming.now(address));
  if (before === undefined || after === undefined) return tree;
  const subject = { editing, source, before, after, block: editing.grammar(before.kind, isFlat), isFlat };
  const { whole } = subject.block;
  return visit(editing.anchored, tree, (node): NodeTree => {
    if (whole !== undefined) return editedField(subject, node, whole) as NodeTree;
    if (node.is === 'scalar') return editedShorthand(subject, node);
    return node.is === 'map' ? editedMap(subject, node) : node;
  });
}

function written(field: FieldShape | undefined, value: DesiredValue | undefined): Value | undefined {
  return field === undefined || value === undefined ? undefined : (composeValue(field, value) as Value);
}

function place({ before }: Subject, field: string) {
  const span = before.fieldSpans[field];
  return { address: before.address, field, ...(span === undefined ? {} : { span }) };
}

function editedField(subject: Subject, tree: Tree, name: string): Tree {
  const { editing, block, before, after } = subject;
  const field = block.shape.fields[name];
  const to = written(field, after.fields[name]);
  if (to === undefined) return tree;
  const isSet = field?.type.is === 'list' && field.type.compare === 'set';
  const edit = { before: written(field, before.fields[name]), after: to, ...(isSet ? { isSet } : {}) };
  return attempt(editing, place(subject, name), () => editedValue(editing.anchored, tree, edit), tree);
}

/** `ana@acme.dev: admin` stays so short as long as nothing else is said. */
function editedShorthand(subject: Subject, node: NodeTree): NodeTree {
  const { editing, after, block } = subject;
  const name = block.shape.shorthand;
  if (name === undefined) return node;
  const said = composeBlock(editing.wanted, after.address, editing.shapes);
  if (typeof said !== 'object' || said === null) return editedField(subject, node, name) as NodeTree;
  if (!isChanged(subject)) return node;
  return attempt(editing, place(subject, name), () => replaced(node, plainLayout(said)), node);
}

function isChanged({ before, after, block }: Subject): boolean {
  const text = ({ fields }: DesiredResource) =>
    Object.keys(block.shape.fields)
      .map((name) => JSON.stringify(fields[name]) ?? '')
      .join('\n');
  return (
    text(before) !== text(after) || guardWords.some((word) => after[word] !== undefined && after[word] !== before[word])
  );
}

function editedMap(subject: Subject, node: CollectionNode): NodeTree {
  const { block, editing } = subject;
  const kept = node.members.flatMap((member): readonly Member[] => {
    const part = block.parts.get(keyOf(member));
    const value = part === undefined ? member.value : editedPart(subject, part, member.value);
    return value === undefined ? [] : [withValue(member, value)];
  });
  const stated = new Set(node.members.map(keyOf));
  const added = [...block.parts].flatMap(([key, part]) =>
    stated.has(key) ? [] : (addition(subject, key, part, stated) ?? []),
  );
  const wanted = inOrder(kept, added, [...block.parts.keys()]);
  return attempt(editing, { address: subject.before.address }, () => withMembers(node, wanted), node);
}

/** undefined: the key goes. */
function editedPart(subject: Subject, part: Part, tree: Tree): Tree | undefined {
  const { editing, source, before, after, isFlat } = subject;
  switch (part.is) {
    case 'field':
    case 'file':
      return editedStatedField(subject, part, tree);
    case 'map': {
      const list = listAddress(after.address, part.shape.segment);
      if (!isWanted(editing, list)) return undefined;
      return editedResources(editing, source, tree, listAddress(before.address, part.shape.segment), part.shape, true);
    }
    case 'single': {
      const address = listAddress(before.address, part.shape.segment);
      return editing.after.at.has(editing.renaming.now(address))
        ? editedBlock(editing, source, tree, address)
        : undefined;
    }
    case 'sequence':
      if (editing.after.sequenceOf(after, part.of) === undefined) return undefined;
      return editedSequence(editing, source, tree, before.address, part.of);
    case 'order':
      return editedOrder(editing, tree, { before: before.address, after: after.address });
    case 'default':
      return editedDefault(subject, tree, isFlat);
    case 'pin':
    case 'protect':
    case 'replace':
      return editedGuard(subject, part.is, tree);
    case 'prune':
      return declaresList(subject) ? tree : undefined;
  }
}

/** A block that declares none of its lists any longer has nothing to prune. */
function declaresList({ editing, block, after }: Subject): boolean {
  return [...block.parts.values()].some((part) => {
    if (part.is === 'map') return isWanted(editing, listAddress(after.address, part.shape.segment));
    return part.is === 'sequence' && editing.after.sequenceOf(after, part.of) !== undefined;
  });
}

function editedStatedField(
  subject: Subject,
  part: Extract<Part, { is: 'field' | 'file' }>,
  tree: Tree,
): Tree | undefined {
  const { editing, before, after } = subject;
  const { name, field } = part;
  const [from, to] = [before.fields[name], after.fields[name]];
  const isFile = part.is === 'file' || (field.fromFile !== undefined && nodeOf(tree)?.is === 'map');
  if (to === undefined && from === undefined) return tree;
  if (to !== undefined && !isFile) return editedField(subject, tree, name);
  if (to !== undefined && JSON.stringify(from) === JSON.stringify(to)) return tree;
  return attempt<Tree | undefined>(
    editing,
    place(subject, name),
    () => {
      if (to !== undefined) throw new EditRefusal('its value is the text of a file, which is yours to change');
      refuseVariable(tree);
      return undefined;
    },
    tree,
  );
}

function editedGuard(subject: Subject, word: (typeof guardWords)[number], tree: Tree): Tree {
  const { editing, before, after } = subject;
  const to = after[word];
  if (to === undefined || to === before[word]) return tree;
  const edit = { before: before[word], after: to };
  return attempt(editing, { address: before.address }, () => editedValue(editing.anchored, tree, edit), tree);
}

function editedDefault(subject: Subject, tree: Tree, isFlat: boolean): Tree | undefined {
  const { editing, before, after } = subject;
  const [was, is] = [
    isDefault(editing.before, editing.shapes, before),
    isDefault(editing.after, editing.shapes, after),
  ];
  if (!isFlat || was === is) return tree;
  return is ? editedValue(editing.anchored, tree, { before: false, after: true }) : undefined;
}

function addition(subject: Subject, key: string, part: Part, stated: ReadonlySet<string>): Member | undefined {
  const { editing, before, after, isFlat } = subject;
  const plain = (value: unknown): Member => newMember(key, plainLayout(value));
  switch (part.is) {
    case 'field': {
      const isFromFile = stated.has(part.field.fileKey ?? '') && before.fields[part.name] !== undefined;
      if (after.fields[part.name] === undefined || isFromFile) return undefined;
      if (editing.wanted.fileOf?.(after.address, part.name) !== undefined) return composed(subject, key);
      return plain(composeValue(part.field, after.fields[part.name] as DesiredValue));
    }
    case 'pin':
    case 'protect':
    case 'replace':
      return after[part.is] === undefined || after[part.is] === before[part.is] ? undefined : plain(after[part.is]);
    case 'default':
      return isFlat &&
        isDefault(editing.after, editing.shapes, after) &&
        !isDefault(editing.before, editing.shapes, before)
        ? plain(true)
        : undefined;
    case 'order': {
      const names = orderNames(editing, after.address, 'after');
      return names === undefined ? undefined : plain(names);
    }
    case 'sequence':
      if (editing.after.sequenceOf(after, part.of) === undefined) return undefined;
      return movedSequence(editing, subject.source, key, after, part.of) ?? composed(subject, key);
    case 'map':
      return isWanted(editing, listAddress(after.address, part.shape.segment)) ? composed(subject, key) : undefined;
    case 'single':
      return editing.after.at.has(listAddress(after.address, part.shape.segment)) ? composed(subject, key) : undefined;
    default:
      return undefined;
  }
}

/** What stands under one key of the block, as it is composed anew. */
function composed({ editing, after, isFlat }: Subject, key: string): Member | undefined {
  const value = composeBlock(editing.wanted, after.address, editing.shapes);
  const whole = blockLayout(value, after.kind, editing.shapes, isFlat);
  return whole.is === 'map' ? whole.members.find((member) => keyOf(member) === key) : undefined;
}

/** `list`: the address it has now. `isHome`: new members come here. */
export function editedResources(
  editing: Editing,
  source: SourceFile,
  tree: Tree,
  list: ListAddress,
  shape: KindShape,
  isHome: boolean,
): Tree {
  const edit = () =>
    visit(editing.anchored, tree, (node) =>
      node.is === 'map' ? editedEntries(editing, source, node, list, shape, isHome) : node,
    );
  return attempt(editing, { address: list }, edit, tree);
}

function editedEntries(
  editing: Editing,
  source: SourceFile,
  node: CollectionNode,
  list: ListAddress,
  shape: KindShape,
  isHome: boolean,
): CollectionNode {
  const kept = node.members.flatMap((member): readonly Member[] => {
    const address = memberAddress(editing, source, list, shape, member);
    const now = editing.renaming.now(address);
    if (!editing.after.at.has(now)) return [];
    const edited = withValue(member, editedBlock(editing, source, member.value, address));
    return [
      now === address ? edited : { ...edited, key: { ...newScalar(keyIn(now)), props: member.key?.props ?? '' } },
    ];
  });
  const added = isHome ? newMembers(editing, list, shape).map((resource) => composedMember(editing, resource)) : [];
  return withMembers(node, [...kept, ...added]);
}

/** Resources of the list that are declared nowhere yet. */
function newMembers(editing: Editing, list: ListAddress, shape: KindShape): readonly DesiredResource[] {
  const parent = list === shape.segment ? null : editing.renaming.now(list.slice(0, -shape.segment.length - 1));
  return editing.after
    .inList(listAddress(parent, shape.segment))
    .filter(({ address }) => !editing.before.at.has(editing.renaming.was(address)));
}

function composedMember({ wanted, shapes }: Editing, { address, key, kind }: DesiredResource): Member {
  return newMember(key, blockLayout(composeBlock(wanted, address, shapes), kind, shapes));
}

/** `container`: the address it has now. */
function editedSequence(
  editing: Editing,
  source: SourceFile,
  tree: Tree,
  container: Address,
  kinds: readonly KindName[],
): Tree {
  const after = editing.after.at.get(editing.renaming.now(container));
  if (after === undefined) return tree;
  const edit = () =>
    visit(editing.anchored, tree, (node) =>
      node.is === 'list' ? withMembers(node, itemsOf(editing, source, after, kinds)) : node,
    );
  return attempt(editing, { address: container }, edit, tree);
}

function itemsOf(
  editing: Editing,
  source: SourceFile,
  container: DesiredResource,
  kinds: readonly KindName[],
): readonly Member[] {
  return (editing.after.sequenceOf(container, kinds) ?? []).map((resource) => itemOf(editing, source, resource));
}

/** Where it stands already, or composed; what it holds may stand already. */
function itemOf(editing: Editing, source: SourceFile, resource: DesiredResource): Member {
  const was = editing.renaming.was(resource.address);
  const spot = editing.items.get(was);
  if (spot !== undefined && editing.before.at.has(was)) return editedItem(editing, source, was, spot);
  const tree = composedItem(editing, resource);
  const inner = sequenceIn(editing, resource);
  if (inner === undefined || tree.is !== 'map' || !holdsOld(editing, resource, inner.kinds))
    return newMember(undefined, tree);
  const list = newCollection('list', false, itemsOf(editing, source, resource, inner.kinds));
  const members = tree.members.map((member) => (keyOf(member) === inner.key ? withValue(member, list) : member));
  return newMember(undefined, newCollection('map', false, members));
}

function composedItem({ wanted, shapes, after }: Editing, { address, kind, parent }: DesiredResource): Tree {
  const isFlat = shapes.get(after.at.get(parent ?? '')?.kind ?? '')?.wraps?.child === kind;
  return blockLayout(composeBlock(wanted, address, shapes), kind, shapes, isFlat);
}

function sequenceIn(
  editing: Editing,
  { kind }: DesiredResource,
): { readonly key: string; readonly kinds: readonly KindName[] } | undefined {
  for (const [key, part] of editing.grammar(kind).parts) if (part.is === 'sequence') return { key, kinds: part.of };
  return undefined;
}

function holdsOld(editing: Editing, container: DesiredResource, kinds: readonly KindName[]): boolean {
  return (editing.after.sequenceOf(container, kinds) ?? []).some(({ address }) =>
    editing.items.has(editing.renaming.was(address)),
  );
}

function editedItem(
  editing: Editing,
  source: SourceFile,
  address: Address,
  { member, isFlat, kind }: ItemSpot,
): Member {
  const now = editing.renaming.now(address);
  const value = editedBlock(editing, source, member.value, address, isFlat);
  if (keyIn(now) === keyIn(address)) return withValue(member, value);
  if (value.is === 'alias') throw new EditRefusal('it is an alias of another item');
  if (value.is !== 'map') return withValue(member, value);
  const edit = { before: keyIn(address), after: keyIn(now) };
  const renamed = value.members.map((each) =>
    keyOf(each) === editing.grammar(kind).shape.itemWord
      ? withValue(each, editedValue(editing.anchored, each.value, edit))
      : each,
  );
  return withValue(member, withMembers(value, renamed));
}

/** A list that its container did not state so far; undefined: nothing old comes into it. */
function movedSequence(
  editing: Editing,
  source: SourceFile,
  key: string,
  container: DesiredResource,
  kinds: readonly KindName[],
): Member | undefined {
  if (!holdsOld(editing, container, kinds)) return undefined;
  return newMember(key, newCollection('list', false, itemsOf(editing, source, container, kinds)));
}

/** undefined: no order is stated. */
function orderNames(editing: Editing, container: Address, when: 'before' | 'after'): readonly string[] | undefined {
  const { orders } = when === 'before' ? editing.declared : editing.wanted;
  const kind = containerKind(container, editing.shapes);
  const segments = [...editing.shapes.values()]
    .filter((shape) => keepsOrderIn(shape, kind))
    .map(({ segment }) => segment);
  return orders[container]?.map((address) => {
    const key = keyIn(address);
    const isAmbiguous = segments.filter((segment) => editing[when].at.has(`${segment}/${key}`)).length > 1;
    return isAmbiguous ? address : key;
  });
}

/** Edits an `order` that is written. `container`: before and after; `isJoined`: another file has part of it, and takes all of it. undefined: the key goes. */
export function editedOrder(
  editing: Editing,
  tree: Tree,
  container: { readonly before: Address; readonly after: Address },
  isJoined = false,
): Tree | undefined {
  const after = orderNames(editing, container.after, 'after');
  if (after === undefined) return undefined;
  const before = orderNames(editing, container.before, 'before');
  if (isJoined) return isEqual(before, after) ? tree : undefined;
  const edit = { before, after };
  return attempt(editing, { address: container.before }, () => editedValue(editing.anchored, tree, edit), tree);
}
