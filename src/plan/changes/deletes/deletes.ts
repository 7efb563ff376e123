/** Plans deletions: of dropped resources as `prune` says, of unmanaged resources under `prune: all`, and of flattened sites. */
import { type Address, type ListAddress, listOf } from '../../../core/address.ts';
import { compareTexts, groupBy, groupByPair } from '../../../core/compare.ts';
import { withoutUndefined } from '../../../core/defined.ts';
import type { LiveObject } from '../../../core/state.ts';
import { createKeyFinder, type KindShape, liveNaturalKey, shapeOf } from '../../../kinds/shape.ts';
import { owningConfiguration } from '../../context/other-configurations.ts';
import {
  createPresentObjects,
  displayName,
  isPrunedCompletely,
  liveParent,
  unmanagedAddress,
  type World,
} from '../../context/world.ts';
import { addChange, addNote, addStep, type Draft } from '../../draft/draft.ts';
import { type Drafted, isDeleting } from '../../draft/drafted.ts';
import { addNeed } from '../../draft/edges.ts';
import { shownChange } from '../../fields/compare.ts';
import type { ImplicitSection } from '../../identity/creates.ts';
import { findReplacements, pinText, replacedText } from '../../identity/replaced.ts';
import type { Unmanaged } from '../../result/change.ts';
import { bulkStep } from '../resources.ts';
import { certainDeletes } from '../unresolved.ts';
import { deleteBlockOf, whyUsesUnknown } from './delete-blocks.ts';
import { staysUndeleted } from './dropped.ts';
import { noteLookAlikes } from './look-alikes.ts';

interface Candidate {
  readonly address: Address;
  readonly live: LiveObject;
  readonly shape: KindShape;
  readonly cause: 'undeclared' | 'pruned';
  readonly why: string;
}

/** Drafts deletes, outermost first. Returns unmanaged objects that stay, and released addresses. */
export function draftDeletes(draft: Draft) {
  const released: Address[] = [];
  const candidates: Candidate[] = [];
  for (const { address, live } of certainDeletes(draft)) {
    const shape = shapeOf(draft.world, live.kind);
    if (staysUndeleted(draft.world, address, shape)) released.push(address);
    else candidates.push({ address, live, shape, cause: 'undeclared', why: 'no longer declared' });
  }
  const unmanaged = findUnmanaged(draft, candidates);
  candidates.sort(
    (a, b) => a.address.split('/').length - b.address.split('/').length || compareTexts(a.address, b.address),
  );
  for (const candidate of candidates) draft.deleting.set(candidate.live, candidate.address);
  for (const candidate of candidates) {
    const parent = liveParent(draft.world, candidate.live);
    if (parent === undefined || !isDeleting(draft, parent)) draftDelete(draft, candidate);
  }
  draftWrapperDeletes(draft);
  return { unmanaged, released };
}

/** Unmanaged objects in declared lists that were read completely. `prune: all` deletes those that no other configuration owns. */
function findUnmanaged(draft: Draft, candidates: Candidate[]): readonly Unmanaged[] {
  const { world, matches } = draft;
  const found: Unmanaged[] = [];
  const present = matches.unowned().filter(({ isDeleted }) => !isDeleted);
  const kinds = new Set(present.map(({ kind }) => kind));
  const unownedIn = groupByPair(
    present,
    ({ kind }) => kind,
    ({ parentId }) => parentId,
  );
  for (const list of world.desired.lists) {
    if (!kinds.has(list.kind)) continue;
    const parent = list.list.includes('/') ? listOf(list.list) : null;
    const parentId = parent === null ? null : matches.at.get(parent)?.live?.id;
    const shape = shapeOf(world, list.kind);
    if (parentId === undefined || shape.singleton) continue;
    const read = world.liveList(list.kind, parentId);
    const byOwner = groupBy(
      unownedIn.get(list.kind, parentId) ?? [],
      (live) => owningConfiguration(world, live)?.other.name,
    );
    const unmanaged = byOwner.get(undefined) ?? [];
    const unmanagedGroup = (objects: readonly LiveObject[], owner?: string): Unmanaged => ({
      list: list.list,
      kind: list.kind,
      ...withoutUndefined({ owner }),
      objects: objects
        .map((live) => ({ id: live.id, name: displayName(world, live) }))
        .sort((a, b) => compareTexts(a.name, b.name)),
    });
    for (const [owner, objects] of byOwner) if (owner !== undefined) found.push(unmanagedGroup(objects, owner));
    noteLookAlikes(draft, list.list, unmanaged, shape);
    const unreadUse = whyUsesUnknown(world, shape);
    const reaches = isPrunedCompletely(world, list) && unreadUse === undefined;
    // A ledger entry of a list belongs to the recorded object. An object that was pinned or matched by title was not managed there before.
    const isOldEnough = world.lists.has(list.list) && (parent === null || world.ledger.get(parent)?.id === parentId);
    if (reaches && isOldEnough && read !== undefined && read.unknown === undefined) {
      candidates.push(...unmanaged.map((live) => prunedCandidate(list.list, { live, shape, parent })));
    } else if (unmanaged.length > 0) {
      if (unreadUse !== undefined && isPrunedCompletely(world, list))
        addNote(draft, list.list, `not pruned now, because their uses could not be read: ${unreadUse}`);
      noteEqualNames(draft, unmanaged, shape);
      found.push(unmanagedGroup(unmanaged));
    }
  }
  return found;
}

function prunedCandidate(
  list: ListAddress,
  { live, shape, parent }: Pick<Candidate, 'live' | 'shape'> & { readonly parent: Address | null },
): Candidate {
  const address = unmanagedAddress(shape, parent, live.id);
  return { address, live, shape, cause: 'pruned', why: `not in the configuration, and ${list} has \`prune: all\`` };
}

function draftDelete(draft: Draft, { address, live, shape, cause, why }: Candidate) {
  const made = addChange(draft, { address, kind: live.kind }, 'delete');
  made.id = live.id;
  made.cause = cause;
  made.why = why;
  for (const names of shape.naturalKeys.slice(-1)) {
    for (const name of names) {
      const field = shape.fields[name];
      if (field) made.fields.push(shownChange(name, field, undefined, live.fields[name], draft.matches));
    }
  }
  if (shape.loss) made.lost.push(shape.loss);
  const blocked = deleteBlockOf(draft, made, live, shape);
  if (blocked) made.blocked = blocked;
  if (shape.bulk) {
    const bulk = bulkStep(draft, address, live.kind);
    bulk.items?.push({ operation: 'delete', address, fields: {} });
    made.steps.push(bulk.id);
  } else {
    const wrapper = deletedWrapperAround(draft, live);
    made.steps.push(addStep(draft, wrapper ?? { address, kind: live.kind }, 'delete').id);
  }
}

/** The platform's wrapper around the object, if docform deletes both by one call. */
function deletedWrapperAround(draft: Drafted, live: LiveObject) {
  const wrap = draft.creates.wraps.find(({ swallowed }) => swallowed.includes(live));
  const kind = wrap && draft.matches.at.get(wrap.container)?.shape.wraps?.wrapper;
  return wrap === undefined || kind === undefined || !isWrapperDeletable(draft, wrap)
    ? undefined
    : { address: wrap.wrapper, kind };
}

/** No declared wrapper takes over, and all contents are known and managed. */
function isWrapperDeletable(draft: Drafted, { container, takenBy, swallowed }: ImplicitSection) {
  const match = draft.matches.at.get(container);
  const id = match?.live?.id;
  const unread = id === undefined ? undefined : draft.world.liveList(match?.shape.wraps?.child ?? '', id)?.unknown;
  return takenBy === undefined && unread === undefined && swallowed.every((live) => draft.deleting.has(live));
}

/** Deletes the platform's wrapper after all other changes of the site, if docform manages all contents. */
function draftWrapperDeletes(draft: Draft) {
  for (const wrap of draft.creates.wraps) {
    if (wrap.takenBy !== undefined) continue;
    const words = draft.matches.at.get(wrap.container)?.shape.wraps;
    if (words === undefined) continue;
    const address = wrap.wrapper;
    if (!isWrapperDeletable(draft, wrap)) {
      addNote(
        draft,
        wrap.container,
        `the platform wraps its unmanaged spaces in a ${words.wrapper} of their own, which stays`,
      );
      // The wrapper stays, so no ledger entry is added.
      const trigger = draft.steps.get(`${wrap.trigger}#create`);
      if (trigger?.companions) trigger.companions = trigger.companions.filter((each) => each.address !== address);
      continue;
    }
    const removal = addStep(draft, { address, kind: words.wrapper }, 'delete');
    addNeed(removal, draft.steps.get(`${wrap.container}#update`)?.id);
    for (const { resource } of draft.matches.childrenOf(words.wrapper, wrap.container))
      addNeed(removal, draft.producers.get(resource.address));
    removal.cascades = wrap.swallowed.flatMap((live) => draft.deleting.get(live) ?? []);
    // The plan causes the wrapper, so only objects that exist now are changes: these are deleted with it.
    const text = `the platform adds a ${words.wrapper} around the ${wrap.swallowed.length === 0 ? 'first space' : 'current spaces'}, and docform deletes this ${words.wrapper} again`;
    const made = draft.changeAt.get(`${wrap.container}:create`);
    if (made === undefined) addNote(draft, wrap.container, text);
    else {
      made.notes.push(text);
      made.steps.push(removal.id);
    }
  }
}

function noteEqualNames(draft: Draft, unmanaged: readonly LiveObject[], shape: KindShape) {
  const names = shape.naturalKeys.at(-1);
  if (names === undefined) return;
  const { world, matches } = draft;
  const find = createKeyFinder(createPresentObjects(world));
  const twins = groupBy(
    unmanaged.flatMap((live) => {
      const text = liveNaturalKey(shape, live, names);
      const alike = text === undefined ? [] : find(shape, live.parentId, { names, text });
      const hasSameContainer = (other: LiveObject) =>
        shape.narrowedBy === undefined || other.fields[shape.narrowedBy] === live.fields[shape.narrowedBy];
      return alike.flatMap((other) => {
        const address = matches.addressOfLive(other);
        return address === undefined || !hasSameContainer(other) ? [] : [{ address, id: live.id }];
      });
    }),
    ({ address }) => address,
  );
  const replaced = findReplacements(draft);
  for (const [address, of] of twins) {
    const ids = of
      .map(({ id }) => id)
      .sort()
      .join(', ');
    // Its place identifies a space of Git Sync, and the former one can have the same title.
    if (world.desiredAt.get(address)?.claim !== undefined) continue;
    const replacement = replaced.get(address);
    const isShown = of.some(({ id }) => isShownBySite(world, shape, id));
    const remedy = isShown ? '' : '. If an interrupted apply created it, delete it there';
    const text =
      replacement === undefined
        ? `another ${shape.title} with the same name is on the platform and is not managed (${ids})${remedy}`
        : `${replacedText(replacement, world)}. To manage the new one, ${pinText(replacement)}`;
    addNote(draft, address, text);
  }
}

/** Whether a site shows the object. */
function isShownBySite({ live }: World, { companionOf: use }: KindShape, id: string) {
  return use !== undefined && live.objects.some(({ kind, fields }) => kind === use.link && fields[use.field] === id);
}
