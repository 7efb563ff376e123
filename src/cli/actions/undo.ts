/** `docform undo`: edits the configuration so that it asks for the state before an apply. Sends no request. */

import { relative, resolve } from 'node:path';
import { anyOrganization } from '../../core/state.ts';
import { parseUndoRecord, type UndoRecord } from '../../edit/inverse/undo-record.ts';
import { undoEdit } from '../../library/undo-edit.ts';
import { type UndoReport, undoJson, undoText } from '../../report/edits/edits.ts';
import { oneLine } from '../../report/wording/sanitize.ts';
import { loadConfig } from '../files/configuration.ts';
import { readNamedFile } from '../files/named-file.ts';
import { writeEdit } from '../files/write-configuration.ts';
import { requireAgreedEdit } from '../io/agreement.ts';
import { type CommandFlags, type Run, type Session, usageFailure } from '../io/session.ts';
import { requireTty } from '../planning/approval.ts';
import { undoPath } from '../planning/undo-file.ts';

export const runUndo: Run<CommandFlags<never, 'dryRun'>> = async (session, [given], { dryRun: isDryRun = false }) => {
  const { validation, options, directory: home } = await loadConfig(session, { mayBeOpen: true });
  const { directory } = session.settings;
  const path =
    given === undefined
      ? undoPath(session, { directory: home, ...localDataOption(session) })
      : resolve(directory, given);
  const record = readRecord(session, path, given ?? (relative(directory, path) || path));
  if (!isDryRun)
    requireTty(
      session,
      'undo requires confirmation to change the configuration, and there is no terminal',
      'review `docform undo --dry-run`, then run `docform undo --yes`',
    );
  warnOfOther(session, record, validation.desired.organization);
  const { texts, diff, lost } = await undoEdit(record, options, validation);
  const report: UndoReport = { applied: record.facts, lost, isDryRun, files: [...texts.keys()], diff };
  if (texts.size > 0 && !isDryRun) {
    await requireAgreedEdit(session, diff);
    await writeEdit(session, validation, texts);
  }
  session.result(session.isJson ? undoJson(report) : undoText(report));
};

/** Several organizations can share one configuration, and an undo changes the configuration of all. */
function warnOfOther({ settings, warn, say }: Session, { facts, isUnfinished }: UndoRecord, ours: string) {
  if (isUnfinished)
    say(
      'The last apply was interrupted. This undo covers every change that it planned, including changes that it did not make.\n',
    );
  const its = facts.organization;
  if (ours === anyOrganization || ours === its || settings.apiUrl?.startsWith('local') === true) return;
  warn(
    `This undo file belongs to organization ${oneLine(its)}, but the configuration is for organization ${oneLine(ours)}\n`,
  );
}

function localDataOption({ settings: { apiUrl, directory } }: Session) {
  const data = apiUrl?.startsWith('local:') ? apiUrl.slice('local:'.length) : '';
  return data === '' ? {} : { data: resolve(directory, data) };
}

function readRecord(session: Session, path: string, name: string) {
  const record = parseUndoRecord(textOf(path, name));
  if (record === undefined)
    throw fileFailure(
      `${name} is not an undo file of this version of docform`,
      'name a file that `docform apply` wrote',
    );
  const { environmentName } = session.settings;
  const { environment } = record.facts;
  if (environment === environmentName) return record;
  const [its, ours] = [environment, environmentName].map((each) =>
    each === undefined ? 'no environment' : `--env ${each}`,
  );
  throw fileFailure(
    `${name} belongs to an apply with ${its}, but this command has ${ours}`,
    'use the same --env as that apply',
  );
}

function textOf(path: string, name: string) {
  const read = readNamedFile(path, 'undo');
  if ('text' in read) return read.text;
  throw fileFailure(
    read.isMissing ? `${name} does not exist` : `${name} cannot be read (${read.why})`,
    'an apply writes the file if it changes anything, except with --no-undo or with an in-memory platform',
  );
}

function fileFailure(message: string, hint: string) {
  return usageFailure(message, hint, 'E-UNDO-FILE');
}
