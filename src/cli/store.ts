/** The store of the ledger, for commands that ask the platform nothing. */
import type { Desired, StateStore } from '../index.ts';
import type { Session } from './session.ts';
import { addressOf, openTarget, openTargetLedger, type Target } from './target.ts';

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

type StoreTarget = Omit<Target, 'platform' | 'traffic' | 'interruption'> & { readonly platform: Pick<Target['platform'], 'host'> };

/** Sends nothing to the platform: its address only says which ledger is meant. Throws Failure where none is given. */
export async function openStoreOnly(
  session: Session,
  { desired, directory }: { readonly desired: Pick<Desired, 'organization'>; readonly directory: string },
): Promise<OpenStore> {
  const target = await storeTarget(session);
  const { environmentName: environment } = session.settings;
  const organization = target.organization ?? desired.organization;
  const { host } = target.platform;
  try {
    const place = { directory, organization, ...(environment === undefined ? {} : { environment }) };
    const { ledger, close } = await openTargetLedger(session, target, place);
    const closeAll = () => close().finally(target.close);
    return {
      ledger,
      host,
      organization,
      isLocal: target.isLocal,
      ...(target.data === undefined ? {} : { data: target.data }),
      close: closeAll,
    };
  } catch (error) {
    await target.close();
    throw error;
  }
}

/** A platform in this process is opened, as only its data says which organization it holds; no token is needed for either. */
async function storeTarget(session: Session): Promise<StoreTarget> {
  const apiUrl = addressOf(session);
  if (apiUrl === 'local' || apiUrl.startsWith('local:')) return openTarget(session);
  const { hostOf } = await import('../index.ts');
  return { platform: { host: hostOf(apiUrl) }, isLocal: false, close: async () => undefined };
}
