/** The commands of the backend: `docform ledger init` and `ledger merge`, `docform history` and `docform unlock`. */
import { resolve } from 'node:path';
import { type ExitCode, exitCode } from '../../core/docform-error.ts';
import { writeAtomically } from '../../disk/files.ts';
import { describeHolder } from '../../ledger/holder.ts';
import { mergeLedgerTexts } from '../../library/platform.ts';
import { historyJson, historyText } from '../../report/history.ts';
import { jsonText, oneLine } from '../../report/sanitize.ts';
import { count } from '../../report/words.ts';
import { onBackend, openTargetBackend } from '../backend.ts';
import { loadConfig } from '../configuration.ts';
import { usageFailure } from '../failure.ts';
import { readNamedFile } from '../named-file.ts';
import { holderOf } from '../origin.ts';
import { printResult, type Session } from '../session.ts';
import { wholeNumber } from '../settings.ts';

export async function runLedgerInit(session: Session): Promise<void> {
  const loaded = await loadConfig(session);
  const { ledger, close } = await openTargetBackend(session, loaded);
  const { place } = ledger;
  const isMade = await (ledger.prepare?.() ?? Promise.resolve(undefined)).finally(close);
  const said = isMade === undefined ? 'no preparation needed' : isMade ? 'tables created' : 'tables already exist';
  printResult(session, 'ledger-init', { place, made: isMade === true }, `${place}: ${said}.\n`);
}

export async function runLedgerMerge(session: Session, files: readonly string[]): Promise<ExitCode> {
  const paths = files.map((file) => resolve(session.settings.directory, file));
  const [base = '', ours = '', theirs = ''] = paths.map((path, at) => textOf(path, files[at] ?? ''));
  const { text, conflicts, addresses } = mergeLedgerTexts({ base, ours, theirs });
  await writeAtomically(paths[1] ?? '', text);
  if (session.isJson) {
    const named = conflicts.map((each) => ({
      address: each.address,
      ours: each.ours?.id ?? null,
      theirs: each.theirs?.id ?? null,
    }));
    session.result(jsonText({ schemaVersion: 1, kind: 'ledger-merge', addresses, conflicts: named }));
  } else if (conflicts.length === 0) session.say(`Ledger merged: ${count(addresses, 'resource')}.\n`);
  for (const { address, ours: our, theirs: their } of session.isJson ? [] : conflicts)
    session.warn(`${oneLine(address)}: ${idOf(our)} in ours, ${idOf(their)} in theirs: keep the correct line\n`);
  return conflicts.length === 0 ? exitCode.done : exitCode.failed;
}

function idOf(entry: { readonly id: string } | undefined) {
  return entry === undefined ? 'removed' : oneLine(entry.id);
}

function textOf(path: string, file: string) {
  const read = readNamedFile(path, 'ledger');
  if ('text' in read) return read.text;
  throw usageFailure(
    `${file} cannot be read as a ledger (${read.why})`,
    'pass the three files in the order of Git: docform ledger merge %O %A %B',
    'E-LEDGER-INVALID',
  );
}

export async function runHistory(session: Session, _: unknown, { limit = '20' }: { readonly limit?: string }) {
  const most = wholeNumber('--limit', limit, 1, 10_000);
  return onBackend(session, 'reading', async ({ ledger }) => {
    const runs = (await ledger.history?.(most)) ?? (await ledger.load()).ledger.runs?.slice(0, most) ?? [];
    session.result(session.isJson ? historyJson(runs) : historyText(runs));
  });
}

/** The id identifies one lock, so that no other lock is removed by mistake. A run whose lock is removed stops writing. */
export async function runUnlock(session: Session, [id = '']: readonly string[]): Promise<void> {
  return onBackend(session, 'reading', async ({ ledger }) => {
    if (ledger.unlock === undefined)
      throw usageFailure(
        `${ledger.place}: the state lock of this backend expires on its own`,
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
  });
}
