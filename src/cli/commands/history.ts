/** `docform history`: lists past applies. Contacts only the backend. */

import { type ExitCode, exitCode } from '../../core/exit-code.ts';
import { historyJson, historyText } from '../../report/history.ts';
import { onBackend } from '../backend.ts';
import { usageFailure } from '../failure.ts';
import type { Session } from '../session.ts';
import { wholeNumber } from '../settings.ts';

export async function runHistory(
  session: Session,
  _: unknown,
  { limit = '20' }: { readonly limit?: string },
): Promise<ExitCode> {
  const most = wholeNumber('--limit', limit, 1, 10_000);
  return onBackend(session, 'reading', async ({ ledger }) => {
    if (ledger.history === undefined)
      throw usageFailure(
        `${ledger.place}: this backend does not record applies`,
        'use PostgreSQL (DOCFORM_BACKEND=postgres://USER@HOST/DATABASE), or read the history of the ledger file in Git',
        'E-NO-HISTORY',
      );
    const runs = await ledger.history(most);
    session.result(session.settings.format === 'json' ? historyJson(runs) : historyText(runs));
    return exitCode.done;
  });
}
