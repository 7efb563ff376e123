/** `docform ledger merge`: merges two versions of a ledger, as a merge driver of Git. */
import { resolve } from 'node:path';
import { exitCode } from '../../core/docform-error.ts';
import { writeAtomically } from '../../disk/write.ts';
import { mergeLedgerTexts } from '../../library/ledger.ts';
import { jsonText, oneLine } from '../../report/wording/sanitize.ts';
import { count } from '../../report/wording/words.ts';
import { readNamedFile } from '../files/named-file.ts';
import { type Run, usageFailure } from '../io/session.ts';

export const runLedgerMerge: Run = async (session, files) => {
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
};

function idOf(entry: { readonly id: string } | undefined) {
  return entry === undefined ? 'removed' : oneLine(entry.id);
}

function textOf(path: string, file: string) {
  const read = readNamedFile(path, 'ledger');
  if ('text' in read) return read.text;
  throw usageFailure(
    `${file} cannot be read as a ledger (${read.why})`,
    'pass the three files in the order of Git: `docform ledger merge %O %A %B`',
    'E-LEDGER-INVALID',
  );
}
