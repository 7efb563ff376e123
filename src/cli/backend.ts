/** Opens the backend of the ledger for commands that do not contact the platform. */

import { defined } from '../core/defined.ts';
import type { Desired } from '../core/state.ts';
import { anyOrganization } from '../core/state.ts';
import { ledgerPath, targetOfLedger } from '../ledger/ledger-file.ts';
import type { StateBackend } from '../ledger/state-backend.ts';
import { type LoadedConfig, loadConfig } from './configuration.ts';
import type { Session } from './session.ts';
import { addressOf, isLocalAddress, openTarget, openTargetLedger, type Target } from './target.ts';

export interface OpenedBackend {
  readonly ledger: StateBackend;
  readonly host: string;
  readonly organization: string;
  /** Whether the ledger belongs to a platform in this process. Such a ledger is not committed. */
  readonly isLocal: boolean;
  readonly data?: string;
  readonly close: () => Promise<void>;
}

interface BackendPlace {
  readonly desired: Pick<Desired, 'organization' | 'name'>;
  readonly directory: string;
  readonly file?: string;
}

type BackendTarget = Omit<Target, 'platform' | 'traffic' | 'interruption'> & {
  readonly platform: Pick<Target['platform'], 'host'>;
};

export async function openTargetBackend(session: Session, place: BackendPlace): Promise<OpenedBackend> {
  return openBackendOf(session, place, await backendTarget(session, addressOf(session)));
}

/** A ledger file contains the host and organization that it belongs to; other backends need both to find the ledger. */
export function isLedgerFile({ settings }: Session): boolean {
  return settings.backendUrl === undefined;
}

/** The ledger file, which has to be committed. undefined: the ledger is elsewhere, or belongs to a platform in this process. */
export function ledgerToCommit(session: Session, { isLocal, ledger }: Pick<OpenedBackend, 'isLocal' | 'ledger'>) {
  return isLocal || !isLedgerFile(session) ? undefined : ledger.place;
}

/** A ledger file supplies the host and the organization, so neither has to be set. `isNewFor`: use of a ledger that does not exist yet. */
export async function openRecordedBackend(session: Session, place: BackendPlace, isNewFor: 'reading' | 'writing') {
  const { apiUrl, environmentName } = session.settings;
  if (!isLedgerFile(session)) return openTargetBackend(session, place);
  const said = targetOfLedger(ledgerPath(place.directory, environmentName));
  if (said === undefined && isNewFor === 'writing') return openTargetBackend(session, place);
  const target = apiUrl === undefined ? targetAt(said?.host ?? '') : await backendTarget(session, apiUrl);
  const organization =
    place.desired.organization === anyOrganization
      ? (said?.organization ?? anyOrganization)
      : place.desired.organization;
  return openBackendOf(session, { ...place, desired: { ...place.desired, organization } }, target);
}

/** Reads the configuration, opens the backend without the platform, and closes the backend after the work. */
export async function onBackend<T>(
  session: Session,
  isNewFor: 'reading' | 'writing',
  work: (opened: OpenedBackend, loaded: LoadedConfig) => Promise<T>,
): Promise<T> {
  const loaded = await loadConfig(session, { mayBeOpen: isLedgerFile(session) });
  const opened = await openRecordedBackend(session, loaded, isNewFor);
  return work(opened, loaded).finally(opened.close);
}

/** Opens the ledger of another configuration for the same host and organization. */
export function openSameBackend(
  session: Session,
  { desired, ...place }: BackendPlace,
  { host, organization, isLocal, data }: OpenedBackend,
): Promise<OpenedBackend> {
  const target = { ...targetAt(host), isLocal, ...defined({ data }) };
  return openBackendOf(session, { ...place, desired: { ...desired, organization } }, target);
}

async function openBackendOf(session: Session, { desired, ...place }: BackendPlace, target: BackendTarget) {
  const organization = target.organization ?? desired.organization;
  const { host } = target.platform;
  try {
    const { ledger, close } = await openTargetLedger(session, target, {
      ...place,
      organization,
      name: desired.name,
    });
    return {
      ledger,
      host,
      organization,
      isLocal: target.isLocal,
      ...defined({ data: target.data }),
      close: () => close().finally(target.close),
    };
  } catch (error) {
    await target.close();
    throw error;
  }
}

/** Only the data of a local platform contains its organization. No token is required. */
async function backendTarget(session: Session, apiUrl: string): Promise<BackendTarget> {
  if (isLocalAddress(apiUrl)) return openTarget(session);
  const { hostOf } = await import('../library/platform.ts');
  return targetAt(hostOf(apiUrl));
}

function targetAt(host: string): BackendTarget {
  return { platform: { host }, isLocal: false, close: async () => undefined };
}
