/** `docform unlock ID`: removes the lock that a run left behind in a store whose locks do not end by themselves. */

import type { DocformError } from '../../core/docform-error.ts';
import { loadForCommand } from '../configuration.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { usageFailure } from '../failure.ts';
import { holderOf } from '../holder.ts';
import { type Session, tellResult } from '../session.ts';
import { openStoreAsSaid, saysWhoseItIs } from '../store.ts';

/** The id is that of the very lock: nobody's lock is removed by mistake, and a run whose lock is gone writes nothing any more. */
export async function runUnlock(session: Session, id: string): Promise<ExitCode> {
  const loaded = await loadForCommand(session, { mayBeOpen: saysWhoseItIs(session) });
  if ('exit' in loaded) return loaded.exit;
  const { ledger, close } = await openStoreAsSaid(session, loaded, 'reading');
  try {
    if (ledger.unlock === undefined) throw endsByItself(ledger.place);
    const holder = await ledger.unlock(id, holderOf(session.io.environment));
    const { describeHolder } = await import('../../library/index.ts');
    tellResult(
      session,
      'unlock',
      { place: ledger.place, id, holder: holder ?? null },
      `${ledger.place}: unlocked; it was ${describeHolder(holder)}.\n`,
    );
    return exitCode.done;
  } finally {
    await close();
  }
}

function endsByItself(place: string): DocformError {
  return usageFailure(
    `${place}: a lease in this store ends by itself, at the time that E-LEASE-HELD shows`,
    'wait for it with --lease-wait; only state services (DOCFORM_STORE=https://…) keep locks that somebody has to remove',
    'E-LEASE-ENDS',
  );
}
