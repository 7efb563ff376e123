/** Orders moves among containers: no container moves into its own contents, and nothing moves into a deleted container. */
import type { Address } from '../../core/address.ts';
import type { LiveObject } from '../../core/state.ts';
import { isReference } from '../../core/value.ts';
import { placeField, shapeOf } from '../../kinds/shape.ts';
import { removalOf } from '../deletes/removal.ts';
import { type Draft, type DraftStep, isDeleting, needs } from '../draft.ts';
import type { Match } from '../identity/identity.ts';

/** A container moves after all its new outer containers. After that, none of them can be inside it. */
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

/** A container by address or id. An undeclared container has no address, a new one has no id. */
interface Holder {
  readonly address: Address | undefined;
  readonly id: string | undefined;
}

/** The container of the step's target and its outer containers, from inside to outside. */
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

/** The next container: by a move or create, or the current one. */
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

/** A copy appears in the container of its original. If that container is deleted, the copy leaves first, or is created after the original has left. */
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

/** The original of a copy. */
export function originalOf(draft: Draft, { resource, shape }: Match): Match | undefined {
  const source = shape.createNeeds === undefined ? undefined : resource.fields[shape.createNeeds];
  return isReference(source) ? draft.matches.at.get(source.ref) : undefined;
}

/** The container to delete that holds the object until it moves. For a new copy: the container of its original. */
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
