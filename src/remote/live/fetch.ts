/** Reads everything that configuration and ledger mention, and corrects listed orders and sites. */
import type { Address, ListAddress } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import { withoutUndefined } from '../../core/defined.ts';
import type { Extent } from '../../core/extent.ts';
import { cacheFirstResult } from '../../core/once.ts';
import { type Desired, isReference, type KindName, type Ledger, type Live, type LiveObject } from '../../core/state.ts';
import type { KindDefinition } from '../../kinds/define-kind.ts';
import { keepsOrderIn } from '../../kinds/shape.ts';
import { readAllSpaces } from './all-spaces.ts';
import { withAssumedOrders } from './assumed-orders.ts';
import {
  addListing,
  noOrders,
  organizationCall,
  type ReadContext,
  recordLeftOutLists,
  requireDefinition,
  toLive,
  topLevelHolder,
} from './gathering.ts';
import { collectMentions, createCandidateFinder, type Mention, mentionEverything, withoutLists } from './mentions.ts';
import { createPrefetch, prefetchCalls } from './prefetch.ts';
import {
  contractViolationReason,
  createReader,
  type LiveClient,
  matchesContract,
  type Progress,
  whyUnread,
} from './reader.ts';
import { addMentionedSpaces, addShownSpaces, readCollectionOrders } from './spaces.ts';
import { readKinds } from './walk.ts';

export type { Listing, LiveClient, Progress } from './reader.ts';

interface FetchOptions {
  readonly organization: string;
  readonly definitions: ReadonlyMap<KindName, KindDefinition>;
  /** Missing: an empty configuration. */
  readonly desired?: Desired;
  readonly ledger: Ledger;
  /** Reads the whole organization. Link invites, which have no list, are read only if mentioned. */
  readonly isWhole?: boolean;
  /** Limits a whole reading. `leftOut` must contain the other mentioned lists. */
  readonly extent?: Extent;
  /** Addresses with a create request of an interrupted run whose outcome is unknown. */
  readonly unconfirmed?: ReadonlySet<Address>;
  /** Mentioned lists that are not read. */
  readonly leftOut?: ReadonlyMap<ListAddress, KindName>;
  readonly onProgress?: (progress: Progress) => void;
}

/** Throws the client's error on a 401, or if the organization is refused or missing. All other failures become *unknown*. */
export async function fetchLive(client: LiveClient, options: FetchOptions): Promise<Live> {
  const { organization, definitions, ledger, leftOut, onProgress, isWhole = false, extent } = options;
  const desired = options.desired ?? emptyDesired(organization);
  const all = collectMentions(desired, ledger, definitions, options.unconfirmed);
  const mentioned = leftOut === undefined ? all : withoutLists(all, leftOut, definitions);
  const prefetch = createPrefetch(createReader(client, onProgress), client.concurrency);
  const gathering: ReadContext = {
    topLevel: topLevelHolder(organization),
    readOrganization: cacheFirstResult(() => gathering.reader.find(organizationCall(gathering))),
    definitions,
    desired,
    ledger,
    isWhole,
    ...withoutUndefined({ extent }),
    mentions: isWhole ? mentionEverything(mentioned, definitions, extent?.kinds) : mentioned,
    reader: prefetch.reader,
    markRead: prefetch.markRead,
    objects: new Map(),
    lists: [],
    orders: noOrders(),
    siteSpaceItems: new Map(),
  };
  const kinds = new Map(gathering.mentions.in(null));
  recordLeftOutLists(gathering, { left: [null], read: [null] }, gathering.topLevel);
  const hasSpaces = kinds.delete('space');
  const hasOrganization = kinds.delete('organization');
  const walk = readKinds(gathering, kinds, gathering.topLevel);
  const spaces = hasSpaces ? readSpaces(gathering, walk) : undefined;
  const reading = Promise.all([
    // A whole reading needs the spaces to know which collections have several.
    (isWhole ? Promise.all([walk, spaces]) : walk).then(() => readCollectionOrders(gathering)),
    spaces,
    hasOrganization ? readAndKeepOrganization(gathering) : undefined,
  ]);
  await prefetch.during(reading, prefetchCalls(gathering));
  if (gathering.mentions.leftOut?.(null).has('space')) addShownSpaces(gathering);
  if (gathering.lists.some(({ unknown, isLeftOut }) => unknown !== undefined && !isLeftOut))
    await readOrganization(gathering);
  const live = { ...toLive(gathering), ...withoutUndefined({ leftOut }) };
  return withAssumedOrders(withoutImplicitSections(live, gathering), ledger);
}

export function emptyDesired(organization: string): Desired {
  const policy = { prune: () => 'owned' as const, protect: [], maxDeletes: 0 };
  return { organization, resources: [], lists: [], orders: {}, moved: [], policy };
}

/** Without an admin, spaces come from the collections and sites that were read. */
async function readSpaces(gathering: ReadContext, walk: Promise<void>) {
  const listed = await readAllSpaces(gathering);
  if (listed.unknown === undefined) gathering.siteSpaceItems = undefined;
  // Sites show which spaces are at the places that Git Sync writes.
  const hasClaims = gathering.desired.resources.some(({ claim }) => claim !== undefined);
  if (listed.unknown !== undefined || hasClaims) await walk;
  await addMentionedSpaces(gathering, listed);
}

/** With a wrong organization, all lists look empty. */
async function readOrganization(gathering: ReadContext) {
  const finding = await gathering.readOrganization();
  if (!('reply' in finding) && [403, 404].includes(finding.failure.status ?? 0)) throw finding.failure;
  return finding;
}

async function readAndKeepOrganization(gathering: ReadContext) {
  const finding = await readOrganization(gathering);
  const definition = requireDefinition(gathering, 'organization');
  const { reading } = definition;
  const decoded =
    'reply' in finding && reading.by === 'object' ? reading.decode(finding.reply, gathering.topLevel) : undefined;
  const objects = decoded !== undefined && matchesContract(definition, decoded) ? [decoded] : [];
  const unread = whyUnread(finding) ?? (objects.length > 0 ? undefined : { unknown: contractViolationReason(1) });
  addListing(gathering, definition, null, { ...unread, objects });
}

type Wraps = NonNullable<KindDefinition['wraps']>;

/** Treats a site as flat if its only section is the one that the platform can add around its spaces: only sites that configuration and ledger know as flat. The section is neither managed nor reported. */
function withoutImplicitSections(
  live: Live,
  { definitions, mentions }: Pick<ReadContext, 'definitions' | 'mentions'>,
): Live {
  const idsAt = cacheFirstResult(
    () => new Map([...mentions.in(null).values()].flat().map(({ address, ids }) => [address, ids])),
  );
  let flat = live;
  for (const definition of definitions.values()) {
    const { name, wraps } = definition;
    if (wraps === undefined) continue;
    const candidatesOf = createCandidateFinder(
      definition,
      live.objects.filter(({ kind }) => kind === name),
    );
    const partsOf = groupBy(
      live.objects.filter(({ kind }) => keepsOrderIn(definitions.get(kind) ?? {}, name)),
      ({ parentId }) => parentId ?? '',
    );
    for (const mention of mentions.in(null).get(name) ?? []) {
      const inside = mentions.in(mention.address);
      const children = inside.get(wraps.child) ?? [];
      if (children.length === 0 || (inside.get(wraps.wrapper) ?? []).length > 0) continue;
      const candidates = candidatesOf(mention);
      // A match by name alone can be wrong.
      const own = candidates.filter(({ id }) => mention.ids.includes(id));
      for (const { id } of own.length > 0 ? own : candidates) {
        const [only, ...others] = partsOf.get(id) ?? [];
        if (
          only?.kind !== wraps.wrapper ||
          others.length > 0 ||
          !hasOnlyDefaultFields(only) ||
          !areListsRead(live, id, wraps)
        )
          continue;
        const isKnown = knownBy(children, idsAt());
        // A section with other spaces was created by a person.
        if ((partsOf.get(only.id) ?? []).some(isKnown)) flat = removeWrapper(flat, only, wraps);
      }
    }
  }
  return flat;
}

function knownBy(children: readonly Mention[], idsAt: ReadonlyMap<Address, readonly string[]>) {
  const references = children.flatMap(({ fields = {} }) => Object.values(fields).filter(isReference));
  const known = new Set([
    ...children.flatMap(({ ids }) => ids),
    ...references.flatMap(({ ref }) => idsAt.get(ref) ?? []),
  ]);
  return ({ id, fields }: LiveObject) =>
    known.has(id) || Object.values(fields).some((value) => known.has(value as string));
}

/** Somebody has set the other fields, and a condition decides who sees the spaces. */
function hasOnlyDefaultFields({ fields }: LiveObject) {
  return ['condition', 'description', 'icon'].every((name) => fields[name] === undefined || fields[name] === null);
}

function areListsRead({ lists }: Live, parentId: string, { child, wrapper }: Wraps) {
  return [child, wrapper].every((kind) =>
    lists.some((list) => list.kind === kind && list.parentId === parentId && list.unknown === undefined),
  );
}

function removeWrapper(live: Live, wrapper: LiveObject, { child }: Wraps): Live {
  const { id, parentId } = wrapper;
  const { [id]: order = [], ...orders } = live.orders;
  const objects = live.objects.flatMap((object): readonly LiveObject[] => {
    if (object === wrapper) return [];
    if (object.id === parentId) return [moveDefaultToSite(object, wrapper)];
    return [object.kind === child && object.parentId === id ? { ...object, parentId } : object];
  });
  return {
    ...live,
    objects,
    lists: live.lists.filter((list) => list.parentId !== id),
    orders: parentId === null ? orders : { ...orders, [parentId]: order },
  };
}

/** The default space of a flat site is the default of the section. */
function moveDefaultToSite(site: LiveObject, { fields }: LiveObject): LiveObject {
  const { defaultSection: _, ...rest } = site.fields;
  return { ...site, fields: fields.default === undefined ? rest : { ...rest, default: fields.default } };
}
