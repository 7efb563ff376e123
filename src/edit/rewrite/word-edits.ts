/** Edits the top-level keys that hold no resources but name them: `moved`, and the rules of `drift`. */
import type { Address } from '../../core/address.ts';
import type { Renaming } from '../../declaration/renaming.ts';
import type { Move } from '../../kinds/renames.ts';
import { addressPath, type Shapes } from '../../kinds/shape.ts';
import type { Layout } from '../compose/layout.ts';
import { collectionSplices, type Holder } from './collection.ts';
import type { Editing } from './editing.ts';
import type { Page } from './page.ts';
import type { Piece } from './pieces.ts';
import type { Splice } from './rope.ts';
import { entryIn, type ItemTree, nodeOf, type Tree, valueIn } from './tree.ts';
import { valueSplices } from './value-edits.ts';

export function wordSplices(editing: Editing, page: Page, key: string, holder: Holder): readonly Splice[] {
  const { member } = holder;
  if (member === null) return [];
  if (key === 'moved') return movedSplices(editing, page, holder);
  return key === 'drift' ? ruleSplices(editing, page, holder) : [];
}

function wantedMoves({ wanted, declared }: Editing): readonly Move[] {
  return wanted.moved ?? declared.moved;
}

function movedSplices(editing: Editing, page: Page, holder: Holder): readonly Splice[] {
  const list = holder.member && nodeOf(holder.member.value);
  if (list?.is !== 'list') return [];
  const isInFlow = holder.isInFlow || list.isFlow;
  const kept = list.members.flatMap((member, index): readonly Piece[] => {
    const said = moveOf(editing, member);
    const wanted = said && successor(editing, said);
    if (said === undefined || wanted === undefined) return [];
    if (said.reused !== wanted.reused) return [newMove(wanted)];
    const splices = [
      ...endSplices(editing, page, member, isInFlow, 'from', said.from, wanted.from),
      ...endSplices(editing, page, member, isInFlow, 'to', said.to, wanted.to),
    ];
    return [{ is: 'old', from: list, index, splices }];
  });
  const added = editing.homes.get('moved') === page.file ? addedMoves(editing).map(newMove) : [];
  return collectionSplices(page, holder, list, [...kept, ...added]);
}

/** The entry as it is declared: in the files, keys may be written in capitals. */
function moveOf({ declared }: Editing, { value }: ItemTree): Move | undefined {
  const from = textIn(value, 'from');
  return (
    declared.moved.find((move) => move.from === from) ?? declared.moved.find((move) => move.from.toLowerCase() === from?.toLowerCase())
  );
}

function textIn(tree: Tree, key: string): string | undefined {
  const value = valueIn(tree, key);
  const node = value && nodeOf(value);
  return node?.is === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

/** What becomes of an entry: one with the same beginning, else one with the same end. */
function successor(editing: Editing, said: Move): Move | undefined {
  const wanted = wantedMoves(editing);
  const known = new Set(editing.declared.moved.map(({ from }) => from));
  return wanted.find(({ from }) => from === said.from) ?? wanted.find(({ from, to }) => to === said.to && !known.has(from));
}

function addedMoves(editing: Editing): readonly Move[] {
  const successors = new Set(editing.declared.moved.flatMap((move) => successor(editing, move)?.from ?? []));
  return wantedMoves(editing).filter(({ from }) => !successors.has(from));
}

function moveLayout({ from, to, reused }: Move): Layout {
  const end = (value: Address | true): Layout => ({ is: 'scalar', value });
  const entries = [['from', end(from)] as const, ['to', end(to)] as const, ...(reused ? [['reused', end(true)] as const] : [])];
  return { is: 'map', entries, isShort: true };
}

function newMove(move: Move): Piece {
  return { is: 'new', key: null, layout: moveLayout(move) };
}

/** Where no file has any entry yet. */
export function movedAddition(editing: Editing): Layout | undefined {
  const moves = editing.homes.has('moved') ? [] : wantedMoves(editing);
  return moves.length === 0 ? undefined : { is: 'list', items: moves.map(moveLayout), isShort: false };
}

function endSplices(
  { anchored }: Editing,
  page: Page,
  item: ItemTree,
  isInFlow: boolean,
  end: string,
  before: Address,
  after: Address,
): readonly Splice[] {
  const member = entryIn(item.value, end);
  if (member === undefined) return [];
  const isInBrackets = isInFlow || (item.value.is === 'map' && item.value.isFlow);
  return valueSplices(page, anchored, { member, isInFlow: isInBrackets }, { before, after });
}

/** Rules go on meaning what they meant. */
function ruleSplices({ renaming, shapes, anchored }: Editing, page: Page, holder: Holder): readonly Splice[] {
  const ignore = holder.member && valueIn(holder.member.value, 'ignore');
  const rules = ignore && nodeOf(ignore);
  if (renaming.pairs.length === 0 || rules?.is !== 'list') return [];
  return rules.members.flatMap(({ value }) => {
    const member = entryIn(value, 'address');
    const before = textIn(value, 'address');
    if (member === undefined || before === undefined) return [];
    const edit = { before, after: followed(before, renaming, shapes) };
    return valueSplices(
      page,
      anchored,
      { member, isInFlow: holder.isInFlow || rules.isFlow || (value.is === 'map' && value.isFlow) },
      edit,
    );
  });
}

/** The new form of an address, a list, or a pattern as far as it names something. */
export function followed(pattern: string, { now }: Renaming, shapes: Shapes): string {
  const parts = pattern.split('/');
  const open = parts.findIndex((part) => part.includes('*'));
  const length = open === -1 ? parts.length : open;
  for (let end = length; end > 0; end -= 1) {
    const named = parts.slice(0, end).join('/');
    if (addressPath(named, shapes) !== undefined) return [now(named), ...parts.slice(end)].join('/');
  }
  return pattern;
}
