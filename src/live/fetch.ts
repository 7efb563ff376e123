/** Reads everything that configuration and ledger mention, by lists. Fails if nothing could be read. */
import type { Address, ListAddress } from '../core/address.ts';
import { defined } from '../core/defined.ts';
import { DocformError, exitOfStatus } from '../core/docform-error.ts';
import { exitCode } from '../core/exit-code.ts';
import { once } from '../core/once.ts';
import type { Desired, KindName, Ledger, Live, LiveList } from '../core/state.ts';
import type { KindDefinition } from '../kinds/define-kind.ts';
import { withAssumedOrders, withoutImplicitSections } from './corrections.ts';
import {
  definitionIn,
  type Gathering,
  keepLeftOut,
  keepListing,
  liveOf,
  noOrders,
  organizationCall,
  readInput,
  topLevel,
} from './gathering.ts';
import { mentionsBut, mentionsOf, wholeMentions } from './mentions.ts';
import { createPrefetch, prefetchCalls } from './prefetch.ts';
import { createReader, fits, type LiveClient, misfitReason, type Progress, unreadIn } from './reader.ts';
import { keepCollectionOrders, keepShownSpaces, keepSpaces, readAllSpaces } from './spaces.ts';
import { readKinds } from './walk.ts';

export type { Listing, LiveClient, Progress } from './reader.ts';

export interface FetchOptions {
  readonly organization: string;
  readonly definitions: ReadonlyMap<KindName, KindDefinition>;
  /** Missing: an empty configuration. */
  readonly desired?: Desired;
  readonly ledger: Ledger;
  /** Reads the whole organization. Link invites, which have no list, are read only if mentioned. */
  readonly isWhole?: boolean;
  /** Addresses with a create request of an interrupted run whose outcome is unknown. */
  readonly unconfirmed?: ReadonlySet<Address>;
  /** Mentioned lists that are not read. */
  readonly leftOut?: ReadonlyMap<ListAddress, KindName>;
  readonly onProgress?: (progress: Progress) => void;
}

/** Throws the client's error on a 401, or if the organization is refused or missing. All other failures become *unknown*. */
export async function fetchLive(client: LiveClient, options: FetchOptions): Promise<Live> {
  const { organization, definitions, ledger, leftOut, onProgress, isWhole = false } = options;
  const desired = options.desired ?? nothingDesired(organization);
  const all = mentionsOf(desired, ledger, definitions, options.unconfirmed);
  const mentioned = leftOut === undefined ? all : mentionsBut(all, leftOut, definitions);
  const prefetch = createPrefetch(createReader(client, onProgress), client.concurrency);
  const gathering: Gathering = {
    organization,
    readOrganization: once(() => gathering.reader.find(organizationCall(gathering))),
    definitions,
    desired,
    isWhole,
    mentions: isWhole ? wholeMentions(mentioned, definitions) : mentioned,
    reader: prefetch.reader,
    markRead: prefetch.markRead,
    objects: new Map(),
    lists: [],
    orders: noOrders(),
    siteSpaceItems: new Map(),
  };
  const kinds = new Map(gathering.mentions.in(null));
  keepLeftOut(gathering, { left: [null], read: [null] }, topLevel);
  const hasSpaces = kinds.delete('space');
  const hasOrganization = kinds.delete('organization');
  const walk = readKinds(gathering, kinds, topLevel);
  const spaces = hasSpaces ? readSpaces(gathering, walk) : undefined;
  const reading = Promise.all([
    // A whole reading needs the spaces to know which collections have several.
    (isWhole ? Promise.all([walk, spaces]) : walk).then(() => keepCollectionOrders(gathering)),
    spaces,
    hasOrganization ? keepOrganization(gathering) : undefined,
  ]);
  await prefetch.during(reading, prefetchCalls(gathering));
  if (gathering.mentions.leftOut?.(null).has('space')) keepShownSpaces(gathering);
  if (gathering.lists.some(({ unknown, isLeftOut }) => unknown !== undefined && !isLeftOut))
    await readOrganization(gathering);
  const live = { ...liveOf(gathering), ...defined({ leftOut }) };
  return withAssumedOrders(withoutImplicitSections(live, gathering), ledger);
}

function nothingDesired(organization: string): Desired {
  const policy = { prune: () => 'owned' as const, protect: [], maxDeletes: 0 };
  return { organization, resources: [], lists: [], orders: {}, moved: [], policy };
}

/** Without an admin, spaces come from the collections and sites that were read. */
async function readSpaces(gathering: Gathering, walk: Promise<void>) {
  const listed = await readAllSpaces(gathering);
  if (listed.unknown === undefined) gathering.siteSpaceItems = undefined;
  else await walk;
  await keepSpaces(gathering, listed);
}

/** With a wrong organization, all lists look empty. */
async function readOrganization(gathering: Gathering) {
  const finding = await gathering.readOrganization();
  if (!('reply' in finding) && [403, 404].includes(finding.failure.status ?? 0)) throw finding.failure;
  return finding;
}

async function keepOrganization(gathering: Gathering) {
  const finding = await readOrganization(gathering);
  const definition = definitionIn(gathering, 'organization');
  const { reading } = definition;
  const decoded =
    'reply' in finding && reading.by === 'object'
      ? reading.decode(finding.reply, readInput(gathering, topLevel))
      : undefined;
  const objects = decoded !== undefined && fits(definition, decoded) ? [decoded] : [];
  const unread = unreadIn(finding) ?? (objects.length > 0 ? undefined : { unknown: misfitReason(1) });
  keepListing(gathering, definition, null, { ...unread, objects });
}

export function deniedIn(live: Live) {
  const lists = wantedIn(live);
  const denied = lists.filter(({ isDenied }) => isDenied);
  return { denied: denied.length, all: lists.length, kinds: [...new Set(denied.map(({ kind }) => kind))].sort() };
}

function wantedIn({ lists }: Live) {
  return lists.some(({ isLeftOut }) => isLeftOut) ? lists.filter(({ isLeftOut }) => !isLeftOut) : lists;
}

/** Only the organization itself is readable. */
function unseen(count: number, reason: string) {
  return new DocformError({
    code: 'E-NO-ACCESS',
    message: `this token cannot read any of the ${count} lists: ${reason}`,
    hint: 'give the user of the token a role: `admin` can read everything, `read` everything without secrets',
    exit: exitCode.denied,
  });
}

/** A plan would repeat the same failure for every list. */
function unreadable(reason: string, { status, hint }: NonNullable<LiveList['failure']> = {}) {
  return new DocformError({
    code: 'E-API',
    message: `could not read anything: ${reason}`,
    hint,
    status,
    exit: exitOfStatus(status),
  });
}

/**
 * Throws DocformError: E-API if nothing could be read, E-NO-ACCESS if every list was denied. A partial plan reports
 * denied lists as unknown instead, because they do not prove that the token has no access.
 */
export function refuseUnreadable(live: Live): void {
  const wanted = wantedIn(live);
  if (live.leftOut !== undefined && live.leftOut.size > 0 && wanted.every(({ isDenied }) => isDenied)) return;
  const lists = wanted.filter(({ kind }) => kind !== 'organization');
  const [first] = lists;
  if (lists.length > 1 && first !== undefined && lists.every(({ isDenied }) => isDenied))
    throw unseen(lists.length, first.unknown ?? '');
  const { unknown: reason, failure } = wanted[0] ?? {};
  if (reason !== undefined && live.objects.length === 0 && wanted.every((list) => list.unknown !== undefined))
    throw unreadable(reason, failure);
}
