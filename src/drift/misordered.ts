/** Finds siblings in another order than last applied and than declared. */
import { type Address, topContainer, topContainerId } from '../core/address.ts';
import { isEqual } from '../core/equal.ts';
import { groupBy } from '../core/group-by.ts';
import { markedPositions, siblingMark } from '../core/order-mark.ts';
import type { LiveObject } from '../core/state.ts';
import { containerKind, placeField } from '../kinds/shape.ts';
import { knownOrder } from '../plan/ledger/orders-kept.ts';
import { comparable } from '../plan/moves/live-order.ts';
import { fewestMoves } from '../plan/moves/moves.ts';
import type { DriftEntry, Unread } from './entry.ts';
import type { Examined, Subject } from './examined.ts';

export function misorderedEntries(examined: Examined) {
  const { draft, subjects } = examined;
  const { desired, live, shapes } = draft.world.input;
  const entries: DriftEntry[] = [];
  const unread: Unread[] = [];
  const standing = groupBy([...subjects.values()].filter(isOrdered), (each) => placeOf(each) ?? topContainerId);
  for (const container of Object.keys(desired.orders).sort()) {
    const kind = containerKind(container, shapes);
    const id = container === topContainer ? topContainerId : subjects.get(container)?.live?.id;
    if (kind === undefined || id === undefined) continue;
    const positions = positionsBefore(examined, container);
    const members = (standing.get(id) ?? []).filter(({ live }) => positions(live.id) !== undefined);
    const runs = live.orders[id] ?? [];
    for (const siblings of comparable(members)) {
      const order = compareSiblings(siblings, positions, runs, desired.orders[container] ?? []);
      if (order === 'unread') unread.push({ list: container, reason: 'the order could not be read', hides: [] });
      else if (order)
        entries.push(
          entryOf({ address: container, kind, id: id === topContainerId ? desired.organization : id }, order),
        );
    }
  }
  return { entries, unread };
}

type OrderedSubject = Subject & { readonly live: LiveObject };

function isOrdered(subject: Subject): subject is OrderedSubject {
  return subject.live !== undefined && subject.shape.orderedIn !== undefined;
}

/** Id of its group or collection, otherwise of its parent. */
function placeOf({ shape, live }: OrderedSubject): string | null {
  const place = live.fields[placeField(shape) ?? ''];
  return typeof place === 'string' ? place : live.parentId;
}

type PositionOf = (id: string) => number | undefined;

/** From the ledger, otherwise as declared. */
function positionsBefore({ draft, hasLedger, subjects }: Examined, container: Address): PositionOf {
  if (hasLedger) {
    const positions = markedPositions(knownOrder(draft.world, container) ?? '');
    return (id) => positions.get(siblingMark(id));
  }
  const declared = (draft.world.input.desired.orders[container] ?? []).map(
    (address) => subjects.get(address)?.live?.id,
  );
  const positions = new Map(declared.map((id, at) => [id, at]));
  return (id) => positions.get(id);
}

interface Compared {
  readonly before: readonly Address[];
  readonly after: readonly Address[];
  readonly ids: readonly string[];
}

/** undefined: no drift. Items of further runs have an unknown position (an empty group). */
function compareSiblings(
  siblings: readonly OrderedSubject[],
  positionBefore: PositionOf,
  runs: readonly (readonly string[])[],
  declared: readonly Address[],
): Compared | 'unread' | undefined {
  const isShared = siblings.every(({ shape }) => !shape.orderedApart);
  const positions = new Map((isShared ? (runs[0] ?? []) : runs.flat()).map((id, at) => [id, at]));
  const unseen = new Set(isShared ? runs.slice(1).flat() : []);
  const seen = siblings.filter(({ live }) => !unseen.has(live.id));
  const idAt = new Map(seen.map(({ address, live }) => [address, live.id]));
  const wanted = declared.filter((address) => idAt.has(address));
  if (seen.some(({ live }) => !positions.has(live.id))) return wanted.length > 1 ? 'unread' : undefined;
  const sorted = (positionOf: PositionOf) =>
    [...seen].sort((a, b) => (positionOf(a.live.id) ?? 0) - (positionOf(b.live.id) ?? 0)).map(({ address }) => address);
  const [before, after] = [sorted(positionBefore), sorted((id) => positions.get(id))];
  const isWanted = new Set(wanted);
  const isAsWanted = isEqual(
    after.filter((address) => isWanted.has(address)),
    wanted,
  );
  if (isAsWanted || isEqual(before, after)) return undefined;
  return { before, after, ids: after.map((address) => idAt.get(address) ?? '') };
}

function entryOf(container: Pick<DriftEntry, 'address' | 'kind' | 'id'>, { before, after, ids }: Compared): DriftEntry {
  const moved = fewestMoves(before, after).map(({ item, relation, beside }) => ({ address: item, relation, beside }));
  return { class: 'misordered', ...container, order: { before, after, moved }, marks: ids };
}
