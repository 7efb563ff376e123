/** Finds dependencies between steps: parents, references (new and old), unique keys, last members, conditions. */
import { type Address, createDescendantFinder, listOf, topLevelAddress } from '../../core/address.ts';
import { groupBy, groupByPair } from '../../core/compare.ts';
import { isReference, type KindName, type LiveObject } from '../../core/state.ts';
import { exposureDirection } from '../../kinds/field.ts';
import { defaultFields, keepsOrderIn, placement, shapeOf } from '../../kinds/shape.ts';
import { parentAddress } from '../context/world.ts';
import type { Draft, DraftStep } from '../draft/draft.ts';
import { type Drafted, deleteStepOf, isDeleting } from '../draft/drafted.ts';
import { addNeed } from '../draft/edges.ts';
import { addressesInKeys, addressesNeeded } from '../draft/named.ts';
import { wrappersOf } from '../identity/creates.ts';
import { type Match, originalOfCopy } from '../identity/identity.ts';
import type { Step, StepId } from '../result/step.ts';
import { waitsFor } from './waiting.ts';

export function addDependencies(draft: Draft): void {
  const all = [...draft.steps.values()];
  for (const each of all) {
    if (each.operation !== 'delete') addNeed(each, draft.producers.get(each.address));
    for (const address of addressesNeeded(draft, each)) addNeed(each, draft.producers.get(address));
    // Some values are valid only for the changed field.
    for (const address of addressesInKeys(draft, each)) addNeed(each, draft.steps.get(`${address}#update`)?.id);
    if (shapeOf(draft.world, each.kind).followsParent)
      addNeed(each, draft.steps.get(`${parentAddress(draft.world, each.address)}#update`)?.id);
  }
  orderAroundImplicitSections(draft, all);
  orderFirstSection(draft);
  orderDeletes(draft);
  orderNesting(draft, all);
  orderCopies(draft);
  orderLastMembers(draft, all);
  orderDelayedFields(draft, all);
  orderPublishing(draft, all);
}

/** The first create triggers the platform's wrapper, so all other items wait for it. A flat container does not list them. */
function orderAroundImplicitSections(draft: Drafted, all: readonly DraftStep[]) {
  for (const { container, trigger } of draft.creates.wraps) {
    const { name, wraps } = draft.matches.at.get(container)?.shape ?? {};
    for (const each of all) {
      const isItem = each.kind !== wraps?.child && keepsOrderIn(shapeOf(draft.world, each.kind), name);
      if (each.operation === 'create' && isItem && parentAddress(draft.world, each.address) === container)
        addNeed(each, `${trigger}#create`);
    }
  }
}

/** The platform shows the first section of a site at its root URL, so the first one in reading order is created first, unless a default is declared. */
function orderFirstSection({ matches, world, steps }: Draft) {
  const kindOf = (address: Address) => matches.at.get(address)?.resource.kind;
  for (const { shape, resource, state, live } of matches.at.values()) {
    const wrapper = shape.wraps?.wrapper;
    if (wrapper === undefined || (state !== 'absent' && state !== 'matched')) continue;
    if (live !== undefined && world.liveIn(wrapper, live.id).length > 0) continue;
    if (defaultFields(shape).some(({ name, kind }) => kind === wrapper && isReference(resource.fields[name]))) continue;
    const [first, ...others] = wrappersOf(resource.address, wrapper, world.desired.orders, kindOf);
    for (const other of others) {
      const create = steps.get(`${other}#create`);
      if (create !== undefined) addNeed(create, steps.get(`${first}#create`)?.id);
    }
  }
}

function orderDeletes(draft: Draft) {
  if (draft.deleting.size === 0) return;
  const deleting = new Map<string, StepId>();
  for (const [live, address] of draft.deleting) {
    const removal = draft.steps.get(`${address}#delete`);
    if (removal) deleting.set(`${live.kind}:${live.id}`, removal.id);
  }
  for (const live of draft.world.live.objects) {
    const shape = shapeOf(draft.world, live.kind);
    for (const [name, field] of Object.entries(shape.fields)) {
      if (field.type.is !== 'ref' || field.mayDangle) continue;
      const removal = draft.steps.get(deleting.get(`${field.type.to}:${String(live.fields[name])}`) ?? '');
      // Objects deleted by the same delete keep their references.
      if (removal === undefined || deleteStepOf(draft, live) === removal.id) continue;
      for (const release of detachSteps(draft, live, name)) addNeed(removal, release);
    }
  }
}

function detachSteps(draft: Drafted, live: LiveObject, field: string): readonly StepId[] {
  const address = draft.deleting.get(live) ?? draft.matches.addressOfLive(live);
  if (address === undefined) return [];
  const found: StepId[] = [];
  for (const each of [leaveStepOf(draft, address), draft.steps.get(`${address}#move`)])
    if (each?.container !== undefined) found.push(each.id);
  const update = draft.steps.get(`${address}#update`);
  if (update && field in update.fields) found.push(update.id);
  const list = listOf(address);
  const bulk = draft.steps.get(`${list}#bulk`);
  if (bulk?.items?.some((item) => item.address === address && item.operation === 'delete')) found.push(bulk.id);
  const removal = deleteStepOf(draft, live);
  if (removal !== undefined) found.push(removal);
  return found;
}

/** The step that takes an object out of its group. */
function leaveStepOf({ steps }: Drafted, address: Address) {
  return steps.get(`${address}#leave`) ?? steps.get(`${address}#join`);
}

/** The platform refuses to delete the last member, so new members come first. */
function orderLastMembers(draft: Drafted, all: readonly DraftStep[]) {
  const absent = draft.matches.unmatched.filter(({ state, shape }) => state === 'absent' && shape.lastStays);
  const fresh = groupBy(absent, ({ resource }) => `${resource.kind}:${resource.parent}`);
  for (const each of all) {
    if (each.operation !== 'delete' || !shapeOf(draft.world, each.kind).lastStays) continue;
    const parent = parentAddress(draft.world, each.address);
    for (const { resource } of fresh.get(`${each.kind}:${parent}`) ?? [])
      addNeed(each, draft.producers.get(resource.address));
    const wrap = draft.creates.wraps.find(({ container }) => container === parent);
    addNeed(each, wrap && `${wrap.trigger}#create`);
  }
}

/** Some fields wait for all steps of other kinds in the same top-level resource. */
function orderDelayedFields(draft: Drafted, all: readonly DraftStep[]) {
  const topLevelScope = (kind: KindName, { address }: Step) =>
    draft.world.shapes.get(kind)?.parents === undefined ? '' : topLevelAddress(address);
  const before = groupByPair(
    all.filter(({ operation }) => operation !== 'delete'),
    ({ kind }) => kind,
    (each) => topLevelScope(each.kind, each),
  );
  for (const each of all) {
    const shape = draft.world.shapes.get(each.kind);
    const names = new Set([each, ...(each.items ?? [])].flatMap(({ fields }) => Object.keys(fields)));
    for (const name of names)
      for (const kind of shape?.fields[name]?.after ?? [])
        for (const other of before.get(kind, topLevelScope(kind, each)) ?? []) addNeed(each, other.id);
  }
}

/** Readers never see a resource that the plan has not finished: it is published last, and unpublished first. */
function orderPublishing({ world }: Drafted, all: readonly DraftStep[]) {
  const within = createDescendantFinder(all);
  for (const each of all) {
    if (each.operation !== 'publish') continue;
    const fields = shapeOf(world, each.kind).fields;
    const isClosing = Object.entries(each.fields).every(
      ([name, value]) => fields[name] && exposureDirection(fields[name], undefined, value)?.topic !== 'opened',
    );
    for (const other of within(each.address)) {
      if (isClosing) addNeed(other, each.id);
      else addNeed(each, other.id);
    }
  }
}

/** A container moves after all its new outer containers. After that, none of them can be inside it. */
function orderNesting(draft: Drafted, all: readonly DraftStep[]) {
  for (const each of all) {
    const place = placement(shapeOf(draft.world, each.kind));
    const isMoving = (each.operation === 'move' || each.operation === 'join') && typeof each.container === 'string';
    if (!isMoving || place?.kind !== each.kind) continue;
    for (const address of containersOfTarget(draft, each, place.name))
      addNeed(each, relocationStep(draft, address)?.id);
  }
}

function relocationStep(draft: Drafted, address: Address) {
  const move = leaveStepOf(draft, address) ?? draft.steps.get(`${address}#move`);
  return move?.container === undefined ? undefined : move;
}

/** The new container of a container; null: the top level. undefined: it stays. */
function newContainerOf(draft: Drafted, address: Address): Address | null | undefined {
  const { steps } = draft;
  const join = steps.get(`${address}#join`);
  return join !== undefined || !steps.has(`${address}#leave`)
    ? (join ?? steps.get(`${address}#move`))?.container
    : null;
}

/** A container by address or id. An undeclared container has no address, a new one has no id. */
interface Holder {
  readonly address: Address | undefined;
  readonly id: string | undefined;
}

/** The container of the step's target and its outer containers, from inside to outside. */
function containersOfTarget(draft: Drafted, { container, kind }: Step, place: string) {
  const found: Address[] = [];
  const seen = new Set<string>();
  let holder: Holder | undefined =
    typeof container === 'string' ? { address: container, id: draft.matches.idOf(container) } : undefined;
  while (holder !== undefined && !seen.has(`${holder.address} ${holder.id}`)) {
    seen.add(`${holder.address} ${holder.id}`);
    if (holder.address !== undefined) found.push(holder.address);
    holder = nextContainer(draft, holder, kind, place);
  }
  return found;
}

/** The next container: by a move or create, or the current one. */
function nextContainer(draft: Drafted, { address, id }: Holder, kind: string, place: string): Holder | undefined {
  const { matches, world } = draft;
  const taken = address === undefined ? undefined : newContainerOf(draft, address);
  const live = id === undefined ? undefined : world.liveObject(kind, id);
  const wanted =
    address === undefined || live !== undefined ? undefined : matches.at.get(address)?.resource.fields[place];
  const to = taken ?? (isReference(wanted) ? wanted.ref : undefined);
  if (taken === null) return undefined;
  if (to !== undefined) return { address: to, id: matches.idOf(to) };
  const above = live?.fields[place];
  return typeof above === 'string' ? { address: matches.addressOf(kind, above), id: above } : undefined;
}

/** A copy has the access and the collection of its original, so the steps of the original come first. */
function orderOriginals(draft: Draft) {
  for (const create of draft.steps.values()) {
    const match = create.operation === 'create' ? draft.matches.at.get(create.address) : undefined;
    const original = match && originalOfCopy(draft.matches, match)?.resource.address;
    if (original === undefined) continue;
    for (const operation of ['update', 'move']) {
      const before = draft.steps.get(`${original}#${operation}`);
      if (before !== undefined && !waitsFor(draft, before, create)) addNeed(create, before.id);
    }
  }
}

/** A copy appears in the container of its original. If that container is deleted, the copy leaves first, or is created after the original has left. */
function orderCopies(draft: Draft) {
  orderOriginals(draft);
  if (draft.deleting.size === 0) return;
  for (const match of draft.matches.at.values()) {
    const create = draft.steps.get(`${match.resource.address}#create`);
    const original = originalOfCopy(draft.matches, match);
    const deleting = create && original && copyContainer(draft, original);
    if (create === undefined || original === undefined || deleting === undefined) continue;
    const removal = draft.steps.get(deleteStepOf(draft, deleting) ?? '');
    const move = draft.steps.get(`${match.resource.address}#move`);
    if (move?.container === undefined) addNeed(create, draft.steps.get(`${original.resource.address}#move`)?.id);
    else if (removal !== undefined) addNeed(removal, move.id);
  }
}

/** The container to delete that holds the object until it moves. For a new copy: the container of its original. */
function copyContainer(draft: Drafted, match: Match) {
  const { live, shape } = match;
  const original = live === undefined ? originalOfCopy(draft.matches, match) : undefined;
  if (original !== undefined) return copyContainer(draft, original);
  const place = placement(shape);
  const id = live?.fields[place?.name ?? ''];
  const container = place && typeof id === 'string' ? draft.world.liveObject(place.kind, id) : undefined;
  return container && isDeleting(draft, container) ? container : undefined;
}
