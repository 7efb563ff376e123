/** The store of the ledger, for commands that ask the platform nothing. */

import type { Desired } from '../core/state.ts';
import { anyOrganization } from '../core/state.ts';
import { ledgerPath } from '../ledger/ledger-file.ts';
import type { StateStore } from '../ledger/state-store.ts';
import type { Session } from './session.ts';
import { addressOf, isLocalAddress, openTarget, openTargetLedger, type Target } from './target.ts';

export interface OpenedBackend {
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

interface BackendPlace {
  readonly desired: Pick<Desired, 'organization'>;
  readonly directory: string;
}

type BackendTarget = Omit<Target, 'platform' | 'traffic' | 'interruption'> & {
  readonly platform: Pick<Target['platform'], 'host'>;
};

/** Sends nothing to the platform: its address only says which ledger is meant. Throws DocformError where none is given. */
export async function openTargetBackend(session: Session, place: BackendPlace): Promise<OpenedBackend> {
  return openBackendOf(session, place, await backendTarget(session, addressOf(session)));
}

/** Whether the ledger is a file, which says itself which address and organization it is of. */
export function isLedgerFile({ settings }: Session): boolean {
  return settings.backendUrl === undefined;
}

/** Where the ledger says itself whose it is, neither address nor organization has to be known. `isNewFor`: what is done with one that is not there yet. */
export async function openRecordedBackend(
  session: Session,
  place: BackendPlace,
  isNewFor: 'reading' | 'writing',
): Promise<OpenedBackend> {
  const { apiUrl, environmentName } = session.settings;
  if (!isLedgerFile(session)) return openTargetBackend(session, place);
  const { targetOfLedger } = await import('../library/ledger.ts');
  const said = await targetOfLedger(ledgerPath(place.directory, environmentName));
  if (said === undefined && isNewFor === 'writing') return openTargetBackend(session, place);
  const target = apiUrl === undefined ? targetAt(said?.host ?? '') : await backendTarget(session, apiUrl);
  const organization =
    place.desired.organization === anyOrganization
      ? (said?.organization ?? anyOrganization)
      : place.desired.organization;
  return openBackendOf(session, { ...place, desired: { organization } }, target);
}

async function openBackendOf(
  session: Session,
  { desired, directory }: BackendPlace,
  target: BackendTarget,
): Promise<OpenedBackend> {
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
async function backendTarget(session: Session, apiUrl: string): Promise<BackendTarget> {
  if (isLocalAddress(apiUrl)) return openTarget(session);
  const { hostOf } = await import('../library/platform.ts');
  return targetAt(hostOf(apiUrl));
}

function targetAt(host: string): BackendTarget {
  return { platform: { host }, isLocal: false, close: async () => undefined };
}
