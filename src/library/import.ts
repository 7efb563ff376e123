/** Reads an organization and converts it to a configuration. */

import type { Address } from '../core/address.ts';
import { withoutUndefined } from '../core/defined.ts';
import type { Extent } from '../core/extent.ts';
import type { Desired, Ledger } from '../core/state.ts';
import { type Adopted, adopt, asDesired } from '../import/adopt.ts';
import { extentOf } from '../import/extent.ts';
import { findSecrets } from '../kinds/declaration/secrets.ts';
import { kindsOfDialect } from '../kinds/index.ts';
import { kindOfAddress, parseAddress } from '../kinds/shape.ts';
import type { StateBackend } from '../ledger/state-backend.ts';
import type { TrafficOptions } from '../remote/client/client.ts';
import { fetchLive, type Progress } from '../remote/live/fetch.ts';
import { type Definitions, isReadOnlyIfMentioned, kindsReadIn, readAllKinds } from '../remote/live/mentions.ts';
import { listsOutsideExtent } from '../remote/live/touched-lists.ts';
import { requireReadable } from '../remote/live/unreadable.ts';
import { dialectOf } from './detect-dialect.ts';
import { desiredIn } from './dialect.ts';
import { type Platform, readerFor } from './platform.ts';

interface ImportOptions extends TrafficOptions {
  readonly organization: string;
  readonly platform: Platform;
  readonly ledger: StateBackend;
  /** The existing configuration, whose keys are kept. */
  readonly desired?: Desired;
  /** Also reads the permissions of teams and members: two requests for each space, collection and site. Default: only where the configuration or the ledger mentions them. */
  readonly hasPermissions?: boolean;
  readonly onProgress?: (progress: Progress) => void;
}

interface LiveImportOptions extends ImportOptions {
  /** Addresses of resources or lists, or patterns. docform reads only the lists that these need. Default: everything. */
  readonly addresses?: readonly Address[];
}

type WholeReading = Awaited<ReturnType<typeof readWhole>>;

export interface Imported extends WholeReading {
  readonly adopted: Adopted;
  /** Values that no output may contain. */
  readonly secrets: readonly string[];
}

/** Reads all lists of the organization, or those of the extent. Sends only GET requests. Throws if no data from the platform is reliable. `open`: requests of an interrupted apply. */
export async function readWhole(
  options: ImportOptions,
  extentIn?: (ledger: Ledger, shapes: Definitions) => Extent | undefined,
) {
  const { organization, platform, ledger: store, desired, hasPermissions, onProgress } = options;
  const { ledger, open, serial } = await store.load();
  const others = (await store.others?.()) ?? [];
  const { client, requests } = await readerFor(platform, options);
  const { dialect, failure } = await dialectOf(client, { organization, ledger, stated: platform.dialect });
  const all = kindsOfDialect(dialect);
  const definitions = hasPermissions ? readAllKinds(all) : all;
  const extent = extentIn?.(ledger, definitions);
  const supported = desired && extent && desiredIn(desired, definitions, ledger).desired;
  const part = supported && extent && listsOutsideExtent(extent, { desired: supported, ledger, definitions });
  const live = await fetchLive(client, {
    organization,
    definitions,
    ledger,
    isWhole: true,
    ...withoutUndefined({ extent, leftOut: part?.leftOut, onProgress }),
    ...withoutUndefined({ desired: part && supported ? { ...supported, orders: part.orders } : desired }),
  });
  requireReadable(live);
  if (failure !== undefined) throw failure;
  return { live, ledger, serial, open, dialect, others, readRequests: requests(), ...withoutUndefined({ extent }) };
}

/** Reads the organization, or the lists that the addresses need, and returns a configuration for its objects. Sends only GET requests. */
export async function importLive(options: LiveImportOptions): Promise<Imported> {
  const { desired, addresses = [] } = options;
  const near = await readWhole(options, (ledger, shapes) => {
    // A new configuration must not lose any object of the ledger.
    const isPart = addresses.length > 0 && (desired !== undefined || Object.keys(ledger.resources).length === 0);
    const unread = unreadKinds(shapes, ledger, desired);
    return isPart ? extentOf({ addresses, ledger, shapes, unread, ...withoutUndefined({ desired }) }) : undefined;
  });
  const found = adoptedFrom(near, desired);
  const isNear = isComplete(near, found);
  const reading = isNear ? near : await readWhole(options);
  const adopted = isNear ? found : adoptedFrom(reading, desired);
  return { ...reading, adopted, secrets: findSecrets(adopted, kindsOfDialect(reading.dialect)) };
}

/** Optional kinds that neither the configuration nor the ledger mentions. */
function unreadKinds(definitions: Definitions, ledger: Ledger, desired: Desired | undefined) {
  const mentioned = new Set([
    ...[...(desired?.resources ?? []), ...(desired?.lists ?? [])].map(({ kind }) => kind),
    ...[...Object.keys(ledger.resources), ...ledger.lists.map((list) => `${list}/x`)].map((address) =>
      kindOfAddress(address, definitions),
    ),
  ]);
  const optional = [...definitions.values()].filter((each) => isReadOnlyIfMentioned(each) && !mentioned.has(each.name));
  return new Set(optional.map(({ name }) => name));
}

/** An object can get another address after everything was read, if several have the same title. */
function isComplete({ live, extent, dialect }: WholeReading, { ids }: Adopted) {
  if (extent === undefined) return true;
  const definitions = kindsOfDialect(dialect);
  const entered = new Set(live.lists.flatMap(({ parentId, isLeftOut }) => (isLeftOut ? [] : [parentId])));
  return [...ids].every(([address, id]) => {
    const [top, ...inside] = parseAddress(address, definitions) ?? [];
    if (top === undefined || inside.length > 0 || !extent.reaches(address)) return true;
    return kindsReadIn(definitions, top.kind).size === 0 || entered.has(id);
  });
}

function adoptedFrom({ live, ledger, dialect }: WholeReading, desired: Desired | undefined): Adopted {
  return adopt({ live, ledger, shapes: kindsOfDialect(dialect), ...withoutUndefined({ desired }) });
}

export type Copied = Awaited<ReturnType<typeof readCopy>>;

/** Reads everything, to load it into another platform with the same ids. `desired`: all resources, pinned to their objects. */
export async function readCopy(options: ImportOptions) {
  const reading = await readWhole(options);
  const { live, ledger } = reading;
  const shapes = kindsOfDialect(reading.dialect);
  const { organization } = options;
  const resources = options.desired?.resources.map(({ isExternal: _, ...each }) => each);
  const desired = options.desired && { ...options.desired, resources: resources ?? [] };
  const adopted = adopt({ live, ledger, shapes, withPins: true, ...withoutUndefined({ desired }) });
  return { ...reading, desired: asDesired(adopted, organization, shapes), leftOut: adopted.leftOut };
}
