/** Sibling order. Positions are numbers with gaps, so that a move writes one object. */

import { invalid } from '../http/errors.ts';
import type { Kind, Row } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { Context } from './context.ts';

/** Spaces and collections share the sibling order of their parent. */
export const contentKinds = ['collection', 'space'] as const satisfies readonly Kind[];

type Relation = 'before' | 'after';

export function lastPlace(store: Store, kinds: readonly Kind[], parent: string): number {
  return Math.floor(store.lastPosition(kinds, parent) ?? 0) + 1;
}

/** The former position of a row, or directly before a sibling that now has this position. */
export function placeAgain(
  store: Store,
  kinds: readonly Kind[],
  { parent, position }: Pick<Row, 'parent' | 'position'>,
): number {
  const other = siblings(store, kinds, parent).find((row) => row.position === position);
  return other === undefined ? position : placeBeside(store, kinds, other, 'before');
}

function placeBeside(store: Store, kinds: readonly Kind[], sibling: Row, relation: Relation) {
  const found = between(store, kinds, sibling, relation);
  if (found !== undefined) return found;
  renumber(store, kinds, sibling.parent);
  const moved = store.find(sibling.kind, sibling.id, sibling.parent);
  const place = moved && between(store, kinds, moved, relation);
  if (place === undefined) throw new Error(`no place ${relation} ${sibling.kind} ${sibling.id}`);
  return place;
}

function between(store: Store, kinds: readonly Kind[], sibling: Row, relation: Relation) {
  const other = store.neighbour(kinds, sibling.parent, sibling.position, relation);
  if (other === undefined)
    return relation === 'before' ? Math.ceil(sibling.position) - 1 : Math.floor(sibling.position) + 1;
  const middle = (sibling.position + other) / 2;
  return middle === other || middle === sibling.position ? undefined : middle;
}

export function siblings<K extends Kind>(store: Store, kinds: readonly K[], parent: string): Row<K>[] {
  return kinds.flatMap((kind) => store.children(kind, parent)).sort((a, b) => a.position - b.position);
}

function renumber(store: Store, kinds: readonly Kind[], parent: string) {
  for (const [index, row] of siblings(store, kinds, parent).entries())
    store.replace(row, { ...row, position: index + 1 });
}

function readRelation<R>(position: Position<R>): {
  relation: Relation;
  reference: R;
} {
  const { before, after } = position;
  if (before !== undefined && after === undefined) return { relation: 'before', reference: before };
  if (after !== undefined && before === undefined) return { relation: 'after', reference: after };
  throw invalid('body.position: exactly one of before and after must be given');
}

export interface Position<Reference> {
  before?: Reference;
  after?: Reference;
}

export function placeAt<Reference>(
  store: Store,
  kinds: readonly Kind[],
  { row, parent }: { row: Row; parent: string },
  position: Position<Reference>,
  named: (reference: Reference) => { kind: Kind; id: string },
): number {
  const { relation, reference } = readRelation(position);
  const { kind, id } = named(reference);
  return placeBeside(store, kinds, requireSibling(store, kind, id, row, parent), relation);
}

export function movedTo<K extends Kind, Reference>(
  { store }: Pick<Context, 'store'>,
  row: Row<K>,
  kinds: readonly Kind[],
  position: Position<Reference> | undefined,
  named: (reference: Reference) => { kind: Kind; id: string },
): Row<K> {
  if (position === undefined) return row;
  const moved = { ...row, position: placeAt(store, kinds, { row, parent: row.parent }, position, named) };
  store.replace(row, moved);
  return moved;
}

function requireSibling<K extends Kind>(store: Store, kind: K, id: string, moved: Row, parent: string) {
  const sibling = store.find(kind, id);
  if (sibling === undefined || sibling.parent !== parent)
    throw invalid(`body.position: ${kind} ${JSON.stringify(id)} is not a sibling there`);
  if (sibling.kind === moved.kind && sibling.id === moved.id)
    throw invalid('body.position: an object cannot be placed beside itself');
  return sibling;
}
