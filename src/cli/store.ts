/** The store of the ledger, for commands that ask the platform nothing. */

import type { Desired } from '../core/state.ts';
import { anyOrganization } from '../core/state.ts';
import { ledgerPath } from '../ledger/ledger-file.ts';
import type { StateStore } from '../ledger/state-store.ts';
import type { Session } from './session.ts';
import { addressOf, isLocalAddress, openTarget, openTargetLedger, type Target } from './target.ts';

export interface OpenStore {
  readonly ledger: StateStore;
  /** As the ledger names it. */
  readonly host: string;
  readonly organization: string;
  /** Whether the ledger stands beside the data of a platform in this process, and is nothing to commit. */
  readonly isLocal: boolean;
  /** The file that platform keeps its data in. */
  readonly data?: string;
  readonly close: () => Promise<void>;
}

interface StorePlace {
  readonly desired: Pick<Desired, 'organization'>;
  readonly directory: string;
}

type StoreTarget = Omit<Target, 'platform' | 'traffic' | 'interruption'> & {
  readonly platform: Pick<Target['platform'], 'host'>;
};

/** Sends nothing to the platform: its address only says which ledger is meant. Throws DocformError where none is given. */
export async function openStoreOnly(session: Session, place: StorePlace): Promise<OpenStore> {
  return openStoreOf(session, place, await storeTarget(session, addressOf(session)));
}

/** Whether the ledger is a file, which says itself which address and organization it is of. */
export function saysWhoseItIs({ settings }: Session): boolean {
  return settings.storeUrl === undefined;
}

/** Where the ledger says itself whose it is, neither address nor organization has to be known. `isNewFor`: what is done with one that is not there yet. */
export async function openStoreAsSaid(
  session: Session,
  place: StorePlace,
  isNewFor: 'reading' | 'writing',
): Promise<OpenStore> {
  const { apiUrl, environmentName } = session.settings;
  if (!saysWhoseItIs(session)) return openStoreOnly(session, place);
  const { targetOfLedger } = await import('../library/ledger.ts');
  const said = await targetOfLedger(ledgerPath(place.directory, environmentName));
  if (said === undefined && isNewFor === 'writing') return openStoreOnly(session, place);
  const target = apiUrl === undefined ? targetAt(said?.host ?? '') : await storeTarget(session, apiUrl);
  const organization =
    place.desired.organization === anyOrganization
      ? (said?.organization ?? anyOrganization)
      : place.desired.organization;
  return openStoreOf(session, { ...place, desired: { organization } }, target);
}

async function openStoreOf(
  session: Session,
  { desired, directory }: StorePlace,
  target: StoreTarget,
): Promise<OpenStore> {
  const organization = target.organization ?? desired.organization;
  const { host } = target.platform;
  try {
    const { ledger, close } = await openTargetLedger(session, target, { directory, organization });
    return {
      ledger,
      host,
      organization,
      isLocal: target.isLocal,
      ...(target.data === undefined ? {} : { data: target.data }),
      close: () => close().finally(target.close),
    };
  } catch (error) {
    await target.close();
    throw error;
  }
}

/** A platform in this process is opened, as only its data says which organization it holds; no token is needed for either. */
async function storeTarget(session: Session, apiUrl: string): Promise<StoreTarget> {
  if (isLocalAddress(apiUrl)) return openTarget(session);
  const { hostOf } = await import('../library/platform.ts');
  return targetAt(hostOf(apiUrl));
}

function targetAt(host: string): StoreTarget {
  return { platform: { host }, isLocal: false, close: async () => undefined };
}
