/** Reads the ledgers of other configurations in the same repository, and makes sure that each object has one owner. */
import { dirname, join } from 'node:path';
import { reasonOf } from '../core/docform-error.ts';
import type { Ledger, LedgerEntry, OtherConfiguration } from '../core/state.ts';
import { ownPath } from '../disk/tree.ts';
import type { Clock } from './clock.ts';
import { withFileMutex } from './file-mutex.ts';
import { type LedgerTarget, parseNamedTarget } from './ledger.ts';
import { readIfThere } from './ledger-file.ts';
import { nameWithEnvironment, ownedElsewhere, ownedObjects } from './owners.ts';
import type { ProcessTable } from './processes.ts';
import type { Handover } from './state-backend.ts';
import { lostError } from './state-lock.ts';

/** A Git repository with the ledgers of several configurations. */
export interface LedgerRepository {
  readonly root: string;
  /** Paths of all ledger files, from the root. */
  readonly ledgers: () => readonly string[];
  /** Path of a mutex for all configurations of the repository. */
  readonly mutex: () => string;
}

interface OwnLedger {
  readonly path: string;
  readonly target: LedgerTarget;
  readonly load: (path: string) => Promise<Ledger>;
}

export async function readOthers(
  { root, ledgers }: LedgerRepository,
  { path, target, load }: OwnLedger,
): Promise<readonly OtherConfiguration[]> {
  const own = ownPath(path);
  const others: OtherConfiguration[] = [];
  for (const file of ledgers()) {
    const there = join(root, file);
    if (ownPath(there) === own) continue;
    try {
      const text = readIfThere(there, 'ledger');
      if (text === undefined) continue;
      // Most ledgers of a large repository belong to other organizations, and need not be parsed. A cut file names none.
      if (text.includes('"organization": "') && !text.includes(JSON.stringify(target.organization))) continue;
      const { host, organization, name } = parseNamedTarget(text).target;
      if (host !== target.host || organization !== target.organization) continue;
      others.push({ name: nameOf(file, name), file, ledger: await load(there) });
    } catch (error) {
      others.push({ name: nameOf(file), file, ledger: { unread: reasonOf(error) } });
    }
  }
  return others;
}

function nameOf(file: string, stated = dirname(file)): string {
  return nameWithEnvironment(stated, /docform\.ledger\.(.+)\.json$/.exec(file)?.[1] ?? '');
}

interface Claim {
  readonly before: Ledger | undefined;
  readonly after: Ledger;
  readonly handover: Handover | undefined;
  readonly who: string;
  readonly waitMs: number;
  readonly processes: ProcessTable;
  readonly clock: Clock;
}

/** Saves a ledger with new objects while no other configuration can save one. Throws DocformError if one of the objects has an owner. */
export async function saveOwned(
  repository: LedgerRepository | undefined,
  own: OwnLedger,
  { before, after, handover, ...claim }: Claim,
  save: () => Promise<void>,
): Promise<void> {
  const hasNewId = ([address, { id }]: readonly [string, LedgerEntry]) => before?.resources[address]?.id !== id;
  if (repository === undefined || !Object.entries(after.resources).some(hasNewId)) return save();
  const known = before === undefined ? new Set<string>() : ownedObjects(before);
  const added = [...ownedObjects(after)].filter((object) => !known.has(object));
  if (added.length === 0) return save();
  const result = await withFileMutex({ path: repository.mutex(), ...claim }, async () => {
    for (const other of await readOthers(repository, own)) {
      if ('unread' in other.ledger || join(repository.root, other.file) === handover?.place) continue;
      const owned = ownedObjects(other.ledger);
      if (added.some((object) => owned.has(object))) throw ownedElsewhere(other);
    }
    await save();
  });
  if ('busy' in result) throw lostError(own.path, `another configuration was saving for ${claim.waitMs} ms`);
}
