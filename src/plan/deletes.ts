/** What is deleted: dropped resources by `prune`, unmanaged ones under `all`; and what must not be. */
import { type Address, childAddress, isWithin } from '../core/address.ts';
import type { LiveObject, PruneWord } from '../core/state.ts';
import type { Value } from '../core/value.ts';
import type { KindShape } from '../kinds/shape.ts';
import type { Blocked, Unmanaged } from './change.ts';
import { changeOf } from './compare.ts';
import { change, type Draft, isDoomed, liveParentOf, needs, step } from './draft.ts';
import { bulkStep } from './resources.ts';
import { listOf, shapeOf, type World } from './world.ts';

interface Candidate {
  readonly address: Address;
  readonly live: LiveObject;
  readonly shape: KindShape;
  readonly why: string;
}

/** Drafts deletes, outermost first; answers the unmanaged objects that stay and the addresses only released. */
export function draftDeletes(draft: Draft): { readonly unmanaged: readonly Unmanaged[]; readonly released: readonly Address[] } {
  const released: Address[] = [];
  const candidates: Candidate[] = [];
  for (const { address, live } of draft.matches.dropped) {
    const shape = shapeOf(draft.world, live.kind);
    if (shape.undeletable || shape.singleton || pruneOf(draft, address, shape) === 'never') released.push(address);
    else candidates.push({ address, live, shape, why: 'no longer declared' });
  }
  const unmanaged = findUnmanaged(draft, candidates);
  candidates.sort((a, b) => a.address.split('/').length - b.address.split('/').length || (a.address < b.address ? -1 : 1));
  for (const candidate of candidates) draft.doomed.set(candidate.live, candidate.address);
  for (const candidate of candidates) {
    const parent = liveParentOf(draft.world, candidate.live);
    const goesAlong = (parent && isDoomed(draft, parent)) || isSwallowed(draft, candidate.live);
    if (!goesAlong) draftDelete(draft, candidate);
  }
  draftWrapperDeletes(draft);
  return { unmanaged, released };
}

function pruneOf(draft: Draft, address: Address, shape: KindShape): PruneWord {
  return draft.world.listAt.get(listOf(address))?.prune ?? draft.world.input.desired.policy.prune(shape.name);
}

/** Objects in declared, wholly read lists that nobody declares or owns; those that `prune: all` reaches become candidates. */
function findUnmanaged(draft: Draft, candidates: Candidate[]): readonly Unmanaged[] {
  const { world, matches } = draft;
  const found: Unmanaged[] = [];
  for (const list of world.input.desired.lists) {
    const parent = list.list.includes('/') ? listOf(list.list) : null;
    const parentId = parent === null ? null : matches.at.get(parent)?.live?.id;
    const shape = shapeOf(world, list.kind);
    if (parentId === undefined || shape.singleton) continue;
    const read = world.liveList(list.kind, parentId);
    const strangers = world.liveIn(list.kind, parentId).filter((live) => !live.isDeleted && matches.addressOfLive(live) === undefined);
    const reaches = list.prune === 'all' && !shape.undeletable && (list.pruneIsNamed || !shape.pruneMustBeNamed);
    const isOldEnough = world.input.ledger.lists.includes(list.list);
    if (reaches && isOldEnough && read !== undefined && read.unknown === undefined) {
      for (const live of strangers)
        candidates.push({
          address: unmanagedAddress(shape, parent, live.id),
          live,
          shape,
          why: 'not declared, and the list is pruned whole',
        });
    } else if (strangers.length > 0) {
      found.push({
        list: list.list,
        kind: list.kind,
        objects: strangers.map((live) => ({ id: live.id, name: nameOf(world, live) })).sort((a, b) => (a.name < b.name ? -1 : 1)),
      });
      if (reaches && read?.unknown === undefined)
        draft.notes.push({
          address: list.list,
          text: 'prune: all takes effect from the next plan on, as this is the first one that manages the list',
        });
    }
  }
  return found;
}

/** How people call an object without an address: its natural key; of a link, that of what it links to. */
export function nameOf(world: World, live: LiveObject): string {
  const shape = shapeOf(world, live.kind);
  const read = (name: string): Value | undefined => {
    const value = live.fields[name];
    const type = shape.fields[name]?.type;
    const target = type?.is === 'ref' && typeof value === 'string' ? world.liveObject(type.to, value) : undefined;
    return target ? nameOf(world, target) : value;
  };
  for (const names of shape.naturalKeys) {
    const values = names.map(read);
    if (values.every((value) => typeof value === 'string')) return values.join(' ');
  }
  return live.id;
}

function draftDelete(draft: Draft, { address, live, shape, why }: Candidate): void {
  const made = change(draft, address, 'delete', live.kind);
  made.id = live.id;
  made.why = why;
  for (const names of shape.naturalKeys.slice(-1)) {
    for (const name of names) {
      const field = shape.fields[name];
      if (field) made.fields.push(changeOf(name, field, undefined, live.fields[name], draft.identities));
    }
  }
  if (shape.loss) made.lost.push(shape.loss);
  const blocked = refusal(draft, address, live, shape);
  if (blocked) made.blocked = blocked;
  if (shape.bulk) {
    const bulk = bulkStep(draft, address, live.kind);
    bulk.items?.push({ operation: 'delete', address, fields: {} });
    made.steps.push(bulk.id);
  } else made.steps.push(step(draft, address, 'delete', live.kind).id);
}

/** Why this object may not be deleted. */
function refusal(draft: Draft, address: Address, live: LiveObject, shape: KindShape): Blocked | undefined {
  const twin = draft.matches.lookAlikes.get(address);
  if (twin !== undefined)
    return { code: 'B-LOOK-ALIKE', reason: `it looks like the new ${twin}`, hint: `moved: [{ from: ${address}, to: ${twin} }]` };
  const protectedAddress = findProtected(draft, address, shape);
  if (protectedAddress !== undefined) {
    return {
      code: 'B-PROTECTED',
      reason: `${protectedAddress} is protected`,
      hint: 'declare it with `protect: false`, apply, and delete it then',
    };
  }
  if (draft.world.input.allowances?.addresses.includes(address)) return undefined;
  const strangers = strangersIn(draft, live, shape);
  if (strangers.length === 0) return undefined;
  return {
    code: 'B-CONTAINS-UNMANAGED',
    reason: `it holds what this configuration does not manage: ${strangers.join(', ')}`,
    hint: 'declare or move these first',
    override: `--allow ${address}`,
  };
}

/** The address itself or a ledger address within it under protection. Recorded protection outlives its block. */
function findProtected(draft: Draft, address: Address, shape: KindShape): Address | undefined {
  const { world } = draft;
  const own = world.ledger.get(address)?.protect ?? world.input.desired.policy.protect.includes(shape.name);
  if (own) return address;
  for (const [inner, entry] of world.ledger) if (entry.protect && inner !== address && isWithin(inner, address)) return inner;
  return undefined;
}

/** Unmanaged objects that stand in this one, or that are placed in it and do not leave. */
function strangersIn(draft: Draft, live: LiveObject, shape: KindShape): readonly string[] {
  const { world, matches } = draft;
  const found: string[] = [];
  for (const child of world.shapes.values()) {
    if (child.bulk || child.singleton) continue;
    if (child.parents?.includes(shape.name)) {
      for (const each of world.liveIn(child.name, live.id))
        if (matches.addressOfLive(each) === undefined) found.push(`${child.title} "${nameOf(world, each)}"`);
    }
    const place = placeField(child);
    const type = place === undefined ? undefined : child.fields[place]?.type;
    if (place === undefined || type?.is !== 'ref' || type.to !== shape.name) continue;
    for (const each of placedIn(draft, child, place, live)) {
      const address = matches.addressOfLive(each);
      const leaves = address !== undefined && matches.at.get(address)?.resource.fields[place] !== undefined;
      if (!leaves && !isDoomed(draft, each)) found.push(`${child.title} "${nameOf(world, each)}"`);
    }
  }
  return found.sort();
}

function placedIn(draft: Draft, child: KindShape, place: string, container: LiveObject): readonly LiveObject[] {
  return draft.world.liveIn(child.name, container.parentId).filter((each) => each.fields[place] === container.id);
}

/** The field that a move between containers writes. */
export function placeField(shape: KindShape): string | undefined {
  return Object.entries(shape.fields).find(([, field]) => field.writtenBy === 'move')?.[0];
}

/** It goes with the wrapper that the platform puts around it and that nobody takes over. */
function isSwallowed(draft: Draft, live: LiveObject): boolean {
  return draft.births.wraps.some((wrap) => wrap.takenBy === undefined && wrap.swallowed.includes(live));
}

/** The platform's wrapper that no declared one takes over goes last, if all that it holds is docform's. */
function draftWrapperDeletes(draft: Draft): void {
  for (const wrap of draft.births.wraps) {
    if (wrap.takenBy !== undefined) continue;
    const words = draft.matches.at.get(wrap.container)?.shape.wraps;
    if (words === undefined) continue;
    const address = wrap.wrapper;
    if (wrap.swallowed.some((live) => !draft.doomed.has(live))) {
      draft.notes.push({ address: wrap.container, text: `the platform wraps its unmanaged spaces in a ${words.wrapper} of their own, which stays` });
      // It stays, so nobody is to own it.
      const trigger = draft.steps.get(`${wrap.trigger}#create`);
      if (trigger?.brings) trigger.brings = trigger.brings.filter((each) => each.address !== address);
      continue;
    }
    const removal = step(draft, address, 'delete', words.wrapper);
    needs(removal, draft.steps.get(`${wrap.container}#update`)?.id);
    for (const { resource } of draft.matches.childrenOf(words.wrapper, wrap.container))
      needs(removal, draft.producers.get(resource.address));
    const made = change(draft, address, 'delete', words.wrapper, [removal]);
    made.why = 'the platform puts it around the spaces the site has now, and nothing declared takes it over';
    for (const live of wrap.swallowed) made.lost.push(`the present link of ${draft.doomed.get(live)}`);
  }
}

/** The address of an object that no configuration declares: its id stands in for the key. */
export function unmanagedAddress(shape: KindShape, parent: Address | null, id: string): Address {
  return childAddress(parent, shape.segment, `id:${id}`);
}
