/** `docform unlock ID`: removes a leftover state lock from a backend whose locks do not expire. */

import { type ExitCode, exitCode } from '../../core/exit-code.ts';
import { describeHolder } from '../../ledger/holder.ts';
import { onBackend } from '../backend.ts';
import { usageFailure } from '../failure.ts';
import { holderOf } from '../holder.ts';
import { printResult, type Session } from '../session.ts';

/** The id identifies one lock, so that no other lock is removed by mistake. A run whose lock is removed stops writing. */
export async function runUnlock(session: Session, [id = '']: readonly string[]): Promise<ExitCode> {
  return onBackend(session, 'reading', async ({ ledger }) => {
    if (ledger.unlock === undefined)
      throw usageFailure(
        `${ledger.place}: the state lock of this backend expires; E-LOCK-HELD shows when`,
        'wait with --lock-timeout; you can remove only the lock of an HTTP state service (DOCFORM_BACKEND=https://…)',
        'E-UNLOCK-UNSUPPORTED',
      );
    const holder = await ledger.unlock(id, holderOf(session.io.environment));
    printResult(
      session,
      'unlock',
      { place: ledger.place, id, holder: holder ?? null },
      `${ledger.place}: removed the state lock ${describeHolder(holder)}.\n`,
    );
    return exitCode.done;
  });
}
