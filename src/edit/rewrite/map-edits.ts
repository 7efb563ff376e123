/** Edits a map of resources: their keys, their blocks, which of them there are. */
import { type Address, keyIn, type ListAddress, listAddress } from '../../core/address.ts';
import type { DesiredResource } from '../../core/state.ts';
import type { KindShape } from '../../kinds/shape.ts';
import { composeBlock } from '../compose/compose.ts';
import { blockLayout } from '../compose/layout.ts';
import { visit } from './anchors.ts';
import { collectionSplices, type Holder } from './collection.ts';
import { attempt, type Editing, memberAddress } from './editing.ts';
import type { Page } from './page.ts';
import type { Piece } from './pieces.ts';
import { restyled } from './restyle.ts';
import { type Splice, splice } from './rope.ts';
import type { EntryTree, MapTree } from './tree.ts';

/** `list`: the address it has now. `isHome`: new members come here. */
export function resourceMapSplices(
  editing: Editing,
  page: Page,
  holder: Holder,
  list: ListAddress,
  shape: KindShape,
  isHome: boolean,
): readonly Splice[] {
  return attempt(
    editing,
    { address: list },
    () =>
      visit(page, editing.anchored, holder, (node) =>
        node.is === 'map' ? mapSplices(editing, page, holder, node, list, shape, isHome) : [],
      ),
    [],
  );
}

function mapSplices(
  editing: Editing,
  page: Page,
  holder: Holder,
  node: MapTree,
  list: ListAddress,
  shape: KindShape,
  isHome: boolean,
): readonly Splice[] {
  const isInFlow = holder.isInFlow || node.isFlow;
  const kept = node.members.flatMap((member, index): readonly Piece[] => {
    const address = memberAddress(editing, page, list, shape, member.key, member.keyStart);
    const now = editing.renaming.now(address);
    if (!editing.after.at.has(now)) return [];
    const key = now === address ? [] : keySplices(member, now, isInFlow, page.eol);
    return [{ is: 'old', from: node, index, splices: [...key, ...editing.editBlock(editing, page, { member, isInFlow }, address)] }];
  });
  const added = isHome ? newMembers(editing, list, shape).map((resource) => newMember(editing, resource)) : [];
  return collectionSplices(page, holder, node, [...kept, ...added]);
}

/** Resources of the list that are declared nowhere yet. */
export function newMembers(editing: Editing, list: ListAddress, shape: KindShape): readonly DesiredResource[] {
  const parent = list === shape.segment ? null : editing.renaming.now(list.slice(0, -shape.segment.length - 1));
  return editing.after
    .inList(listAddress(parent, shape.segment))
    .filter(({ address }) => !editing.before.at.has(editing.renaming.was(address)));
}

function newMember({ wanted, shapes }: Editing, { address, key, kind }: DesiredResource): Piece {
  return { is: 'new', key, layout: blockLayout(composeBlock(wanted, address, shapes), kind, shapes) };
}

/** The key in place, quoted as it was. */
function keySplices({ keyStart, keyEnd, keyStyle }: EntryTree, now: Address, isInFlow: boolean, eol: string): readonly Splice[] {
  const key = keyIn(now);
  return [splice(keyStart, keyEnd, restyled(key, { style: keyStyle, isInFlow, column: 2, step: 2, hasTabLines: false, eol }))];
}
