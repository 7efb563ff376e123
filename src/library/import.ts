/** Imports an organization: reads all of it, and says how a configuration would declare it. */
import type { TrafficOptions } from '../client/client.ts';
import { secretsIn } from '../config/secrets.ts';
import type { Desired, Ledger, Live } from '../core/state.ts';
import { type Adopted, adopt, asDesired, type LeftOut } from '../import/adopt.ts';
import { definitions, shapes } from '../kinds/index.ts';
import type { Intent } from '../ledger/journal.ts';
import type { StateBackend } from '../ledger/state-backend.ts';
import { fetchLive, type Progress } from '../live/fetch.ts';
import { refuseUnreadable } from '../live/unreadable.ts';
import { type Platform, readerFor } from './platform.ts';

export interface ImportOptions extends TrafficOptions {
  readonly organization: string;
  readonly platform: Platform;
  readonly ledger: StateBackend;
  /** What is declared by now; its keys are kept. */
  readonly desired?: Desired;
  readonly onProgress?: (progress: Progress) => void;
}

export interface WholeReading {
  readonly live: Live;
  /** What the backend knew then. */
  readonly ledger: Ledger;
  readonly serial: string;
  /** What an earlier run was doing when it ended. */
  readonly open: readonly Intent[];
  readonly readRequests: number;
}

export interface Imported extends WholeReading {
  readonly adopted: Adopted;
  /** Values that no output may show. */
  readonly secrets: readonly string[];
}

/** Reads everything the organization has that can be listed, over a transport that cannot write. Throws where nothing of it can be believed. */
export async function readWhole(options: ImportOptions): Promise<WholeReading> {
  const { organization, platform, ledger: backend, desired, onProgress } = options;
  const { ledger, open, serial } = await backend.load();
  const { client, requests } = await readerFor(platform, options);
  const live = await fetchLive(client, {
    ...{ organization, definitions, ledger, isWhole: true },
    ...(desired === undefined ? {} : { desired }),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  refuseUnreadable(live);
  return { live, ledger, serial, open, readRequests: requests() };
}

/** Reads the whole organization and returns a configuration for its objects. Sends only GET requests. */
export async function importLive(options: ImportOptions): Promise<Imported> {
  const reading = await readWhole(options);
  const { live, ledger } = reading;
  const { desired } = options;
  const adopted = adopt({ live, ledger, shapes, ...(desired === undefined ? {} : { desired }) });
  return { ...reading, adopted, secrets: secretsIn(adopted, shapes) };
}

/** What a copy of the organization is made from. */
export interface Copied extends WholeReading {
  /** Everything that can be declared, each pinned to the object it is. */
  readonly desired: Desired;
  readonly leftOut: readonly LeftOut[];
}

/** Reads everything, to be planted into another platform with the same ids. */
export async function readCopy(options: ImportOptions): Promise<Copied> {
  const reading = await readWhole(options);
  const { live, ledger } = reading;
  const { desired, organization } = options;
  const adopted = adopt({ live, ledger, shapes, withPins: true, ...(desired === undefined ? {} : { desired }) });
  return { ...reading, desired: asDesired(adopted, organization, shapes), leftOut: adopted.leftOut };
}
