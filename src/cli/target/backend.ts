/** The backend of the ledger, opened with or without the platform. */
import { withoutUndefined } from '../../core/defined.ts';
import { anyOrganization, type Desired } from '../../core/state.ts';
import { ledgerPath, targetOfLedger } from '../../ledger/ledger-file.ts';
import type { StateBackend } from '../../ledger/state-backend.ts';
import { loadConfig } from '../files/configuration.ts';
import type { Session } from '../io/session.ts';
import { addressOf, isLocalAddress, type LedgerOwner, openTarget, openTargetLedger, type Target } from './target.ts';

export type OpenedBackend = Readonly<Awaited<ReturnType<typeof openBackendOf>>>;

interface BackendPlace {
  readonly desired: Pick<Desired, 'organization' | 'name'>;
  readonly directory: string;
  readonly file?: string;
}

type Owner = LedgerOwner & Pick<Target, 'organization'>;

export async function openTargetBackend(session: Session, place: BackendPlace) {
  return openBackendOf(session, place, await ownerAt(session, addressOf(session)));
}

/** A ledger file contains the host and organization that it belongs to; other backends need both to find the ledger. */
export function isLedgerFile({ settings }: Session) {
  return settings.backendUrl === undefined;
}

/** The ledger file, which has to be committed. undefined: the ledger is elsewhere, or belongs to a platform in this process. */
export function ledgerToCommit(session: Session, isLocal: boolean, { place }: StateBackend) {
  return isLocal || !isLedgerFile(session) ? undefined : place;
}

/** A ledger file supplies the host and the organization, so neither has to be set. `isNewFor`: use of a ledger that does not exist yet. */
export async function openRecordedBackend(session: Session, place: BackendPlace, isNewFor: 'reading' | 'writing') {
  const { apiUrl, environmentName } = session.settings;
  if (!isLedgerFile(session)) return openTargetBackend(session, place);
  const said = targetOfLedger(ledgerPath(place.directory, environmentName));
  if (said === undefined && isNewFor === 'writing') return openTargetBackend(session, place);
  const owner = apiUrl === undefined ? remoteOwner(said?.host ?? '') : await ownerAt(session, apiUrl);
  const { desired } = place;
  const organization = desired.organization === anyOrganization ? said?.organization : undefined;
  return openBackendOf(session, { ...place, desired: { ...desired, ...withoutUndefined({ organization }) } }, owner);
}

/** Reads the configuration, and opens the backend without the platform. */
export async function loadWithBackend(session: Session, isNewFor: 'reading' | 'writing') {
  const loaded = await loadConfig(session, { mayBeOpen: isLedgerFile(session) });
  return { ...loaded, ...(await openRecordedBackend(session, loaded, isNewFor)) };
}

export async function openBackendOf(session: Session, { desired, directory, file }: BackendPlace, owner: Owner) {
  const { host, isLocal, data, organization = desired.organization } = owner;
  const place = { directory, organization, name: desired.name, ...withoutUndefined({ file }) };
  const ledger = await openTargetLedger(session, owner, place);
  return { ledger, host, organization, isLocal, ...withoutUndefined({ data }) };
}

/** Only the data of the reference platform contains its organization. No token is required. */
async function ownerAt(session: Session, apiUrl: string): Promise<Owner> {
  if (isLocalAddress(apiUrl)) return openTarget(session);
  const { hostOf } = await import('../../library/platform.ts');
  return remoteOwner(hostOf(apiUrl));
}

function remoteOwner(host: string): Owner {
  return { host, isLocal: false };
}
