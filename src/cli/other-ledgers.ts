/** Ledgers of other environments beside a configuration: one block serves them all, but a command writes the ledger of one. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Names of those that know one of the addresses. `own`: the file name of the ledger that is written; what cannot be read says nothing. */
export async function readOtherLedgers(directory: string, own: string, addresses: readonly string[]): Promise<readonly string[]> {
  const names = await readdir(directory).catch(() => []);
  const others = names.filter((name) => /^docform\.ledger(\.[^/]+)?\.json$/.test(name) && name !== own).sort();
  const known = await Promise.all(others.map((name) => readAddresses(join(directory, name))));
  return others.filter((_, at) => addresses.some((address) => known[at]?.has(address)));
}

async function readAddresses(path: string): Promise<ReadonlySet<string>> {
  try {
    const { resources } = JSON.parse(await readFile(path, 'utf8')) as { readonly resources?: object };
    return new Set(Object.keys(resources ?? {}));
  } catch {
    return new Set();
  }
}
