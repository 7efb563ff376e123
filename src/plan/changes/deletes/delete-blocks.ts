/** Reasons that block a delete or a repeated create: a look-alike, protection, uses, unmanaged contents. */
import type { Address } from '../../../core/address.ts';
import { groupBy } from '../../../core/compare.ts';
import { cachePerObject } from '../../../core/once.ts';
import type { KindName, LiveObject } from '../../../core/state.ts';
import { type KindShape, placement, shapeOf } from '../../../kinds/shape.ts';
import { type Overridable, withOverrides } from '../../context/allow.ts';
import { createPresentObjects, displayName, liveParent, parentAddress, type World } from '../../context/world.ts';
import type { DraftChange } from '../../draft/draft.ts';
import { type Drafted, isDeleting } from '../../draft/drafted.ts';
import { isAllowedByOverride } from '../../draft/overrides.ts';
import { liveMark } from '../../fields/compare.ts';
import { wrapperAddress } from '../../identity/creates.ts';
import { keepContestedBlock } from '../../identity/doubtful-matches.ts';
import type { Blocked } from '../../result/change.ts';
import { protectedAddressWithin } from './dropped.ts';

export function deleteBlockOf(
  draft: Drafted,
  change: DraftChange,
  live: LiveObject,
  shape: KindShape,
): Blocked | undefined {
  const { address } = change;
  const lookAlike = draft.matches.lookAlikes.get(address);
  if (lookAlike !== undefined)
    return {
      code: 'B-POSSIBLE-RENAME',
      reason: `it looks like the new ${lookAlike}`,
      hint: `moved: [{ from: ${address}, to: ${lookAlike} }]`,
    };
  const contested = keepContestedBlock(draft.world, address);
  if (contested !== undefined) return contested;
  const protectedAddress = protectedAddressWithin(draft.world, address, shape);
  if (protectedAddress !== undefined) {
    return {
      code: 'B-PROTECTED',
      reason: `${protectedAddress} is protected from deletion`,
      hint: `to delete it, first declare it with \`protect: false\`, and apply; otherwise, ${hintToKeep(draft.world, address)}`,
    };
  }
  const users = containersShowing(draft, live, shape);
  if (users.length > 0)
    return {
      code: 'B-IN-USE',
      reason: `${users.join(' and ')} still ${users.length === 1 ? 'shows' : 'show'} it after this plan`,
      hint: `remove it there first, or ${hintToKeep(draft.world, address)}`,
    };
  const keeper = containerLosingLastMember(draft, live, shape);
  if (keeper !== undefined) {
    const hint = `delete ${keeper}, or list another ${shape.title} in it`;
    return {
      code: 'B-LAST-ITEM',
      reason: `it is the last ${shape.title} of ${keeper}, and the platform keeps the last one`,
      hint,
    };
  }
  return blockOfUnknownEntry(draft, change, live) ?? blockOfUnmanagedContents(draft, change, live, shape);
}

function blockOfUnknownEntry(draft: Drafted, change: DraftChange, live: LiveObject): Blocked | undefined {
  const { world } = draft;
  const { address } = change;
  if (!world.ledger.has(address) || isOwnWrapper(draft, address, live) || isRecognized(draft, address, live))
    return undefined;
  const blocked = {
    code: 'B-NO-FINGERPRINT',
    reason: `the ledger entry names the ${shapeOf(world, live.kind).title} "${displayName(world, live)}" (${live.id}), but has no fingerprint that matches it`,
    hint: 'check who added the ledger entry; or declare the resource again, apply, and then remove it',
  } as const;
  return unlessAllowed(draft, change, live, blocked);
}

/** No override helps if the platform deletes the object only empty. */
function blockOfUnmanagedContents(
  draft: Drafted,
  change: DraftChange,
  live: LiveObject,
  shape: KindShape,
): Blocked | undefined {
  const unmanaged = findUnmanagedContents(draft, live, shape);
  if (unmanaged.length === 0) return undefined;
  const blocked = {
    code: 'B-CONTAINS-UNMANAGED',
    reason: `it contains objects that this configuration does not manage: ${unmanaged.join(', ')}`,
  } as const;
  return shape.deletedEmpty
    ? { ...blocked, hint: `move these first: the platform deletes only an empty ${shape.title}` }
    : unlessAllowed(draft, change, live, { ...blocked, hint: 'declare or move these first' });
}

function unlessAllowed(
  draft: Drafted,
  change: DraftChange,
  { id }: LiveObject,
  blocked: Overridable,
): Blocked | undefined {
  const guarded = { code: blocked.code, address: change.address, id };
  return isAllowedByOverride(draft, change, blocked, guarded) ? undefined : withOverrides(blocked, [guarded]);
}

function hintToKeep({ ledger }: World, address: Address) {
  return ledger.has(address) ? `run \`docform forget ${address}\` (deletes nothing)` : 'declare it to keep it';
}

/** A container that stays and would lose its last companion. */
function containerLosingLastMember(draft: Drafted, live: LiveObject, shape: KindShape) {
  const { matches, world } = draft;
  const parent = liveParent(world, live);
  if (!shape.lastStays || parent === undefined || shapeOf(world, parent.kind).firstCompanion !== shape.name)
    return undefined;
  const address = matches.addressOfLive(parent);
  const isEmptied = world.liveIn(live.kind, parent.id).every((each) => isDeleting(draft, each));
  const isRefilled =
    address !== undefined && matches.childrenOf(shape.name, address).some(({ state }) => state !== 'pending');
  return isEmptied && !isRefilled
    ? (address ?? `the ${shapeOf(world, parent.kind).title} "${displayName(world, parent)}" (${parent.id})`)
    : undefined;
}

/** Unmanaged or unreadable contents, and objects that are placed in this one and do not leave. */
function findUnmanagedContents(draft: Drafted, live: LiveObject, shape: KindShape) {
  const { world, matches } = draft;
  const found: string[] = [];
  for (const child of world.shapes.values()) {
    if (child.sharesId || child.singleton) continue;
    if (child.parents?.includes(shape.name)) {
      found.push(...unreadContents(world, child, live.id));
      for (const each of world.liveIn(child.name, live.id))
        if (matches.addressOfLive(each) === undefined) found.push(`${child.title} "${displayName(world, each)}"`);
    }
    const place = placement(child);
    if (place?.kind !== shape.name) continue;
    found.push(...unreadContents(world, child, live.parentId));
    for (const each of createPresentObjects(world)(child.name, live.parentId)) {
      if (each.fields[place.name] !== live.id) continue;
      const address = matches.addressOfLive(each);
      const leaves = address !== undefined && matches.at.get(address)?.resource.fields[place.name] !== undefined;
      if (!leaves && !isDeleting(draft, each)) found.push(`${child.title} "${displayName(world, each)}"`);
    }
  }
  return found.sort();
}

function unreadContents(world: World, child: KindShape, parentId: string | null) {
  return world.liveList(child.name, parentId)?.unknown === undefined
    ? []
    : [`every ${child.title} that could not be listed`];
}

/** By the identifying fields, or else by any field with a fingerprint. */
function isRecognized({ world, matches }: Drafted, address: Address, live: LiveObject) {
  const shape = shapeOf(world, live.kind);
  const { applied: marks = {}, rewritten = {} } = world.ledger.get(address) ?? {};
  const matchesMark = (name: string): readonly boolean[] => {
    const [mark, field, value] = [marks[name], shape.fields[name], live.fields[name]];
    if (mark === undefined || field === undefined || field.writeOnly) return [];
    // The target may have no address any more, and the fingerprint of a reference is that of an address.
    const isNameless =
      field.type.is === 'ref' && typeof value === 'string' && matches.addressOf(field.type.to, value) === undefined;
    return isNameless ? [] : [[mark, rewritten[name]].includes(liveMark(field, value, matches))];
  };
  const byName = [...new Set(shape.naturalKeys.flat())].flatMap(matchesMark);
  return (byName.length > 0 ? byName : Object.keys(marks).flatMap(matchesMark)).includes(true);
}

/** The section around the spaces of a flat site has no fingerprint, because nobody declares it. Unchanged, it has only the title of its site, and no spaces that stay. */
export function isOwnWrapper(draft: Drafted, address: Address, live: LiveObject): boolean {
  const { world, matches } = draft;
  const [container, parent] = [liveParent(world, live), parentAddress(world, address)];
  const words = container && shapeOf(world, container.kind).wraps;
  if (parent === null || words === undefined || address !== wrapperAddress(world, parent, words)) return false;
  const { title, path: _, default: __, ...others } = live.fields;
  const isBare = Object.values(others).every((value) => (value ?? false) === false);
  const isKept = (each: LiveObject) => matches.addressOfLive(each) !== undefined && !draft.deleting.has(each);
  return isBare && title === container?.fields.title && !world.liveIn(words.child, live.id).some(isKept);
}

/** Why the uses of objects of this kind are unknown. Undefined: known, or not read yet. */
export function whyUsesUnknown({ live }: World, { companionOf }: KindShape): string | undefined {
  return companionOf === undefined ? undefined : live.uses?.unknown;
}

/** Containers that still show the object after the plan, such as `"Handbook" (sites/handbook, https://acme.example/handbook)`. */
function containersShowing(draft: Drafted, live: LiveObject, { companionOf: use }: KindShape): readonly string[] {
  if (use === undefined) return [];
  const { world } = draft;
  const linked = (linksTo(world).get(live.id) ?? []).filter(
    (link) => link.kind === use.link && !isDeletedByPlan(draft, link),
  );
  const containers = [
    ...linked.flatMap((link) => liveContainerOfKind(world, link, use.container) ?? []),
    ...(world.live.uses?.found ?? []).flatMap(({ kind, id, container }) =>
      kind === live.kind && id === live.id ? [container] : [],
    ),
  ];
  const staying = containers.filter(({ kind, id }) => !isDeletedByPlan(draft, world.liveObject(kind, id)));
  return [...new Set(staying.map((container) => nameWithPlaces(draft, container)))].sort();
}

const linksTo = cachePerObject((world: World) => {
  const fields = new Map(
    [...world.shapes.values()].flatMap(({ companionOf: use }) => (use ? [[use.link, use.field] as const] : [])),
  );
  const links = world.live.objects.filter(({ kind }) => fields.has(kind));
  return groupBy(links, ({ kind, fields: values }) => values[fields.get(kind) ?? '']);
});

function isDeletedByPlan(draft: Drafted, live: LiveObject | undefined) {
  return (
    live !== undefined && (isDeleting(draft, live) || draft.steps.has(`${draft.matches.addressOfLive(live)}#delete`))
  );
}

function liveContainerOfKind(world: World, live: LiveObject, kind: KindName) {
  let each: LiveObject | undefined = live;
  while (each !== undefined && each.kind !== kind) each = liveParent(world, each);
  return each;
}

function nameWithPlaces({ matches, world }: Drafted, container: LiveObject) {
  const places = [matches.addressOfLive(container) ?? container.id, container.fields.address].filter(
    (each) => typeof each === 'string',
  );
  return `${shapeOf(world, container.kind).title} "${displayName(world, container)}" (${places.join(', ')})`;
}
