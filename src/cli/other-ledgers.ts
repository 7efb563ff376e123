/** Finds ledgers of other environments beside a configuration: one block serves them all, but a command writes the ledger of one. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ledger } from '../library/index.ts';
import { readNamedFile } from './named-file.ts';

/** Names of those that know one of the addresses. `own`: the file name of the ledger that is written; what cannot be read says nothing. */
export async function readOtherLedgers(directory: string, own: string, addresses: readonly string[]): Promise<readonly string[]> {
  const names = await readdir(directory).catch(() => []);
  const others = names.filter((name) => /^docform\.ledger(\.[^/]+)?\.json$/.test(name) && name !== own).sort();
  const { parseNamedTarget } = await import('../library/index.ts');
  const known = others.map((name) => readAddresses(join(directory, name), parseNamedTarget));
  return others.filter((_, at) => addresses.some((address) => known[at]?.has(address)));
}

/** Of a ledger of whatever target. */
function readAddresses(path: string, parse: (text: string) => { readonly ledger: Ledger }): ReadonlySet<string> {
  const read = readNamedFile(path, 'ledger');
  try {
    return new Set('text' in read ? Object.keys(parse(read.text).ledger.resources) : []);
  } catch {
    return new Set();
  }
}
