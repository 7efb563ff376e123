/** Names and reads the files of the ledger. */

import { basename, join } from 'node:path';
import type { DocformError } from '../core/docform-error.ts';
import { isGitInternal, resolveWithinRepository } from '../disk/files.ts';
import { type PlainFault, readPlainBytes } from '../disk/plain-file.ts';
import { targetOfJournal } from './journal.ts';
import { type LedgerTarget, ledgerError, parseNamedTarget, placed } from './ledger.ts';

export function ledgerPath(directory: string, environment?: string): string {
  return join(directory, environment === undefined ? 'docform.ledger.json' : `docform.ledger.${environment}.json`);
}

/** Reads the target from the ledger or, if there is none, from its journal. */
export function targetOfLedger(path: string): LedgerTarget | undefined {
  const text = readIfThere(path, 'ledger');
  if (text !== undefined) return placed(basename(path), () => parseNamedTarget(text).target);
  return targetOfJournal(readIfThere(`${path}.journal`, 'journal') ?? '');
}

const megabyte = 1024 * 1024;

/** Far above real sizes: a journal has a few hundred bytes per step, a lock and a mutex describe one process. */
const maxBytes = { ledger: 32 * megabyte, journal: 128 * megabyte, lock: 64 * 1024, mutex: 64 * 1024 } as const;

const faults: { readonly [F in Exclude<PlainFault, 'missing'>]: string } = {
  'not-a-file': 'not a regular file',
  'too-big': 'the file is too large',
  'not-text': 'not UTF-8 text',
  unreadable: 'the file cannot be read',
};

/** Returns undefined if the file is missing. Throws DocformError, without any content of the file. */
export function readIfThere(path: string, sort: keyof typeof maxBytes): string | undefined {
  // Commits contain no files below `.git`, where the mutex of a repository is.
  const own = sort === 'mutex' && isGitInternal(path) ? path : resolveWithinRepository(path);
  if (own === undefined) throw unusableFile(path, 'the link leads out of the repository');
  const read = readPlainBytes(own, maxBytes[sort]);
  if ('bytes' in read) return textOf(read.bytes, path, sort);
  const { fault, reason } = read;
  if (fault === 'missing') return undefined;
  const code = fault === 'unreadable' && reason !== undefined ? ` (${reason})` : '';
  throw unusableFile(path, `${faults[fault]}${code}`);
}

function textOf(bytes: Uint8Array, path: string, sort: keyof typeof maxBytes): string {
  try {
    return new TextDecoder('utf-8', { fatal: sort === 'ledger' }).decode(bytes);
  } catch {
    throw unusableFile(path, faults['not-text']);
  }
}

function unusableFile(path: string, what: string): DocformError {
  const hint = 'find out who changed the file, and restore the ledger from Git';
  return ledgerError('E-LEDGER-INVALID', `${basename(path)}: ${what}`, hint);
}

/** Mode of the ledger and the files next to it: only the owner can write them, whatever the umask is. */
export const fileMode = 0o644;
