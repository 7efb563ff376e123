/** Reads an organization and converts it to a configuration. */

import type { TrafficOptions } from '../client/client.ts';
import { defined } from '../core/defined.ts';
import type { Desired } from '../core/state.ts';
import { secretsIn } from '../declaration/resources.ts';
import { type Adopted, adopt, asDesired } from '../import/adopt.ts';
import { definitionsIn } from '../kinds/index.ts';
import type { StateBackend } from '../ledger/state-backend.ts';
import { fetchLive, type Progress, refuseUnreadable } from '../live/fetch.ts';
import { withoutOptional } from '../live/mentions.ts';
import { dialectOf } from './dialect.ts';
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

type WholeReading = Awaited<ReturnType<typeof readWhole>>;

export interface Imported extends WholeReading {
  readonly adopted: Adopted;
  /** Values that no output may contain. */
  readonly secrets: readonly string[];
}

/** Reads all lists of the organization. Sends only GET requests. Throws if no data from the platform is reliable. `open`: requests of an interrupted apply. */
export async function readWhole(options: ImportOptions) {
  const { organization, platform, ledger: store, desired, hasPermissions, onProgress } = options;
  const { ledger, open, serial } = await store.load();
  const others = (await store.others?.()) ?? [];
  const { client, requests } = await readerFor(platform, options);
  const { dialect, failure } = await dialectOf(client, { organization, ledger, stated: platform.dialect });
  const all = definitionsIn(dialect);
  const definitions = hasPermissions ? withoutOptional(all) : all;
  const live = await fetchLive(client, {
    ...{ organization, definitions, ledger, isWhole: true },
    ...defined({ desired, onProgress }),
  });
  refuseUnreadable(live);
  if (failure !== undefined) throw failure;
  return { live, ledger, serial, open, dialect, others, readRequests: requests() };
}

/** Reads the whole organization and returns a configuration for its objects. Sends only GET requests. */
export async function importLive(options: ImportOptions): Promise<Imported> {
  const reading = await readWhole(options);
  const { live, ledger } = reading;
  const shapes = definitionsIn(reading.dialect);
  const { desired } = options;
  const adopted = adopt({ live, ledger, shapes, ...defined({ desired }) });
  return { ...reading, adopted, secrets: secretsIn(adopted, shapes) };
}

export type Copied = Awaited<ReturnType<typeof readCopy>>;

/** Reads everything, to load it into another platform with the same ids. `desired`: all resources, pinned to their objects. */
export async function readCopy(options: ImportOptions) {
  const reading = await readWhole(options);
  const { live, ledger } = reading;
  const shapes = definitionsIn(reading.dialect);
  const { organization } = options;
  const resources = options.desired?.resources.map(({ isExternal: _, ...each }) => each);
  const desired = options.desired && { ...options.desired, resources: resources ?? [] };
  const adopted = adopt({ live, ledger, shapes, withPins: true, ...defined({ desired }) });
  return { ...reading, desired: asDesired(adopted, organization, shapes), leftOut: adopted.leftOut };
}
