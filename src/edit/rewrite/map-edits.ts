/** Edits a map of resources: their keys, their blocks, which of them there are. */
import { keyIn, type ListAddress, listAddress } from '../../core/address.ts';
import type { DesiredResource } from '../../core/state.ts';
import type { KindShape } from '../../kinds/shape.ts';
import { composeBlock } from '../compose/compose.ts';
import { blockLayout } from '../compose/layout.ts';
import { type CollectionNode, type Member, newMember, newScalar, type Tree } from '../tree/tree.ts';
import { visit } from './anchors.ts';
import { attempt, type Editing, memberAddress } from './editing.ts';
import { withMembers, withValue } from './members.ts';
import type { SourceFile } from './source-file.ts';

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
    visit(editing.anchored, tree, (node) => (node.is === 'map' ? editedMap(editing, source, node, list, shape, isHome) : node));
  return attempt(editing, { address: list }, edit, tree);
}

function editedMap(
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
    const edited = withValue(member, editing.editBlock(editing, source, member.value, address));
    return [now === address ? edited : { ...edited, key: { ...newScalar(keyIn(now)), props: member.key?.props ?? '' } }];
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
