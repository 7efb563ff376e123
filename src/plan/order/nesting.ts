/** Orders moves among containers: nothing moves into what it holds, and nothing lands in what is deleted. */
import type { Address } from '../../core/address.ts';
import type { LiveObject } from '../../core/state.ts';
import { isReference } from '../../core/value.ts';
import { placeField, shapeOf } from '../../kinds/shape.ts';
import { removalOf } from '../deletes/removal.ts';
import { type Draft, type DraftStep, isDeleting, needs } from '../draft.ts';
import type { Match } from '../identity/identity.ts';

/**
 * Whatever holds others of its kind moves once all that it will stand in is where it belongs: by then nothing above it can still
 * stand in it, however they were dealt before.
 */
export function edgesOfNesting(draft: Draft, all: readonly DraftStep[]): void {
  for (const each of all) {
    const place =
      each.operation === 'move' && typeof each.container === 'string'
        ? placeField(shapeOf(draft.world, each.kind))
        : undefined;
    const type = place === undefined ? undefined : shapeOf(draft.world, each.kind).fields[place]?.type;
    if (place === undefined || type?.is !== 'ref' || type.to !== each.kind) continue;
    for (const address of containersOf(draft, each, place)) {
      const move = draft.steps.get(`${address}#move`);
      if (move?.container !== undefined) needs(each, move.id);
    }
  }
}

/** A container by whatever is known of it: one that nobody declares has no address, a new one no id. */
interface Holder {
  readonly address: Address | undefined;
  readonly id: string | undefined;
}

/** What a step takes its subject into, and all that this will stand in, from the inside out. */
function containersOf(draft: Draft, { container, kind }: DraftStep, place: string): readonly Address[] {
  const found: Address[] = [];
  const seen = new Set<string>();
  let holder: Holder | undefined =
    typeof container === 'string' ? { address: container, id: draft.identities.idOf(container) } : undefined;
  while (holder !== undefined && !seen.has(`${holder.address} ${holder.id}`)) {
    seen.add(`${holder.address} ${holder.id}`);
    if (holder.address !== undefined) found.push(holder.address);
    holder = holderOf(draft, holder, kind, place);
  }
  return found;
}

/** Where it will stand: where it is taken or made, or else where it is. */
function holderOf(
  { identities, matches, steps, world }: Draft,
  { address, id }: Holder,
  kind: string,
  place: string,
): Holder | undefined {
  const taken = address === undefined ? undefined : steps.get(`${address}#move`)?.container;
  const live = id === undefined ? undefined : world.liveObject(kind, id);
  const wanted =
    address === undefined || live !== undefined ? undefined : matches.at.get(address)?.resource.fields[place];
  const to = taken ?? (isReference(wanted) ? wanted.ref : undefined);
  if (taken === null) return undefined;
  if (to !== undefined) return { address: to, id: identities.idOf(to) };
  const above = live?.fields[place];
  return typeof above === 'string' ? { address: identities.addressOf(kind, above), id: above } : undefined;
}

/** A copy lands where its original stands: of what is deleted it leaves before, or is made only once the original has left. */
export function edgesOfCopies(draft: Draft): void {
  if (draft.deleting.size === 0) return;
  for (const match of draft.matches.at.values()) {
    const create = draft.steps.get(`${match.resource.address}#create`);
    const original = originalOf(draft, match);
    const deleting = create && original && landingOf(draft, original);
    if (create === undefined || original === undefined || deleting === undefined) continue;
    const removal = draft.steps.get(removalOf(draft, deleting) ?? '');
    const move = draft.steps.get(`${match.resource.address}#move`);
    if (move?.container === undefined) needs(create, draft.steps.get(`${original.resource.address}#move`)?.id);
    else if (removal !== undefined) needs(removal, move.id);
  }
}

/** What it is a copy of. */
export function originalOf(draft: Draft, { resource, shape }: Match): Match | undefined {
  const source = shape.createNeeds === undefined ? undefined : resource.fields[shape.createNeeds];
  return isReference(source) ? draft.matches.at.get(source.ref) : undefined;
}

/** The container to be deleted that it stands in as long as it has not moved: of a new copy, that of its original. */
function landingOf(draft: Draft, match: Match): LiveObject | undefined {
  const { live, shape } = match;
  const original = live === undefined ? originalOf(draft, match) : undefined;
  if (original !== undefined) return landingOf(draft, original);
  const place = placeField(shape);
  const type = place === undefined ? undefined : shape.fields[place]?.type;
  const id = place === undefined ? undefined : live?.fields[place];
  const container = type?.is === 'ref' && typeof id === 'string' ? draft.world.liveObject(type.to, id) : undefined;
  return container && isDeleting(draft, container) ? container : undefined;
}
