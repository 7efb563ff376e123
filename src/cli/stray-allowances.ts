/** Warns about each `--allow` that names nothing. */
import type { Desired, Planned } from '../library/index.ts';
import { oneLine } from '../report/sanitize.ts';
import type { Session } from './session.ts';

/** No failure: an allowance can only let more pass, and a pipeline that names what is gone by now must be able to run again. */
export async function warnOfStrayAllowances(session: Session, planned: Planned, desired: Desired): Promise<void> {
  const { strayAllowances } = await import('../library/index.ts');
  for (const { address, near } of strayAllowances(planned, desired)) {
    const way = near === undefined ? 'docform ls lists all addresses' : `did you mean ${near}?`;
    session.warn(`--allow ${oneLine(address)} has no effect: neither the configuration nor the ledger knows that address; ${way}\n`);
  }
}
