/** The ledger beside a configuration, for what an editor shows; one in a database or a state service is not asked while somebody types. */
import { anyOrganization, type Ledger } from '../../core/state.ts';
import type { Desired } from '../../library/index.ts';
import type { Session } from '../session.ts';
import { openStoreAsSaid, saysWhoseItIs } from '../store.ts';

/** undefined: there is none that can be read. */
export async function readLedger(session: Session, directory: string, desired: Desired | undefined): Promise<Ledger | undefined> {
  if (!saysWhoseItIs(session)) return undefined;
  try {
    const organization = desired?.organization ?? anyOrganization;
    const { ledger, close } = await openStoreAsSaid(session, { desired: { organization }, directory }, 'reading');
    return (await ledger.load().finally(close)).ledger;
  } catch {
    return undefined;
  }
}
