/** Edits the lists whose order readers see: items stay, move with their comments between lists of a site, come and go. */
import { type Address, keyIn } from '../../core/address.ts';
import type { DesiredResource, KindName } from '../../core/state.ts';
import { composeBlock } from '../compose/compose.ts';
import { blockLayout } from '../compose/layout.ts';
import { keyOf, type Member, newCollection, newMember, type Tree } from '../tree/tree.ts';
import { visit } from './anchors.ts';
import { EditRefusal } from './edit-refusal.ts';
import { attempt, type Editing, type ItemSpot } from './editing.ts';
import { withMembers, withValue } from './members.ts';
import type { SourceFile } from './source-file.ts';
import { editedValue } from './value-edits.ts';

/** `container`: the address it has now. */
export function editedSequence(editing: Editing, source: SourceFile, tree: Tree, container: Address, kinds: readonly KindName[]): Tree {
  const after = editing.after.at.get(editing.renaming.now(container));
  if (after === undefined) return tree;
  const edit = () =>
    visit(editing.anchored, tree, (node) => (node.is === 'list' ? withMembers(node, itemsOf(editing, source, after, kinds)) : node));
  return attempt(editing, { address: container }, edit, tree);
}

function itemsOf(editing: Editing, source: SourceFile, container: DesiredResource, kinds: readonly KindName[]): readonly Member[] {
  return (editing.after.sequenceOf(container, kinds) ?? []).map((resource) => itemOf(editing, source, resource));
}

/** Where it stands already, or composed; what it holds may stand already. */
function itemOf(editing: Editing, source: SourceFile, resource: DesiredResource): Member {
  const was = editing.renaming.was(resource.address);
  const spot = editing.items.get(was);
  if (spot !== undefined && editing.before.at.has(was)) return editedItem(editing, source, was, spot);
  const tree = composedItem(editing, resource);
  const inner = sequenceIn(editing, resource);
  if (inner === undefined || tree.is !== 'map' || !holdsOld(editing, resource, inner.kinds)) return newMember(undefined, tree);
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
  return (editing.after.sequenceOf(container, kinds) ?? []).some(({ address }) => editing.items.has(editing.renaming.was(address)));
}

function editedItem(editing: Editing, source: SourceFile, address: Address, { member, isFlat, kind }: ItemSpot): Member {
  const now = editing.renaming.now(address);
  const value = editing.editBlock(editing, source, member.value, address, isFlat);
  if (keyIn(now) === keyIn(address)) return withValue(member, value);
  if (value.is === 'alias') throw new EditRefusal('it is an alias of another item');
  if (value.is !== 'map') return withValue(member, value);
  const edit = { before: keyIn(address), after: keyIn(now) };
  const renamed = value.members.map((each) =>
    keyOf(each) === editing.grammar(kind).shape.itemWord ? withValue(each, editedValue(editing.anchored, each.value, edit)) : each,
  );
  return withValue(member, withMembers(value, renamed));
}

/** A list that its container did not state so far; undefined: nothing old comes into it. */
export function movedSequence(
  editing: Editing,
  source: SourceFile,
  key: string,
  container: DesiredResource,
  kinds: readonly KindName[],
): Member | undefined {
  if (!holdsOld(editing, container, kinds)) return undefined;
  return newMember(key, newCollection('list', false, itemsOf(editing, source, container, kinds)));
}
