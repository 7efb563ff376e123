/** Edits the top-level keys of one file. */
import { type Part, topParts } from '../../config/grammar.ts';
import { listAddress, topContainer } from '../../core/address.ts';
import { composeConfiguration } from '../compose/compose.ts';
import { topLayout } from '../compose/layout.ts';
import { topKeys } from '../top-keys.ts';
import { type CollectionNode, keyOf, type Member, newMember, type Tree } from '../tree/tree.ts';
import { editedBlock } from './block-edits.ts';
import { attempt, type Editing, inOrder, isWanted } from './editing.ts';
import { editedResources } from './map-edits.ts';
import { withMembers, withValue } from './members.ts';
import { editedOrder } from './order-names.ts';
import type { SourceFile } from './source-file.ts';
import { editedWords, movedAddition } from './word-edits.ts';

/** `isMain`: lists that no file has yet come here. */
export function editedRoot(editing: Editing, source: SourceFile, isMain: boolean): CollectionNode {
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
