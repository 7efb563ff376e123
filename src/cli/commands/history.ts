/** `docform history`: who applied what and when, where the store remembers it; contacts nothing but the store. */
import { historyJson, historyText } from '../../report/history.ts';
import { loadForCommand } from '../configuration.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { Failure } from '../failure.ts';
import type { Session } from '../session.ts';
import { wholeNumber } from '../settings.ts';
import { addressOf, openTargetLedger } from '../target.ts';

export async function runHistory(session: Session, limit = '20'): Promise<ExitCode> {
  const most = wholeNumber('--limit', limit, 1, 10_000);
  const loaded = await loadForCommand(session);
  if ('exit' in loaded) return loaded.exit;
  const { environmentName, format } = session.settings;
  const apiUrl = addressOf(session);
  const isLocal = !URL.canParse(apiUrl) || apiUrl.startsWith('local:');
  const { ledger, close } = await openTargetLedger(
    session,
    { isLocal, platform: { host: isLocal ? 'local' : new URL(apiUrl).host } },
    {
      ...{ directory: loaded.directory, organization: loaded.desired.organization },
      ...(environmentName === undefined ? {} : { environment: environmentName }),
    },
  );
  try {
    if (ledger.history === undefined) throw withoutHistory(ledger.place);
    const runs = await ledger.history(most);
    session.result(format === 'json' ? historyJson(runs) : historyText(runs));
    return exitCode.done;
  } finally {
    await close();
  }
}

function withoutHistory(place: string): Failure {
  return new Failure(exitCode.usage, {
    code: 'E-NO-HISTORY',
    message: `${place}: this store does not remember applies`,
    hint: 'PostgreSQL does (DOCFORM_STORE=postgres://USER@HOST/DATABASE); with files, Git has the history of the ledger',
  });
}
