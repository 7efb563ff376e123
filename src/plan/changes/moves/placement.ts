/** Plans the places of resources: changes of container, and the fewest moves from the current order of each list after all arrivals. */

import { type Address, containerPhrase, topContainer, topContainerId } from '../../../core/address.ts';
import { groupBy, isEqual } from '../../../core/compare.ts';
import { withoutUndefined } from '../../../core/defined.ts';
import { idMark, intendedPositions } from '../../../core/ledger-marks.ts';
import { isReference, type KindName } from '../../../core/state.ts';
import {
  hasCopySource,
  type KindShape,
  placeField,
  placement,
  shapeOf,
  valueInCreateCall,
} from '../../../kinds/shape.ts';
import { lastAppliedAt, unmanagedAddress } from '../../context/world.ts';
import { addChange, addNote, addStep, changeCreating, type Draft, type DraftStep } from '../../draft/draft.ts';
import type { Drafted } from '../../draft/drafted.ts';
import { addFollow, addNeed } from '../../draft/edges.ts';
import { blockUnlessAllowed } from '../../draft/overrides.ts';
import { originOfChange } from '../../fields/compare.ts';
import { isWrapTrigger } from '../../identity/creates.ts';
import { type Match, originalOfCopy, refersToUnknown } from '../../identity/identity.ts';
import { fewestMoves, type Move } from './moves.ts';

export function draftOrders(draft: Draft): void {
  for (const container of draft.world.containers) {
    // A move cannot name a container that was not read.
    if (refersToUnknown(draft.matches, { ref: container })) continue;
    const present = draft.matches.membersOf(container).filter(({ state }) => state !== 'hidden' && state !== 'pending');
    noteUnlistedOrder(draft, container, present);
    for (const siblings of groupComparable(present)) {
      if (!isOrderSetByCreate(draft, container, siblings) && !isInWantedOrder(draft, container, siblings))
        draftOrder(draft, container, siblings);
    }
  }
}

/** Reports an order that the platform does not list. */
function noteUnlistedOrder(draft: Draft, container: Address, present: readonly Match[]) {
  if (isOrderAssumed(draft, container)) {
    addNote(
      draft,
      container,
      'the platform still lists its contents in the order from before the last moves. docform assumes the applied order: check the order on the platform',
    );
  } else if (isOrderContradictory(draft, container, present)) {
    addNote(
      draft,
      container,
      'the platform lists its contents in no possible order, so docform does not compare their order',
    );
  }
}

function isInWantedOrder(draft: Drafted, container: Address, siblings: readonly Match[]) {
  const [main = []] = runsOfKnownOrder(draft, container);
  let at = 0;
  for (const id of main) if (siblings[at]?.live?.id === id) at += 1;
  return (
    at === siblings.length &&
    siblings.every((match) => match.state === 'matched' && isInContainer(draft, match, container))
  );
}

/** The create call of a group sets the order of its members. */
function isOrderSetByCreate(draft: Draft, container: Address, siblings: readonly Match[]) {
  const create = draft.steps.get(`${container}#create`);
  const member = siblings[0];
  if (create === undefined || member === undefined || !isAddedByCreate(draft, create, member.shape.name)) return false;
  create.fields[member.shape.segment] = siblings.map(({ resource }) => ({ ref: resource.address }));
  return true;
}

function draftOrder(draft: Draft, container: Address, siblings: readonly Match[]) {
  const line = orderAfterArrivals(draft, container, siblings);
  const here = new Set(line.current);
  const wanted = siblings.map(({ resource }) => resource.address).filter((address) => here.has(address));
  const limited = (address: string) => draft.matches.at.get(address)?.shape.movesBeside !== undefined;
  const arrivalIds = new Map(line.arriving.map((address) => [address, arrivalStepId(draft, address)]));
  const arrivalStepOf = (address: Address) => draft.steps.get(arrivalIds.get(address) ?? '');
  const arrivesByMove = (address: string) => arrivalStepOf(address)?.operation === 'move';
  const moves = fewestMoves(line.current, wanted, {
    limited,
    arrivesByMove,
    unplaced: (address) => line.unplaced.has(address),
  });
  const moved = new Set(moves.map((move) => move.item));
  const arrivals = line.arriving.flatMap((address) => {
    const arrival = arrivalStepOf(address);
    return arrival === undefined || (arrival.operation === 'move' && moved.has(address)) ? [] : [arrival];
  });
  const wrapping = draft.steps.get(`${wrapperTrigger(draft, container)}#create`);
  for (const [at, arrival] of arrivals.entries()) addFollow(arrival, (arrivals[at - 1] ?? wrapping)?.id);
  let last = arrivals.at(-1) ?? wrapping;
  const kind = siblings[0]?.shape.orderedApart ? siblings[0].shape.name : undefined;
  if (moves.length > 0) draft.orders.push(withoutUndefined({ container, kind, current: line.current, wanted }));
  for (const move of moves) {
    const match = draft.matches.at.get(move.item);
    if (match === undefined) continue;
    const each = addStep(draft, match.resource, 'move');
    for (const address of [move.item, move.beside])
      addNeed(each, arrivalIds.get(address) ?? draft.producers.get(address));
    each.beside = { relation: move.relation, address: move.beside };
    // The member is at the top level, or moves there.
    if (container !== topContainer) each.container ??= container;
    addFollow(each, last?.id);
    // While it is empty, nothing shows its new place, and the next plan would move it again.
    if (line.unplaced.has(move.item)) addFollow(each, firstArrival(draft, move.item)?.id);
    const made = changeCreating(draft, move.item, 'move');
    made.beside = each.beside;
    if (!made.steps.includes(each.id)) made.steps.push(each.id);
    last = each;
  }
  const arriving = new Set(line.arriving);
  const current = line.current.filter((address) => !arriving.has(address) && !line.unplaced.has(address));
  reportOrderOrigin(draft, { container, current, wanted, moves });
}

/** One sibling list after all arrivals, before any move. */
function orderAfterArrivals(draft: Draft, container: Address, siblings: readonly Match[]) {
  const runs = runsOfKnownOrder(draft, container);
  const positions = new Map(runs.flat().map((id, at) => [id, at]));
  const hidden = new Set(siblings.some(({ shape }) => shape.orderedApart) ? [] : runs.slice(1).flat());
  const first: Address[] = [];
  const survivors: { address: Address; at: number }[] = [];
  const arriving: Address[] = [];
  // Members whose place in `current` is assumed: it is hidden, or they are copies that can arrive early.
  const unplaced = new Set<Address>();
  for (const match of siblings) {
    const { address } = match.resource;
    const role = draft.creates.createdWith.get(address)?.role;
    const id = match.live?.id ?? '';
    if (match.state === 'absent' && mayCopyAppearIn(draft, match, container)) unplaced.add(address);
    const isMadeHere =
      role !== undefined && role !== 'space' && arrivalStepId(draft, address) === draft.producers.get(address);
    if (match.state === 'absent' && isMadeHere) first.push(address);
    else if (match.state !== 'matched' || !isInContainer(draft, match, container)) {
      if (match.state !== 'matched' || arrivalStepId(draft, address) !== undefined) arriving.push(address);
      else
        addNote(
          draft,
          address,
          `it is not ${containerPhrase(container)}, and the configuration does not move it there`,
        );
    } else if (hidden.has(id) && staysEmpty(draft, address))
      addNote(
        draft,
        address,
        'it is empty, so the platform does not show its position, and docform does not compare it',
      );
    else {
      if (hidden.has(id)) unplaced.add(address);
      survivors.push({ address, at: positions.get(id) ?? Number.MAX_SAFE_INTEGER });
    }
  }
  survivors.sort((a, b) => a.at - b.at);
  // The step that triggers the platform's wrapper comes first, so that the others find the wrapper in place.
  const trigger = wrapperTrigger(draft, container);
  arriving.sort((a, b) => Number(b === trigger) - Number(a === trigger));
  return { current: [...first, ...survivors.map(({ address }) => address), ...arriving], arriving, unplaced };
}

function wrapperTrigger(draft: Drafted, container: Address) {
  return draft.creates.wraps.find((wrap) => wrap.container === container)?.trigger;
}

/** Pending members do not arrive with this plan, so a group that has no others stays empty. */
function staysEmpty({ matches }: Drafted, address: Address) {
  return matches.membersOf(address).every(({ state }) => state === 'pending');
}

function firstArrival(draft: Drafted, container: Address) {
  const members = draft.world.desired.orders[container] ?? [];
  return members
    .map((address) => draft.steps.get(arrivalStepId(draft, address) ?? ''))
    .find((each) => each !== undefined);
}

function arrivalStepId(draft: Drafted, address: Address) {
  const shape = draft.matches.at.get(address)?.shape;
  for (const operation of shape === undefined || placeField(shape) === undefined ? [] : ['join', 'move', 'leave'])
    if (draft.steps.get(`${address}#${operation}`)?.container !== undefined) return `${address}#${operation}`;
  return draft.producers.get(address);
}

interface Siblings {
  readonly container: Address;
  readonly current: readonly Address[];
  readonly wanted: readonly Address[];
  readonly moves: readonly Move[];
}

/** Notes a change of the order on the platform, and blocks a change on both sides. */
function reportOrderOrigin(draft: Draft, { container, current, wanted, moves }: Siblings) {
  if (moves.length === 0) return;
  const before = orderInLedger(draft, container, current);
  const known = new Set(before);
  const first = moves.find(({ item }) => known.has(item));
  const origin = originOfOrder(
    before,
    current.filter((each) => known.has(each)),
    wanted.filter((each) => known.has(each)),
  );
  const match = first && draft.matches.at.get(first.item);
  if (match === undefined || origin === undefined || origin === 'configuration') return;
  const { address, kind } = match.resource;
  const made = addChange(draft, { address, kind }, 'move');
  const place = containerPhrase(container);
  if (origin === 'platform') made.notes.push(`the order ${place} was changed outside docform`);
  else
    blockUnlessAllowed(draft, made, {
      code: 'B-CONFLICT',
      reason: `the order ${place} was changed on the platform and in the configuration since the last apply`,
      hint: `\`docform drift --write ${container}\` accepts the order of the platform; or declare the right order`,
    });
}

/** Members with a place in the ledger, in that order. */
function orderInLedger(draft: Drafted, container: Address, current: readonly Address[]) {
  const positions = intendedPositions(draft.world.orders.get(container) ?? '');
  const placed = current.flatMap((address) => {
    const at = positions.get(idMark(draft.matches.idOf(address) ?? ''));
    return at === undefined ? [] : [{ address, at }];
  });
  return placed.sort((a, b) => a.at - b.at).map(({ address }) => address);
}

/** Undefined: the order is as declared. */
function originOfOrder(before: readonly Address[], now: readonly Address[], wanted: readonly Address[]) {
  if (isEqual(now, wanted)) return undefined;
  if (isEqual(before, now)) return 'configuration';
  return isEqual(before, wanted) ? 'platform' : 'both';
}

/** Into and out of groups, or by one move (spaces and collections). */
export function draftRelocations(draft: Draft): void {
  for (const match of draft.open) {
    const field = placeField(match.shape);
    // A resource with an unknown new container stays in the old one.
    if (field !== undefined && !refersToUnknown(draft.matches, match.resource.fields[field]))
      draftRelocation(draft, match, field);
  }
}

function draftRelocation(draft: Draft, match: Match, field: string) {
  const { resource, shape, live } = match;
  const value = resource.fields[field];
  const fieldShape = shape.fields[field];
  if (value === undefined || fieldShape === undefined) return;
  const wanted = isReference(value) ? value.ref : null;
  if (live === undefined) {
    draftPlaceOfNew(draft, match, field, wanted);
    return;
  }
  const current = live.fields[field] ?? null;
  if (current === (wanted === null ? null : draft.matches.idOf(wanted))) return;
  const from = typeof current === 'string' ? current : null;
  const steps = relocationSteps(draft, match, from, wanted);
  const made = addChange(draft, resource, 'move', steps);
  const before = from === null ? null : containerAddress(draft, match, from);
  const origin = originOfChange(
    field,
    fieldShape,
    value,
    from,
    lastAppliedAt(draft.world, resource.address),
    draft.matches,
  );
  made.fields.push({ field, before, after: wanted, isReference: true, ...withoutUndefined({ origin }) });
}

function draftPlaceOfNew(draft: Draft, match: Match, field: string, wanted: Address | null) {
  const { resource, shape } = match;
  const isCopy = !draft.creates.createdWith.has(resource.address) && hasCopySource(shape, resource.fields);
  if (isPlacedAtCreation(draft, match, field) || (wanted === null && !isCopy)) return;
  const steps = relocationSteps(draft, match, null, wanted);
  const made = changeCreating(draft, resource.address, 'create');
  for (const each of steps) if (!made.steps.includes(each.id)) made.steps.push(each.id);
}

function isPlacedAtCreation({ creates }: Drafted, { shape, resource }: Match, field: string) {
  if (isWrapTrigger(creates, resource.address)) return false;
  return !creates.createdWith.has(resource.address) && valueInCreateCall(shape, field, resource.fields) !== undefined;
}

/** One move, or leaves the old group and joins the new one. The create call of a new group can add its members. */
function relocationSteps(draft: Draft, match: Match, from: string | null, to: Address | null): readonly DraftStep[] {
  const { address, kind } = match.resource;
  if (match.shape.moveCarriesContainer) {
    const move = addStep(draft, { address, kind }, 'move');
    move.container = to;
    return [move];
  }
  const steps: DraftStep[] = [];
  const create = draft.steps.get(`${to}#create`);
  const isTaken = create !== undefined && isAddedByCreate(draft, create, kind);
  if (from !== null && (to === null || isTaken || !match.shape.joinsDirectly)) {
    const leave = addStep(draft, { address, kind }, 'leave');
    leave.container = containerAddress(draft, match, from);
    steps.push(leave);
  }
  if (to === null) return steps;
  const arrival = isTaken ? create : addStep(draft, { address, kind }, 'join');
  if (!isTaken) {
    arrival.container = to;
    addNeed(arrival, create?.id);
  }
  for (const each of steps) addNeed(arrival, each.id);
  addNeed(arrival, draft.producers.get(address));
  return [...steps, arrival];
}

/**
 * Whether the create call of a container adds members of this kind, and thus all members in their order. New members
 * that their own create call places come after their container.
 */
function isAddedByCreate(draft: Drafted, create: DraftStep, kind: KindName) {
  const { takesIn = [] } = shapeOf(draft.world, create.kind);
  const isAddedMember = (match: Match) => {
    const field = placeField(match.shape);
    const isOwnPlace = match.state === 'absent' && field !== undefined && isPlacedAtCreation(draft, match, field);
    return takesIn.includes(match.shape.name) && !isOwnPlace;
  };
  const members = draft.matches.membersOf(create.address);
  return takesIn.includes(kind) && members.every((match) => match.shape.orderedApart || isAddedMember(match));
}

/** The current container. Undeclared containers have a placeholder address. */
function containerAddress(draft: Draft, match: Match, id: string) {
  const kind = placement(match.shape)?.kind ?? '';
  const known = draft.matches.addressOf(kind, id);
  if (known !== undefined) return known;
  const address = unmanagedAddress(shapeOf(draft.world, kind), match.resource.parent, id);
  draft.unmanagedIds.set(address, id);
  return address;
}

/** Siblings with comparable places. Kinds whose relative order the platform hides are separate. */
export function groupComparable<M extends { readonly shape: KindShape }>(
  members: readonly M[],
): readonly (readonly M[])[] {
  if (!members.some(({ shape }) => shape.orderedApart)) return members.length === 0 ? [] : [members];
  return [...groupBy(members, ({ shape }) => (shape.orderedApart ? shape.name : 'shared')).values()];
}

export function isOrderShown(draft: Drafted, container: Address, members: readonly Match[]): boolean {
  const shown = new Set(runsOfKnownOrder(draft, container).flat());
  return members.every(
    (match) => match.state !== 'matched' || !isInContainer(draft, match, container) || shown.has(match.live?.id ?? ''),
  );
}

/** Whether the platform lists another order than the last apply reached. */
export function isOrderAssumed({ world, matches }: Drafted, container: Address): boolean {
  return world.live.assumedOrders?.includes(matches.idOf(container) ?? '-') === true;
}

/** Whether the platform lists the members of a site in an order that no structure has: all lists are complete, but show no places. */
function isOrderContradictory(draft: Drafted, container: Address, members: readonly Match[]) {
  const { world, matches } = draft;
  const id = matches.idOf(container) ?? '-';
  const isListed = ({ resource, live, shape }: Match) =>
    shape.orderedApart !== true &&
    live?.parentId === id &&
    isInContainer(draft, { shape, live, by: undefined }, container) &&
    world.liveList(resource.kind, id)?.unknown === undefined;
  return world.live.orders[id]?.length === 0 && members.filter(isListed).length > 1;
}

/** Whether the member is in this container, or moves into the wrapper that takes over its address. */
function isInContainer(draft: Drafted, { shape, live, by }: Pick<Match, 'shape' | 'live' | 'by'>, container: Address) {
  if (live === undefined || by === 'place') return live !== undefined;
  const field = placeField(shape);
  const place = field === undefined ? undefined : live.fields[field];
  return (typeof place === 'string' ? place : (live.parentId ?? topContainerId)) === draft.matches.idOf(container);
}

/** A copy appears in the current or new container of its original. */
function mayCopyAppearIn(draft: Drafted, copy: Match, container: Address): boolean {
  const original = originalOfCopy(draft.matches, copy);
  if (original === undefined) return false;
  const wanted = original.resource.fields[placeField(original.shape) ?? ''];
  if (isReference(wanted) && wanted.ref === container) return true;
  return original.live === undefined
    ? mayCopyAppearIn(draft, original, container)
    : isInContainer(draft, original, container);
}

/** Groups of members with a known order, by id. */
function runsOfKnownOrder(draft: Drafted, container: Address): readonly (readonly string[])[] {
  const wrap = draft.creates.wraps.find((each) => each.takenBy === container);
  const id = draft.matches.idOf(wrap?.container ?? container);
  return id === undefined ? [] : (draft.world.live.orders[id] ?? []);
}
