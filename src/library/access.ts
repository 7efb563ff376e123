/** Reports who can access which content, with the addresses of the configuration. */

import {
  type Access,
  type AddressOf,
  addTeams,
  computeAccess,
  idsNamed,
  limitToSite,
  limitToSpace,
  membersWithGrants,
  placesWithGrants,
} from '../access/access.ts';
import type { AccessFacts, PermissionPlace } from '../access/facts.ts';
import { isWithin } from '../core/address.ts';
import { withoutUndefined } from '../core/defined.ts';
import type { Dialect } from '../core/dialect.ts';
import {
  type Desired,
  emptyLedger,
  type KindName,
  type Ledger,
  type Live,
  type LiveObject,
  type Value,
} from '../core/state.ts';
import { kindsOfDialect, shapes } from '../kinds/index.ts';
import { createWorld } from '../plan/context/world.ts';
import { matchAll } from '../plan/identity/match.ts';
import type { Client, TrafficOptions } from '../remote/client/client.ts';
import { readAccess, readLinkInvites, readMemberTeams, readPermissions } from '../remote/live/access/access.ts';
import type { Progress } from '../remote/live/fetch.ts';
import type { TokenOrigin } from '../report/parts/origin.ts';
import { dialectOf } from './detect-dialect.ts';
import { type Platform, readerFor } from './platform.ts';
import { fetchTokenUser } from './request.ts';

interface AccessOptions extends TrafficOptions {
  readonly organization: string;
  readonly platform: Platform;
  readonly declared?: { readonly desired: Desired; readonly ledger: Ledger };
  /** Limits the report to this e-mail address. Null: only content that can be read without an account. */
  readonly who?: string | null;
  /** Also reads the structure and share links of sites. Default: true. */
  readonly hasSiteParts?: boolean;
  readonly onProgress?: (progress: Progress) => void;
}

export interface AccessRead extends Access {
  readonly host: string;
  /** The user of the token. Missing: the platform does not report the user. */
  readonly caller?: TokenOrigin['identity'];
  readonly readRequests: number;
  readonly named: (
    name: string,
    kind: KindName,
    objects: readonly { readonly id: string; readonly title: string }[],
  ) => readonly string[];
  readonly only: (kind: 'space' | 'site', id: string) => Access;
}

/** Reports who can access each space and site, and why. Sends only GET requests. Throws if the platform rejects the token or the token cannot see the organization. */
export async function access(options: AccessOptions): Promise<AccessRead> {
  const { organization, platform, declared, who, hasSiteParts = true, onProgress } = options;
  const { client, requests } = await readerFor(platform, options);
  const read = await readAccess(client, organization, { hasSiteParts, ...withoutUndefined({ who }) }, onProgress);
  const granted = membersWithGrants(read);
  // A report about one person lists all teams.
  const asked = typeof who === 'string' ? read.members : granted;
  const known = addTeams(read, await readMemberTeams(client, organization, asked));
  const { ledger = emptyLedger } = declared ?? {};
  const { dialect } = await dialectOf(client, { organization, ledger, stated: platform.dialect });
  const permitted = await withPermissions(known, client, dialect, options);
  const facts = who === undefined ? await withLinkInvites(permitted, client, dialect) : permitted;
  const caller = await fetchTokenUser(client, dialect);
  const readRequests = requests();
  const addressOf = declared === undefined ? undefined : addressesIn(facts, declared, who);
  const found = computeAccess(facts, addressOf);
  return {
    ...found,
    host: platform.host,
    readRequests,
    ...withoutUndefined({ caller }),
    named: (name, kind, objects) => idsNamed(name, kind, objects, found.addressOf),
    only: (kind, id) => (kind === 'space' ? limitToSpace : limitToSite)(found, id),
  };
}

/** Reads permissions in the dialects that have them: of sites, and where roles and defaults do not explain access. */
async function withPermissions(
  facts: AccessFacts,
  client: Client,
  dialect: Dialect,
  { organization, who }: AccessOptions,
): Promise<AccessFacts> {
  if (who === null) return facts;
  const definitions = kindsOfDialect(dialect);
  if (!definitions.has('team-permission')) return facts;
  const sites = facts.sites.map(({ id }): PermissionPlace => ({ kind: 'site', id }));
  const places = [...sites, ...placesWithGrants(facts, computeAccess(facts))];
  const { permissions, unknown } = await readPermissions(client, {
    organization,
    places,
    definitions,
    members: facts.members,
  });
  return { ...facts, permissions, unknown: [...facts.unknown, ...unknown] };
}

/** Reads link invites in the dialects that can list them. */
async function withLinkInvites(facts: AccessFacts, client: Client, dialect: Dialect): Promise<AccessFacts> {
  const { organization } = facts;
  const definitions = kindsOfDialect(dialect);
  const { linkInvites, unknown } = await readLinkInvites(client, { organization: organization.id, definitions });
  return {
    ...facts,
    organization: { ...organization, ...withoutUndefined({ linkInvites }) },
    unknown: [...facts.unknown, ...unknown],
  };
}

const listOf: { readonly [kind: KindName]: string } = {
  member: 'members',
  collection: 'collections',
  space: 'spaces',
  site: 'sites',
};

/** Matches objects as a plan does. In incomplete lists, only pins and ledger entries are matched. */
function addressesIn(
  facts: AccessFacts,
  { desired, ledger }: { readonly desired: Desired; readonly ledger: Ledger },
  who: AccessOptions['who'],
): AddressOf {
  const kinds = Object.keys(listOf);
  const segments = kinds.map((kind) => shapes.get(kind)?.segment ?? kind);
  const isTold = (address: string) =>
    address.split('/').length === 2 && segments.some((segment) => isWithin(address, segment));
  const resources = desired.resources.filter(({ kind, address }) => kinds.includes(kind) && isTold(address));
  const known = Object.entries(ledger.resources).filter(([address]) => isTold(address));
  const matches = matchAll(
    createWorld({
      desired: { ...desired, resources, lists: [], orders: {} },
      live: liveOf(facts, who),
      ledger: { ...emptyLedger, resources: Object.fromEntries(known) },
      shapes,
    }),
  );
  return (kind, id) => matches.addressOf(kind, id);
}

function liveOf(facts: AccessFacts, who: AccessOptions['who']): Live {
  const object = (kind: KindName, id: string, fields: { readonly [field: string]: Value | undefined }): LiveObject => {
    const stated = Object.entries(fields).filter((entry): entry is [string, Value] => entry[1] !== undefined);
    return { kind, id, parentId: null, fields: Object.fromEntries(stated) };
  };
  const isUnread = (what: string | undefined) => facts.unknown.some((unknown) => unknown.what === what);
  return {
    objects: [
      ...facts.members.map(({ id, email }) => object('member', id, { email })),
      ...facts.collections.map(({ id, title, parent }) => object('collection', id, { title, parent })),
      ...facts.spaces.map(({ id, title, parent }) => object('space', id, { title, collection: parent })),
      ...facts.sites.map(({ id, title, basename }) => object('site', id, { title, basename })),
    ],
    lists: Object.entries(listOf).map(([kind, what]) => {
      const isCut = (kind === 'space' && typeof who === 'string') || (kind === 'collection' && who === null);
      return {
        kind,
        parentId: null,
        ...(isUnread(what) || isCut ? { unknown: 'the list was not read completely' } : {}),
      };
    }),
    orders: {},
  };
}
