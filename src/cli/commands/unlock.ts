/** `docform unlock ID`: removes a leftover state lock from a backend whose locks do not expire. */

import type { DocformError } from '../../core/docform-error.ts';
import { type ExitCode, exitCode } from '../../core/exit-code.ts';
import { describeHolder } from '../../ledger/holder.ts';
import { isLedgerFile, openRecordedBackend } from '../backend.ts';
import { loadConfig } from '../configuration.ts';
import { usageFailure } from '../failure.ts';
import { holderOf } from '../holder.ts';
import { printResult, type Session } from '../session.ts';

/** The id identifies one lock, so that no other lock is removed by mistake. A run whose lock is removed stops writing. */
export async function runUnlock(session: Session, [id = '']: readonly string[]): Promise<ExitCode> {
  const loaded = await loadConfig(session, { mayBeOpen: isLedgerFile(session) });
  if ('exit' in loaded) return loaded.exit;
  const { ledger, close } = await openRecordedBackend(session, loaded, 'reading');
  try {
    if (ledger.unlock === undefined) throw endsByItself(ledger.place);
    const holder = await ledger.unlock(id, holderOf(session.io.environment));
    printResult(
      session,
      'unlock',
      { place: ledger.place, id, holder: holder ?? null },
      `${ledger.place}: removed the state lock ${describeHolder(holder)}.\n`,
    );
    return exitCode.done;
  } finally {
    await close();
  }
}

function endsByItself(place: string): DocformError {
  return usageFailure(
    `${place}: the state lock of this backend expires; E-LOCK-HELD shows when`,
    'wait with --lock-timeout; you can remove only the lock of an HTTP state service (DOCFORM_BACKEND=https://…)',
    'E-UNLOCK-UNSUPPORTED',
  );
}
