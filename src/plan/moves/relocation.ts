/** Plans changes of container: into and out of groups, or by one move (spaces and collections). */

import type { Address } from '../../core/address.ts';
import { defined } from '../../core/defined.ts';
import type { KindName } from '../../core/state.ts';
import { isReference } from '../../core/value.ts';
import { valueAtCreation } from '../../kinds/field.ts';
import { isStatedCopy, placeField, placement, shapeOf } from '../../kinds/shape.ts';
import { change, type Draft, type DraftStep, needs, ownChange, step } from '../draft.ts';
import { type Match, matchesAt, refersToUnknown } from '../identity/identity.ts';
import { originOf } from '../ledger/last-applied.ts';
import { openedByMove } from '../openings.ts';
import { lastAppliedAt, unmanagedAddress } from '../world.ts';

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
    draftFirstPlace(draft, match, field, wanted);
    return;
  }
  const current = live.fields[field] ?? null;
  if (current === (wanted === null ? null : draft.identities.idOf(wanted))) return;
  const from = typeof current === 'string' ? current : null;
  const steps = relocate(draft, match, from, wanted);
  const made = change(draft, resource.address, 'move', resource.kind, steps);
  const before = from === null ? null : containerAddress(draft, match, from);
  const origin = originOf(
    field,
    fieldShape,
    value,
    from,
    lastAppliedAt(draft.world, resource.address),
    draft.identities,
  );
  made.fields.push({
    field,
    before,
    after: wanted,
    isReference: true,
    ...defined({ origin, highRisk: openedByMove(draft, match) }),
  });
}

function draftFirstPlace(draft: Draft, match: Match, field: string, wanted: Address | null) {
  const { resource, shape } = match;
  const mode = draft.creates.of.get(resource.address);
  const isCopy = mode?.by === 'call' && isStatedCopy(shape, resource.fields);
  const [place, value] = [shape.fields[field], resource.fields[field]];
  const isPlaced = place !== undefined && value !== undefined && valueAtCreation(place, value) !== undefined;
  if (isPlaced || (wanted === null && !isCopy)) return;
  const steps = relocate(draft, match, null, wanted);
  const made = ownChange(draft, resource.address, 'create');
  for (const each of steps) if (!made.steps.includes(each.id)) made.steps.push(each.id);
}

/** One move, or leaves the old group and joins the new one. The create call of a new group can add its members. */
function relocate(draft: Draft, match: Match, from: string | null, to: Address | null): readonly DraftStep[] {
  const { address, kind } = match.resource;
  if (match.shape.moveCarriesContainer) {
    const move = step(draft, address, 'move', kind);
    move.container = to;
    return [move];
  }
  const steps: DraftStep[] = [];
  const create = draft.steps.get(`${to}#create`);
  const isTaken = create !== undefined && isTakenIn(draft, create, kind);
  if (from !== null && (to === null || isTaken || !match.shape.joinsDirectly)) {
    const leave = step(draft, address, 'leave', kind);
    leave.container = containerAddress(draft, match, from);
    steps.push(leave);
  }
  if (to === null) return steps;
  const arrival = isTaken ? create : step(draft, address, 'join', kind);
  if (!isTaken) {
    arrival.container = to;
    needs(arrival, create?.id);
  }
  for (const each of steps) needs(arrival, each.id);
  needs(arrival, draft.producers.get(address));
  return [...steps, arrival];
}

/** Whether the create call of a container adds members of this kind, and thus all members in their order. */
export function isTakenIn({ world, matches }: Draft, create: DraftStep, kind: KindName): boolean {
  const { takesIn = [] } = shapeOf(world, create.kind);
  const members = matchesAt(matches.at, world.input.desired.orders[create.address]);
  return takesIn.includes(kind) && members.every(({ shape }) => shape.orderedApart || takesIn.includes(shape.name));
}

/** The current container. Undeclared containers have a placeholder address. */
function containerAddress(draft: Draft, match: Match, id: string) {
  const kind = placement(match.shape)?.kind ?? '';
  const known = draft.identities.addressOf(kind, id);
  if (known !== undefined) return known;
  const address = unmanagedAddress(shapeOf(draft.world, kind), match.resource.parent, id);
  draft.unmanagedIds.set(address, id);
  return address;
}
