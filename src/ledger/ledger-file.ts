/** A ledger in a file beside the configuration, written so that a crash leaves the old or the new text, never half of one. */
import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { emptyLedger, type Ledger } from '../core/state.ts';
import { LedgerError, type LedgerTarget, parseLedger, serialiseLedger } from './ledger.ts';
import type { LedgerStore } from './store.ts';

/** `docform.ledger.json`, or `docform.ledger.<environment>.json`, in `directory`. */
export function ledgerPath(directory: string, environment?: string): string {
  return join(directory, environment === undefined ? 'docform.ledger.json' : `docform.ledger.${environment}.json`);
}

export function createFileStore(path: string, target: LedgerTarget): LedgerStore {
  let written: string | undefined;
  return {
    place: path,
    load: async () => {
      const text = await readIfThere(path);
      written = text;
      return text === undefined ? emptyLedger : parseNamed(path, text, target);
    },
    save: async (ledger) => {
      const text = serialiseLedger(ledger, target);
      if (text === written) return;
      await writeAtomically(path, text);
      written = text;
    },
  };
}

/** What is wrong with a ledger, with the name of its file. */
function parseNamed(path: string, text: string, target: LedgerTarget): Ledger {
  try {
    return parseLedger(text, target);
  } catch (error) {
    throw error instanceof LedgerError ? new LedgerError(error.code, `${basename(path)}: ${error.message}`, error.hint) : error;
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function writeAtomically(path: string, text: string): Promise<void> {
  const temporary = `${path}.${randomUUID().slice(0, 8)}.tmp`;
  try {
    const file = await open(temporary, 'w');
    try {
      await file.writeFile(text, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
    await syncDirectory(dirname(path));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Makes the rename itself durable; some file systems cannot sync a directory, and then the rename is as durable as they make it. */
async function syncDirectory(path: string): Promise<void> {
  try {
    const directory = await open(path, 'r');
    await directory.sync().finally(() => directory.close());
  } catch {
    // Best effort, as said above.
  }
}
