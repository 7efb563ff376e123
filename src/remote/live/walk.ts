/** Reads lists from the top level down, each in the objects found above it. Single requests tell deleted objects from objects that the token cannot see. */

import type { Call } from '../../contract/endpoint.ts';
import { type Address, isSafeId } from '../../core/address.ts';
import { jsonObjectOrEmpty } from '../../core/json.ts';
import { cacheFirstResult } from '../../core/once.ts';
import type { KindName, LiveObject, Unread } from '../../core/state.ts';
import type { KindDefinition } from '../../kinds/define-kind.ts';
import type { Reading } from '../../kinds/reading.ts';
import { mentionedInStructure, structureBySite, structureMentions } from './below-structure.ts';
import {
  addList,
  addListing,
  childHolder,
  isStructureKind,
  type ListHolder,
  type ReadContext,
  recordLeftOutLists,
  requireDefinition,
  requireReading,
} from './gathering.ts';
import {
  createCandidateFinder,
  isReadOnlyIfMentioned,
  kindsOfMapKeys,
  kindsReadIn,
  type Mention,
  type MentionedKinds,
} from './mentions.ts';
import {
  contractViolationReason,
  type DecodedListing,
  decodeListing,
  type Finding,
  matchesContract,
  whyUnread,
} from './reader.ts';
import { readStructure } from './site-structure.ts';

export async function readKinds(gathering: ReadContext, kinds: MentionedKinds, holder: ListHolder): Promise<void> {
  const isPart = (kind: KindName) => isStructureKind(gathering, kind);
  const structure = [...kinds.keys()].some(isPart) ? [readStructure(gathering, holder)] : [];
  const others = [...kinds]
    .filter(([kind]) => !isPart(kind))
    .map(([kind, mentions]) => readKind(gathering, kind, mentions, holder));
  await Promise.all([...structure, ...others]);
}

/** A renamed object is mentioned under two addresses. */
function mergeMentioned(all: readonly MentionedKinds[]) {
  const merged = new Map<KindName, readonly Mention[]>();
  for (const kinds of all)
    for (const [kind, mentions] of kinds) merged.set(kind, [...(merged.get(kind) ?? []), ...mentions]);
  return merged;
}

async function readKind(gathering: ReadContext, kind: KindName, mentions: readonly Mention[], holder: ListHolder) {
  const definition = requireDefinition(gathering, kind);
  const listing = await readListing(gathering, definition, definition.reading, mentions, holder);
  const objects = addListing(gathering, definition, holder.id, listing);
  await descend(gathering, definition, mentions, objects, holder);
}

async function readListing(
  gathering: ReadContext,
  definition: KindDefinition,
  reading: Reading,
  mentions: readonly Mention[],
  holder: ListHolder,
) {
  switch (reading.by) {
    case 'list': {
      const { list, listOnce } = gathering.reader;
      // Other parts need top-level lists too.
      const listed = decodeListing(
        definition,
        reading.decode,
        await (holder.id === null ? list : listOnce)(reading.call(holder)),
      );
      gathering.markRead({ kind: definition.name, parentId: holder.id });
      const { one } = reading;
      // An incomplete list proves no absence anyway.
      if (one === undefined || listed.unknown !== undefined) return listed;
      return withFoundById(gathering, definition, reading, listed, mentions, (id) => one(holder, id));
    }
    case 'object': {
      const finding = await gathering.reader.find(reading.call(holder));
      const decoded = 'reply' in finding ? reading.decode(finding.reply, holder) : undefined;
      const isMisfit = 'reply' in finding && (decoded === undefined || !matchesContract(definition, decoded));
      const [known] = mentions.flatMap(({ ids }) => ids);
      const isHidden = 'isAbsent' in finding && known !== undefined;
      const absenceReason = isHidden ? await hiddenObjectReason(gathering, definition, known) : undefined;
      const unread = isMisfit ? { unknown: contractViolationReason(1) } : (whyUnread(finding) ?? absenceReason);
      return { ...unread, objects: decoded === undefined || isMisfit ? [] : [decoded] };
    }
    case 'id': {
      const ids = [...new Set(mentions.flatMap((mention) => [...mention.ids, mention.key]))].filter(isSafeId);
      const findings = await Promise.all(ids.map((id) => gathering.reader.find(reading.call(holder, id))));
      const items = findings.flatMap((finding) => ('reply' in finding ? [finding.reply] : []));
      const gone = ids.find((_, at) => 'isAbsent' in (findings[at] ?? {}));
      const unread =
        findings.map(whyUnread).find((each) => each !== undefined) ??
        (gone === undefined ? undefined : await hiddenObjectReason(gathering, definition, gone));
      return { ...decodeListing(definition, reading.decode, { items }), ...unread };
    }
    case 'discovery':
      throw new Error(`${definition.name} is not read in a place`);
  }
}

/** Reads the children of every object that a mention can match, or of all objects in a whole reading. */
export async function descend(
  gathering: ReadContext,
  definition: KindDefinition,
  mentions: readonly Mention[],
  objects: readonly LiveObject[],
  holder: ListHolder,
): Promise<void> {
  if (gathering.isWhole) await descendInAll(gathering, definition, enteredOf(gathering, objects, holder), holder);
  const { leftOut } = gathering.mentions;
  const mentioned = (address: Address) => mentionedIn(gathering, address);
  const parents = mentions.filter(({ address }) => mentioned(address).size + (leftOut?.(address).size ?? 0) > 0);
  const candidatesOf = createCandidateFinder(definition, objects);
  const mentionsOf = new Map<LiveObject, Mention[]>();
  for (const mention of parents) {
    for (const object of candidatesOf(mention)) mentionsOf.set(object, [...(mentionsOf.get(object) ?? []), mention]);
  }
  const known = new Set(leftOut === undefined ? [] : mentions.flatMap(({ ids }) => ids));
  await Promise.all(
    [...mentionsOf].map(([object, candidates]) => {
      const addresses = candidates.map(({ address }) => address);
      // A match by name alone can be wrong, so only mentions with the id decide what is left out.
      const own = known.has(object.id) ? candidates.filter(({ ids }) => ids.includes(object.id)) : candidates;
      recordLeftOutLists(gathering, { left: own.map(({ address }) => address), read: addresses }, object);
      const kinds = mergeMentioned(addresses.map(mentioned));
      if (!object.isDeleted) return readKinds(gathering, kinds, childHolder(holder, object));
      // Objects in the trash have no readable children.
      for (const kind of kinds.keys()) addList(gathering, kind, object.id);
      return undefined;
    }),
  );
  await descendInStructure(gathering, definition, mentions, objects, holder);
}

/** Reads the lists in objects of the structure that are mentioned. The structure is read before. */
async function descendInStructure(
  gathering: ReadContext,
  definition: KindDefinition,
  mentions: readonly Mention[],
  objects: readonly LiveObject[],
  holder: ListHolder,
) {
  if (![...kindsReadIn(gathering.definitions, definition.name).keys()].some((kind) => isStructureKind(gathering, kind)))
    return;
  const candidatesOf = createCandidateFinder(definition, objects);
  const structure = cacheFirstResult(() => structureBySite(gathering));
  for (const mention of mentions) {
    const below = structureMentions(gathering, mention.address);
    if (below.length === 0) continue;
    for (const object of candidatesOf(mention)) {
      const within = childHolder(holder, object);
      const inside = [...mentionedInStructure(structure().get(object.id) ?? [], below)];
      await Promise.all(
        inside.map(([part, addresses]) => {
          recordLeftOutLists(gathering, { left: addresses, read: addresses }, part);
          const kinds = mergeMentioned(addresses.map((address) => othersIn(gathering, address)));
          return readKinds(gathering, kinds, childHolder(within, part));
        }),
      );
    }
  }
}

function othersIn(gathering: ReadContext, address: Address): MentionedKinds {
  return new Map([...gathering.mentions.in(address)].filter(([kind]) => !isStructureKind(gathering, kind)));
}

function enteredOf({ extent }: ReadContext, objects: readonly LiveObject[], { id }: ListHolder) {
  return extent === undefined || id !== null ? objects : extent.entered(objects);
}

function mentionedIn({ mentions, isWhole, definitions }: ReadContext, address: Address) {
  const kinds = mentions.in(address);
  if (!isWhole || kinds.size === 0) return kinds;
  // The configuration of another dialect can mention kinds that this one does not have.
  const isLeft = (definition: KindDefinition | undefined) =>
    definition !== undefined && isReadOnlyIfMentioned(definition);
  return new Map([...kinds].filter(([kind]) => isLeft(definitions.get(kind))));
}

async function descendInAll(
  gathering: ReadContext,
  { name }: KindDefinition,
  objects: readonly LiveObject[],
  holder: ListHolder,
) {
  const inside = kindsReadIn(gathering.definitions, name);
  if (inside.size === 0) return;
  const isRead = objects.some(({ isDeleted }) => !isDeleted);
  const idle = isRead ? await kindsWithoutObjects(gathering, inside) : new Set<KindName>();
  const wanted = new Map([...inside].filter(([kind]) => !idle.has(kind)));
  const read = async (object: LiveObject) => {
    for (const kind of object.isDeleted ? inside.keys() : idle) addList(gathering, kind, object.id);
    if (!object.isDeleted) await readKinds(gathering, wanted, childHolder(holder, object));
  };
  await Promise.all(objects.map(read));
}

/** Without custom fields, spaces have no values: reading them would need a request per space. */
async function kindsWithoutObjects(gathering: ReadContext, kinds: MentionedKinds): Promise<ReadonlySet<KindName>> {
  const idle = new Set<KindName>();
  for (const kind of kinds.keys()) {
    const keys = kindsOfMapKeys(requireDefinition(gathering, kind));
    const isDeclared = () => gathering.desired.resources.some((resource) => resource.kind === kind);
    if (keys.length > 0 && !isDeclared() && (await areEmpty(gathering, keys))) idle.add(kind);
  }
  return idle;
}

async function areEmpty(gathering: ReadContext, kinds: readonly KindName[]) {
  const listings = await Promise.all(
    kinds.map((kind) => gathering.reader.list(requireReading(gathering, kind, 'list').call(gathering.topLevel))),
  );
  return listings.every(({ items, unknown }) => items.length === 0 && unknown === undefined);
}

type Listed = Extract<Reading, { by: 'list' | 'discovery' }>;

/** Adds objects found by id. The list becomes unknown if objects can be hidden and a plan could consider them absent. */
export async function withFoundById(
  gathering: ReadContext,
  definition: KindDefinition,
  reading: Listed,
  listing: DecodedListing,
  mentions: readonly Mention[],
  callOf: (id: string) => Call,
): Promise<DecodedListing> {
  const listed = new Set(listing.objects.map(({ id }) => id));
  const ids = [...new Set(mentions.flatMap((mention) => mention.ids))].filter((id) => !listed.has(id) && isSafeId(id));
  const findings = await Promise.all(ids.map((id) => gathering.reader.find(callOf(id))));
  const replies = findings.flatMap((finding) =>
    'reply' in finding && isHere(gathering, finding.reply) ? [finding.reply] : [],
  );
  const known = decodeListing(definition, reading.decode, { items: replies });
  const gone = ids.filter((_, at) => 'isAbsent' in (findings[at] ?? {}));
  const unread =
    (listing.unknown === undefined ? undefined : listing) ??
    findings.map(whyUnread).find((each) => each !== undefined) ??
    (known.unknown === undefined ? undefined : known) ??
    (await absenceReason(gathering, definition, reading, mentions, gone));
  return { ...unread, objects: [...listing.objects, ...known.objects] };
}

async function hiddenObjectReason(
  gathering: ReadContext,
  definition: KindDefinition,
  id: string,
): Promise<Unread | undefined> {
  return (await seesEverything(gathering)) ? undefined : hidden(definition, id);
}

/** Why absence proves nothing. Reads the organization only if a plan depends on it. */
async function absenceReason(
  gathering: ReadContext,
  definition: KindDefinition,
  reading: Listed,
  mentions: readonly Mention[],
  [gone]: readonly string[],
): Promise<Unread | undefined> {
  if (
    (gone === undefined && !needsPermissions(gathering, definition, mentions)) ||
    (await seesEverything(gathering, reading))
  )
    return undefined;
  if (gone !== undefined) return hidden(definition, gone);
  return { unknown: notAll(definition), isDenied: true };
}

function notAll({ title }: KindDefinition) {
  return `this token might not see every ${title}: only an admin's token does`;
}

/** Why the list of the kind can omit objects. undefined: it cannot. */
export async function notAllSeen(gathering: ReadContext, kind: KindName): Promise<string | undefined> {
  const definition = requireDefinition(gathering, kind);
  const { reading } = definition;
  if (reading.by === 'id') return `the API does not list every ${definition.title}`;
  if (!('isLeveled' in reading) || reading.isLeveled !== true) return undefined;
  return (await seesEverything(gathering, reading)) ? undefined : notAll(definition);
}

function hidden({ title }: KindDefinition, id: string): Unread {
  return {
    unknown: `the ${title} ${id} is deleted or not visible to this token: use an admin's token`,
    isDenied: true,
  };
}

/** Whether the list can omit objects, so that the caller's permissions decide. */
export function needsPermissions(
  gathering: ReadContext,
  definition: KindDefinition,
  mentions: readonly Mention[],
): boolean {
  const { isWhole, desired } = gathering;
  const { reading, name } = definition;
  if (!('isLeveled' in reading) || reading.isLeveled !== true) return false;
  // Something is matched by name, created or deleted. Everything else was found by its id.
  const isOpen = ({ ids, fields }: Mention) => (ids.length === 0) === (fields !== undefined);
  return isWhole || mentions.some(isOpen) || desired.lists.some(({ kind, prune }) => kind === name && prune === 'all');
}

/** Unknown permissions count as missing. */
async function seesEverything({ readOrganization }: ReadContext, reading?: Listed) {
  const finding = await readOrganization();
  const shownWith = reading?.by === 'list' ? reading.shownWith : undefined;
  return isAdmin(finding) || (shownWith !== undefined && mayDo(finding, shownWith));
}

export function isAdmin(organization: Finding): boolean {
  return mayDo(organization, 'admin');
}

function mayDo(organization: Finding, permission: string) {
  const { permissions } = jsonObjectOrEmpty('reply' in organization ? organization.reply : undefined);
  return jsonObjectOrEmpty(permissions)[permission] === true;
}

/** Objects that moved to another organization can still be requested by id. */
function isHere(gathering: ReadContext, reply: unknown) {
  const { organization } = jsonObjectOrEmpty(reply);
  return typeof organization !== 'string' || organization === gathering.topLevel.organization;
}
