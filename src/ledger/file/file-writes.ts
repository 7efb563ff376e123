/** Writes for the holder of a file lock. Each write holds the mutex, and first checks that the lock still belongs to this process, and that each object has one owner. */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { type FileHandle, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type DocformError, errorMessage } from '../../core/docform-error.ts';
import { emptyLedger, type Ledger, type OtherConfiguration } from '../../core/state.ts';
import { resolveWithinRepository } from '../../disk/files.ts';
import { replaceFile, writeAtomically } from '../../disk/write.ts';
import { describeHolder, type Holder } from '../holder.ts';
import {
  isRedundant,
  type JournalEntry,
  type JournalHead,
  parseJournalFile,
  remainingEntries,
  serialiseEntry,
  serialiseJournalFile,
} from '../journal.ts';
import { goneAfter, type LedgerTarget, type NamedLedger, parseNamedTarget, serialiseLedger } from '../ledger.ts';
import { fileMode, readIfThere } from '../ledger-file.ts';
import { type NeighbourConfiguration, nameWithEnvironment, ownedElsewhere, ownedObjects } from '../owners.ts';
import type { ProcessTable } from '../process-table.ts';
import type { Handover, StateLock } from '../state-backend.ts';
import {
  type Clock,
  createStateLock,
  type LockActions,
  type LockControl,
  lostError,
  readClocks,
} from '../state-lock.ts';
import {
  holderOf,
  type KeptMutex,
  keepFileMutex,
  type LockFile,
  longestWritingMs,
  nextToken,
  parsedOwner,
  readLock,
  withFileMutex,
  writeLock,
} from './file-lock.ts';

/** Call with the mutex held, after a check that the lock is free. */
export async function takeLock(
  holder: Holder,
  ttlMs: number,
  previous: LockFile | undefined,
  context: FileContext,
): Promise<StateLock> {
  const { places, target, processes, clock } = context;
  const askedAt = readClocks(clock);
  await removeLeftovers(places, processes);
  const token = nextToken(previous, clock.wallMs());
  const text = readIfThere(places.journal, 'journal');
  const entries = (text === undefined ? undefined : parseJournalFile(text, places.journal, target))?.entries ?? [];
  // Write the journal first. If this process dies here, the new journal has the same entries as the old one.
  const file = await replaceFile(places.journal, serialiseJournalFile({ token, saves: 0 }, entries, target), fileMode);
  const lock: LockFile = {
    version: 1,
    id: randomUUID(),
    token,
    holder,
    expiresAtMs: askedAt.wallMs + ttlMs,
    ttlMs,
    extensions: 0,
    process: await processes.self(),
  };
  try {
    await writeLock(places.lock, lock);
  } catch (error) {
    await file.close();
    throw error;
  }
  return createStateLock({
    place: places.ledger,
    fencingToken: String(token),
    holder,
    ttlMs,
    clock,
    askedAt,
    actions: (control) => {
      const mutex = keepFileMutex({ path: places.mutex, who: holder.who, waitMs: ttlMs, processes, clock });
      const head = { token, saves: 0 };
      return actionsOf({ lock, context, mutex, control, head, entries: [...entries], file });
    },
  });
}

interface Writing {
  readonly lock: LockFile;
  readonly context: FileContext;
  readonly mutex: KeptMutex;
  readonly control: LockControl;
  /** The journal on disk. A save replaces the head, the entries and the file. */
  head: JournalHead;
  entries: JournalEntry[];
  file: FileHandle;
  saved?: NamedLedger;
}

function actionsOf(writing: Writing): LockActions {
  const { lock, context, control } = writing;
  const { places, clock } = context;
  const checked = (work: () => Promise<void>, isFollowed?: () => boolean) => {
    const checkedWork = () => {
      control.check();
      return work();
    };
    return underMutex(writing, checkedWork, isFollowed);
  };
  let extensions = 0;
  return {
    // A new holder gives the lock another id. While the id is ours, the lock was never taken, even after its expiry.
    renew: () =>
      underMutex(writing, () => {
        extensions += 1;
        return writeLock(places.lock, { ...lock, extensions, expiresAtMs: clock.wallMs() + lock.ttlMs });
      }),
    append: (entries, isFollowed) =>
      checked(async () => {
        appendFileSync(writing.file.fd, entries.map(serialiseEntry).join(''), 'utf8');
        await writing.file.datasync();
        writing.entries.push(...entries);
      }, isFollowed),
    save: (ledger, handover, moved) => checked(() => saveLedger(ledger, writing, { handover, moved })),
    release: async (isHeld) => {
      // Also removes a lost lock that no other process took. While this process lives, no other process can take the lock.
      const remove = isHeld ? () => tidyUp(writing) : () => rm(places.lock, { force: true });
      await underMutex(writing, remove).finally(() => writing.file.close());
    },
  };
}

/** Writes the ledger before the journal: after a crash in between, the journal repeats what the ledger contains. */
async function saveLedger(
  ledger: Ledger,
  writing: Writing,
  { handover, moved }: { readonly handover?: Handover | undefined; readonly moved?: LedgerTarget | undefined },
) {
  const { places, parse } = writing.context;
  const target = { ...writing.context.target, ...moved };
  const there = readIfThere(places.ledger, 'ledger');
  const before = writing.saved ?? (there === undefined ? undefined : parse(there));
  const gone = goneAfter(before, ledger);
  const text = serialiseLedger(ledger, target, gone);
  // A crash after the ledger is written must not leave a journal of the former host.
  if (moved !== undefined) await rm(places.journal, { force: true });
  if (there !== text)
    await saveOwned({ before: before?.ledger, after: ledger, handover }, writing, async () =>
      writeAtomically(places.ledger, text, await modeOf(places.ledger)),
    );
  writing.saved = { target, ledger, gone };
  // A moved ledger has another target than this backend.
  if (moved === undefined) parse(text, writing.saved);
  const entries = [...remainingEntries(writing.entries)];
  // Usual at the start of an apply: both files are up to date.
  if (there === text && entries.length === writing.entries.length) return;
  const head = { token: writing.head.token, saves: writing.head.saves + 1 };
  const file = await replaceFile(places.journal, serialiseJournalFile(head, entries, target), fileMode);
  const old = writing.file;
  Object.assign(writing, { head, entries, file });
  await old.close();
}

/** Keeps the mode of the file, but never allows others to write. */
async function modeOf(path: string): Promise<number> {
  const mode = await stat(path).then(
    (found) => found.mode,
    () => fileMode,
  );
  return mode & fileMode;
}

/** Removes all files except the ledger, and except a journal that the ledger does not contain. */
async function tidyUp({ context, entries }: Writing): Promise<void> {
  const { places } = context;
  if (isRedundant(entries)) await rm(places.journal, { force: true });
  await rm(places.lock, { force: true });
}

/** With the mutex held, no other process can take the lock. A process that is suspended here keeps the mutex, and the others wait. */
async function underMutex(writing: Writing, work: () => Promise<void>, isFollowed = () => false) {
  const { lock, context, mutex } = writing;
  const { places } = context;
  const result = await mutex.run(async (isNew) => {
    const current = isNew ? await readLock(places.lock) : lock;
    if (current?.id !== lock.id) throw takenOver(places.ledger, current);
    await work();
  }, isFollowed);
  if ('busy' in result)
    throw lostError(places.ledger, `${places.mutex} was held by ${result.busy?.who ?? 'others'} for ${lock.ttlMs} ms`);
}

function takenOver(place: string, current: LockFile | undefined): DocformError {
  return lostError(
    place,
    current === undefined ? 'its file was deleted' : `the lock is now ${describeHolder(holderOf(current))}`,
  );
}

/** Call with the mutex held: temporary files of ledger, journal and lock are written with it, so none is in use. */
async function removeLeftovers(places: FilePlaces, processes: ProcessTable): Promise<void> {
  const directory = dirname(places.ledger);
  // The mutex was just created, so its time is the current time of the file system, whose clock can differ from ours.
  const { mtimeMs: nowMs } = await stat(places.mutex);
  const written = [places.ledger, places.journal, places.lock].map((path) => basename(path));
  for (const name of await readdir(directory)) {
    if (!name.endsWith('.tmp')) continue;
    const path = join(directory, name);
    const isHalfWritten = written.includes(name.replace(/\.[0-9a-f]{8}\.tmp$/, ''));
    const isOfMutex = name.startsWith(`${basename(places.mutex)}.`);
    if (isHalfWritten || (isOfMutex && (await isOfDeadProcess(path, nowMs, processes))))
      await rm(path, { force: true });
  }
}

/** Every waiting process prepares a mutex file, so files of living processes are normal, and can be empty for a moment. */
async function isOfDeadProcess(path: string, nowMs: number, processes: ProcessTable) {
  const owner = parsedOwner(quietly(path));
  if (owner !== undefined) return (await processes.statusOf(owner.process)) === 'gone';
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && nowMs - found.mtimeMs > longestWritingMs;
}

function quietly(path: string) {
  try {
    return readIfThere(path, 'mutex') ?? '';
  } catch {
    return '';
  }
}

interface FilePlaces {
  readonly ledger: string;
  readonly journal: string;
  readonly lock: string;
  readonly mutex: string;
}

export interface FileContext {
  readonly places: FilePlaces;
  readonly target: LedgerTarget;
  /** Caches the last text. Throws DocformError if the ledger is damaged or belongs to another target. */
  readonly parse: (text: string, known?: NamedLedger) => NamedLedger;
  readonly processes: ProcessTable;
  readonly clock: Clock;
  /** Loads the ledger at another path. */
  readonly load: (path: string) => Promise<Ledger>;
  readonly repository?: LedgerRepository;
}

/** A Git repository with the ledgers of several configurations. */
export interface LedgerRepository {
  readonly root: string;
  /** Paths of all ledger files, from the root, or why they are unknown. */
  readonly ledgers: () => { readonly files: readonly string[] } | { readonly reason: string; readonly fix: string };
  /** Path of a mutex for all configurations of the repository. */
  readonly mutex: () => string;
  /** The other configurations of the organization. Missing: not asked. */
  readonly configurations?: () => Promise<readonly NeighbourConfiguration[]>;
}

export async function readOthers(
  { root, ledgers }: LedgerRepository,
  { places, target, load }: Pick<FileContext, 'places' | 'target' | 'load'>,
): Promise<readonly OtherConfiguration[]> {
  const own = resolveWithinRepository(places.ledger);
  const others: OtherConfiguration[] = [];
  const listed = ledgers();
  if ('reason' in listed)
    return [{ name: '', file: 'this repository', ledger: { unread: listed.reason, fix: listed.fix } }];
  for (const file of listed.files) {
    const there = join(root, file);
    if (resolveWithinRepository(there) === own) continue;
    try {
      const text = readIfThere(there, 'ledger');
      if (text === undefined) continue;
      // Most ledgers of a large repository belong to other organizations, and need not be parsed. A cut file names none.
      if (text.includes('"organization": "') && !text.includes(JSON.stringify(target.organization))) continue;
      const { host, organization, name } = parseNamedTarget(text).target;
      if (host !== target.host || organization !== target.organization) continue;
      others.push({ name: nameOf(file, name), file, ledger: await load(there) });
    } catch (error) {
      others.push({ name: nameOf(file), file, ledger: { unread: errorMessage(error) } });
    }
  }
  return others;
}

function nameOf(file: string, stated = dirname(file)): string {
  return nameWithEnvironment(stated, /docform\.ledger\.(.+)\.json$/.exec(file)?.[1] ?? '');
}

interface Saving {
  readonly before: Ledger | undefined;
  readonly after: Ledger;
  readonly handover: Handover | undefined;
}

/** Saves a ledger with new objects while no other configuration can save one. Throws DocformError if one of the objects has an owner. */
async function saveOwned({ before, after, handover }: Saving, writing: Writing, save: () => Promise<void>) {
  const { context, lock } = writing;
  const { repository, places } = context;
  if (repository === undefined) return save();
  const known = ownedObjects(before ?? emptyLedger);
  const added = [...ownedObjects(after)].filter((object) => !known.has(object));
  if (added.length === 0) return save();
  const { processes, clock } = context;
  const mutex = { path: repository.mutex(), who: lock.holder.who, waitMs: lock.ttlMs, processes, clock };
  const result = await withFileMutex(mutex, async () => {
    for (const other of await readOthers(repository, context)) {
      if ('unread' in other.ledger || join(repository.root, other.file) === handover?.place) continue;
      const owned = ownedObjects(other.ledger);
      if (added.some((object) => owned.has(object))) throw ownedElsewhere(other);
    }
    await save();
  });
  if ('busy' in result) throw lostError(places.ledger, `another configuration was saving for ${lock.ttlMs} ms`);
}
