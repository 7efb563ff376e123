/** Edits the lists whose order readers see: items stay, move with their comments between lists of a site, come and go. */
import { itemWords } from '../../config/grammar.ts';
import { type Address, keyIn } from '../../core/address.ts';
import type { DesiredResource, KindName } from '../../core/state.ts';
import { composeBlock } from '../compose/compose.ts';
import { blockLayout, type Layout } from '../compose/layout.ts';
import { visit } from './anchors.ts';
import { blockBody } from './block-body.ts';
import { collectionSplices, EditRefusal, type Holder, withoutLines } from './collection.ts';
import { attempt, type Editing, type ItemSpot } from './editing.ts';
import { bracketed } from './flow-body.ts';
import { memberText, type Place } from './member-text.ts';
import type { Page } from './page.ts';
import { needsLines, type Piece } from './pieces.ts';
import type { Rope, Splice } from './rope.ts';
import { entryIn, type ListTree } from './tree.ts';
import { valueSplices } from './value-edits.ts';

/** `container`: the address it has now. */
export function sequenceSplices(
  editing: Editing,
  page: Page,
  holder: Holder,
  container: Address,
  kinds: readonly KindName[],
): readonly Splice[] {
  const after = editing.after.at.get(editing.renaming.now(container));
  if (after === undefined) return [];
  return attempt(
    editing,
    { address: container },
    () =>
      visit(page, editing.anchored, holder, (node) => {
        if (node.is !== 'list') return [];
        return collectionSplices(page, holder, node, itemPieces(editing, page, after, kinds));
      }),
    [],
  );
}

function itemPieces(editing: Editing, page: Page, container: DesiredResource, kinds: readonly KindName[]): readonly Piece[] {
  return (editing.after.sequenceOf(container, kinds) ?? []).map((resource) => itemPiece(editing, page, resource));
}

function itemPiece(editing: Editing, page: Page, resource: DesiredResource): Piece {
  const was = editing.renaming.was(resource.address);
  const spot = editing.items.get(was);
  if (spot !== undefined && editing.before.at.has(was)) {
    return {
      is: 'old',
      from: spot.tree,
      index: spot.index,
      splices: itemSplices(editing, page, was, spot),
      anew: () => itemLayout(editing, resource),
    };
  }
  const layout = itemLayout(editing, resource);
  const inner = sequenceIn(editing, resource);
  if (inner === undefined || !holdsOld(editing, resource, inner.kinds)) return { is: 'new', key: null, layout };
  const list = innerList(editing, page, inner, resource);
  return { is: 'built', isBlock: list.isBlock, build: (place) => builtItem(page, layout, list, place) };
}

function itemLayout({ wanted, shapes, after }: Editing, { address, kind, parent }: DesiredResource): Layout {
  const isFlat = shapes.get(after.at.get(parent ?? '')?.kind ?? '')?.wraps?.child === kind;
  return blockLayout(composeBlock(wanted, address, shapes), kind, shapes, isFlat);
}

interface Inner {
  readonly key: string;
  readonly kinds: readonly KindName[];
}

function sequenceIn(editing: Editing, { kind }: DesiredResource): Inner | undefined {
  for (const [key, part] of editing.grammar(kind).parts) if (part.is === 'sequence') return { key, kinds: part.of };
  return undefined;
}

function holdsOld(editing: Editing, container: DesiredResource, kinds: readonly KindName[]): boolean {
  return (editing.after.sequenceOf(container, kinds) ?? []).some(({ address }) => editing.items.has(editing.renaming.was(address)));
}

function itemSplices(editing: Editing, page: Page, address: Address, { tree, index, isInFlow, isFlat, kind }: ItemSpot): readonly Splice[] {
  const member = tree.members[index];
  if (member === undefined) return [];
  const now = editing.renaming.now(address);
  const inside = editing.editBlock(editing, page, { member, isInFlow }, address, isFlat);
  if (keyIn(now) === keyIn(address)) return inside;
  const word = entryIn(member.value, itemWords[kind] ?? '');
  if (word === undefined) return inside;
  if (member.value.is === 'alias') throw new EditRefusal('it is an alias of another item');
  const edit = { before: keyIn(address), after: keyIn(now) };
  return [...valueSplices(page, editing.anchored, { member: word, isInFlow: isInFlow || isInBrackets(member.value) }, edit), ...inside];
}

function isInBrackets(value: ListTree['members'][number]['value']): boolean {
  return value.is === 'map' && value.isFlow;
}

/** A list of a new item, or one its container did not state so far. */
interface InnerList {
  readonly key: string;
  readonly pieces: readonly Piece[];
  readonly isBlock: boolean;
}

function innerList(editing: Editing, page: Page, { key, kinds }: Inner, container: DesiredResource): InnerList {
  const pieces = itemPieces(editing, page, container, kinds);
  return { key, pieces, isBlock: pieces.some(needsLines) };
}

const noList: ListTree = { is: 'list', isFlow: true, members: [], start: 0, textStart: 0, end: 0 };

/** What is new of it is composed, its list consists of what stood elsewhere. */
function builtItem(page: Page, layout: Layout, list: InnerList, place: Place): Rope {
  if (layout.is !== 'map') return [];
  const own: Layout = { ...layout, entries: layout.entries.filter(([key]) => key !== list.key), isShort: false };
  if (place.isFlow) return [memberText(null, own, place).slice(0, -' }'.length), ', ', ...listRope(page, list, place), ' }'];
  const column = place.column + 2;
  const { isShort: _ignored, ...lines } = place;
  return [memberText(null, own, lines), page.eol, ' '.repeat(column), ...listRope(page, list, { ...place, column })];
}

function listRope(page: Page, { key, pieces }: InnerList, { isFlow, isJson, column }: Place): Rope {
  if (isFlow)
    return [
      isJson ? `"${key}": ` : `${key}: `,
      ...bracketed(
        page,
        pieces.map((piece) => withoutLines(page, piece)),
      ),
    ];
  return [`${key}:`, page.eol, ...blockBody(page, noList, pieces, { column: column + page.listStep, isInLine: false })];
}

/** undefined: nothing old comes into it. */
export function builtSequence(
  editing: Editing,
  page: Page,
  key: string,
  container: DesiredResource,
  kinds: readonly KindName[],
): Piece | undefined {
  if (!holdsOld(editing, container, kinds)) return undefined;
  const list = innerList(editing, page, { key, kinds }, container);
  return { is: 'built', isBlock: list.isBlock, build: (place) => listRope(page, list, place) };
}
