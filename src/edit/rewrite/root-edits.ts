/** Edits the top-level keys of one file. */
import { type Part, topParts } from '../../config/grammar.ts';
import { listAddress, topContainer } from '../../core/address.ts';
import { composeConfiguration } from '../compose/compose.ts';
import { topLayout } from '../compose/layout.ts';
import { blockSplices } from './block-edits.ts';
import { collectionSplices } from './collection.ts';
import { attempt, type Editing, isWanted, topKeys } from './editing.ts';
import { resourceMapSplices } from './map-edits.ts';
import { orderSplices } from './order-names.ts';
import type { Page } from './page.ts';
import type { Piece } from './pieces.ts';
import type { Splice } from './rope.ts';
import type { EntryTree } from './tree.ts';
import { movedAddition, wordSplices } from './word-edits.ts';

/** `isMain`: lists that no file has yet come here. */
export function rootSplices(editing: Editing, page: Page, isMain: boolean): readonly Splice[] {
  const { tree } = page;
  const parts = topParts(editing.shapes);
  const order = topKeys(editing.shapes);
  const rank = (key: string): number => order.indexOf(key);
  const pieces: { readonly rank: number; readonly piece: Piece }[] = [];
  for (const [index, member] of tree.members.entries()) {
    const part = parts.get(member.key);
    const splices =
      part === undefined
        ? wordSplices(editing, page, member.key, { member, isInFlow: tree.isFlow })
        : partSplices(editing, page, part, member);
    if (splices !== undefined) pieces.push({ rank: rank(member.key), piece: { is: 'old', from: tree, index, splices } });
  }
  for (const { key, piece } of isMain ? additions(editing) : []) {
    const at = pieces.findLastIndex((each) => each.rank < rank(key)) + 1;
    pieces.splice(at, 0, { rank: rank(key), piece });
  }
  const wanted = pieces.map(({ piece }) => piece);
  return attempt(editing, { address: '' }, () => collectionSplices(page, { member: null, isInFlow: false }, tree, wanted), []);
}

/** undefined: the key goes. */
function partSplices(editing: Editing, page: Page, part: Part, member: EntryTree): readonly Splice[] | undefined {
  const holder = { member, isInFlow: page.tree.isFlow };
  if (part.is === 'order') {
    const isJoined = editing.homes.get(member.key) !== page.file;
    return orderSplices(editing, page, holder, { before: topContainer, after: topContainer }, isJoined);
  }
  if (part.is !== 'map' && part.is !== 'single') return [];
  const list = listAddress(null, part.shape.segment);
  if (part.is === 'single') return editing.after.at.has(list) ? blockSplices(editing, page, holder, list) : undefined;
  if (!isWanted(editing, list)) return undefined;
  return resourceMapSplices(editing, page, holder, list, part.shape, editing.homes.get(member.key) === page.file);
}

function additions(editing: Editing): readonly { readonly key: string; readonly piece: Piece }[] {
  const { shapes, wanted, homes } = editing;
  const missing = [...topParts(shapes)].filter(([key, part]) => {
    if (homes.has(key)) return false;
    if (part.is === 'single') return editing.after.at.has(part.shape.segment);
    if (part.is === 'order') return wanted.orders[topContainer] !== undefined;
    return part.is === 'map' && isWanted(editing, part.shape.segment);
  });
  const blocks = missing.length === 0 ? {} : composeConfiguration(wanted, shapes);
  const moved = movedAddition(editing);
  const added = missing.map(([key]) => [key, topLayout(key, blocks[key], shapes)] as const);
  return [...added, ...(moved === undefined ? [] : [['moved', moved] as const])].map(([key, layout]) => ({
    key,
    piece: { is: 'new', key, layout },
  }));
}
