/** `docform ledger init`: makes the tables of the ledger, so that whoever only reads finds them; contacts nothing but the store. */
import { jsonText } from '../../report/sanitize.ts';
import { loadForCommand } from '../configuration.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { Session } from '../session.ts';
import { openStoreOnly } from '../store.ts';

export async function runLedgerInit(session: Session): Promise<ExitCode> {
  const loaded = await loadForCommand(session);
  if ('exit' in loaded) return loaded.exit;
  const { ledger, close } = await openStoreOnly(session, loaded);
  try {
    const isMade = ledger.prepare === undefined ? false : await ledger.prepare();
    const { place } = ledger;
    const said = isMade ? 'its tables are made' : ledger.prepare === undefined ? 'it needs no preparing' : 'its tables were there already';
    session.result(
      session.settings.format === 'json'
        ? jsonText({ schemaVersion: 1, kind: 'ledger-init', place, made: isMade })
        : `${place}: ${said}.\n`,
    );
    return exitCode.done;
  } finally {
    await close();
  }
}
