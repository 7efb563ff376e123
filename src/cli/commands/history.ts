/** `docform history`: lists past applies. Contacts only the backend. */

import type { DocformError } from '../../core/docform-error.ts';
import { type ExitCode, exitCode } from '../../core/exit-code.ts';
import { historyJson, historyText } from '../../report/history.ts';
import { isLedgerFile, openRecordedBackend } from '../backend.ts';
import { loadConfig } from '../configuration.ts';
import { usageFailure } from '../failure.ts';
import type { Session } from '../session.ts';
import { wholeNumber } from '../settings.ts';

export async function runHistory(
  session: Session,
  _: unknown,
  { limit = '20' }: { readonly limit?: string },
): Promise<ExitCode> {
  const most = wholeNumber('--limit', limit, 1, 10_000);
  const loaded = await loadConfig(session, { mayBeOpen: isLedgerFile(session) });
  if ('exit' in loaded) return loaded.exit;
  const { format } = session.settings;
  const { ledger, close } = await openRecordedBackend(session, loaded, 'reading');
  try {
    if (ledger.history === undefined) throw withoutHistory(ledger.place);
    const runs = await ledger.history(most);
    session.result(format === 'json' ? historyJson(runs) : historyText(runs));
    return exitCode.done;
  } finally {
    await close();
  }
}

function withoutHistory(place: string): DocformError {
  return usageFailure(
    `${place}: this backend does not record applies`,
    'use PostgreSQL (DOCFORM_BACKEND=postgres://USER@HOST/DATABASE), or read the history of the ledger file in Git',
    'E-NO-HISTORY',
  );
}
