/** Finds other ledgers of the repository that contain an address. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ledger } from '../../core/state.ts';
import { readNamedFile } from './named-file.ts';

/** Returns the other ledger files that contain one of the addresses. `own`: the file name of the ledger that is written. Unreadable files are ignored. */
export async function readOtherLedgers(directory: string, own: string, addresses: readonly string[]) {
  const names = await readdir(directory).catch(() => []);
  const others = names.filter((name) => /^docform\.ledger(\.[^/]+)?\.json$/.test(name) && name !== own).sort();
  const { parseNamedTarget } = await import('../../ledger/ledger.ts');
  const known = others.map((name) => readAddresses(join(directory, name), parseNamedTarget));
  return others.filter((_, at) => addresses.some((address) => known[at]?.has(address)));
}

function readAddresses(path: string, parse: (text: string) => { readonly ledger: Ledger }) {
  const read = readNamedFile(path, 'ledger');
  try {
    return new Set('text' in read ? Object.keys(parse(read.text).ledger.resources) : []);
  } catch {
    return new Set();
  }
}
