/** Writes for the holder of a file lease: each one under the lock, after checking that the lease is still its own. */

import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { type FileHandle, rm, stat } from 'node:fs/promises';
import type { DocformError } from '../core/docform-error.ts';
import type { Ledger } from '../core/state.ts';
import { fileMode, replaceFile, writeAtomically } from './atomic-file.ts';
import type { Moment } from './clock.ts';
import type { FileContext } from './file-context.ts';
import { type JournalHead, parseJournalFile, serialiseJournalFile } from './file-journal.ts';
import { holderOf, type LeaseFile, nextToken, readLease, removeLease, writeLease } from './file-lease.ts';
import { removeLeftovers } from './file-leftovers.ts';
import { type KeptLock, keepFileLock } from './file-lock.ts';
import { readIfThere } from './file-reading.ts';
import { keptEntries, saysNothing } from './fold-journal.ts';
import type { Holder } from './holder.ts';
import { describeHolder } from './holder.ts';
import { type JournalEntry, serialiseEntry } from './journal.ts';
import { createLease, type LeaseActions, type LeaseControl } from './lease.ts';
import { lostError } from './lease-error.ts';
import { type NamedLedger, serialiseLedger } from './ledger.ts';
import { goneAfter } from './ledger-text.ts';
import type { Lease } from './state-store.ts';

interface Taking {
  readonly holder: Holder;
  readonly ttlMs: number;
  readonly previous: LeaseFile | undefined;
  readonly askedAt: Moment;
  readonly context: FileContext;
}

/** To be called under the lock, once it is certain that nobody holds the lease. */
export async function takeLease({ holder, ttlMs, previous, askedAt, context }: Taking): Promise<Lease> {
  const { places, target, processes, clock } = context;
  await removeLeftovers(places, processes);
  const token = nextToken(previous, clock.wallMs());
  const text = readIfThere(places.journal, 'journal');
  const entries = (text === undefined ? undefined : parseJournalFile(text, places.journal, target))?.entries ?? [];
  // The new journal first: should this process die here, it holds the same entries as the old one.
  const file = await replaceFile(places.journal, serialiseJournalFile({ token, saves: 0 }, entries, target), fileMode);
  const process = await processes.self();
  const lease: LeaseFile = {
    version: 1,
    id: randomUUID(),
    token,
    holder,
    expiresAtMs: askedAt.wallMs + ttlMs,
    ttlMs,
    extensions: 0,
    process,
  };
  try {
    await writeLease(places.lease, lease);
  } catch (error) {
    await file.close();
    throw error;
  }
  return createLease({
    place: places.ledger,
    fencingToken: String(token),
    holder,
    ttlMs,
    clock,
    askedAt,
    actions: (control) => {
      const lock = keepFileLock({ path: places.lock, who: holder.who, waitMs: ttlMs, processes, clock });
      return actionsOf({
        lease,
        ttlMs,
        context,
        lock,
        control,
        head: { token, saves: 0 },
        entries: [...entries],
        file,
      });
    },
  });
}

interface Writing {
  readonly lease: LeaseFile;
  readonly ttlMs: number;
  readonly context: FileContext;
  readonly lock: KeptLock;
  readonly control: LeaseControl;
  /** Of the journal as it is on disk; replaced by a save, with the file itself. */
  head: JournalHead;
  entries: JournalEntry[];
  file: FileHandle;
  /** What the ledger's file says since the last save; missing: nothing was saved yet. */
  saved?: Pick<NamedLedger, 'ledger' | 'gone'>;
}

function actionsOf(writing: Writing): LeaseActions {
  const { lease, ttlMs, context, control } = writing;
  const { places, clock } = context;
  const checked = (work: () => Promise<void>, isFollowed?: () => boolean) => {
    const checkedWork = () => {
      control.check();
      return work();
    };
    return underLock(writing, checkedWork, isFollowed);
  };
  let extensions = 0;
  return {
    // Whoever takes over gives the lease another id, under this lock: while it has ours nobody has held it since, however long ago it expired.
    renew: () =>
      underLock(writing, () => {
        extensions += 1;
        return writeLease(places.lease, { ...lease, extensions, expiresAtMs: clock.wallMs() + ttlMs });
      }),
    append: (entries, isFollowed) =>
      checked(async () => {
        appendFileSync(writing.file.fd, entries.map(serialiseEntry).join(''), 'utf8');
        await writing.file.datasync();
        writing.entries.push(...entries);
      }, isFollowed),
    save: (ledger) => checked(() => saveLedger(ledger, writing)),
    release: async (isHeld) => {
      // One that was lost is removed as well where nobody has taken it: as long as this process lives, nobody else could.
      const remove = isHeld ? () => tidyUp(writing) : () => removeLease(places.lease);
      await underLock(writing, remove).finally(() => writing.file.close());
    },
  };
}

/** Ledger before journal: a crash in between leaves lines that say what the ledger says already. */
async function saveLedger(ledger: Ledger, writing: Writing): Promise<void> {
  const { places, target, parse } = writing.context;
  const there = readIfThere(places.ledger, 'ledger');
  const before = writing.saved ?? (there === undefined ? undefined : parse(there));
  const gone = goneAfter(before, ledger);
  const text = serialiseLedger(ledger, target, gone);
  if (there !== text) await writeAtomically(places.ledger, text, await modeOf(places.ledger));
  writing.saved = { ledger, gone };
  const entries = [...keptEntries(writing.entries)];
  // So it mostly is where an apply begins: both files say what they are to say.
  if (there === text && entries.length === writing.entries.length) return;
  const head = { token: writing.head.token, saves: writing.head.saves + 1 };
  const file = await replaceFile(places.journal, serialiseJournalFile(head, entries, target), fileMode);
  const old = writing.file;
  Object.assign(writing, { head, entries, file });
  await old.close();
}

/** As narrow as the file is, and never wider than for its owner to write and all to read. */
async function modeOf(path: string): Promise<number> {
  const mode = await stat(path).then(
    (found) => found.mode,
    () => fileMode,
  );
  return mode & fileMode;
}

/** Only the ledger stays behind; the journal stays too while it says more than the ledger. */
async function tidyUp({ context, entries }: Writing): Promise<void> {
  const { places } = context;
  if (saysNothing(entries)) await rm(places.journal, { force: true });
  await removeLease(places.lease);
}

/**
 * Under the lock nobody can take the lease over, so what is true at the look stays true until the lock is given back. A process that is
 * stopped in between keeps the lock, and the others wait for it.
 */
async function underLock(
  { lease, ttlMs, context, lock }: Writing,
  work: () => Promise<void>,
  isFollowed = () => false,
): Promise<void> {
  const { places } = context;
  const locked = await lock.run(async (isNew) => {
    const current = isNew ? await readLease(places.lease) : lease;
    if (current?.id !== lease.id) throw takenOver(places.ledger, current);
    await work();
  }, isFollowed);
  if ('busy' in locked)
    throw lostError(places.ledger, `${places.lock} was held by ${locked.busy?.who ?? 'others'} for ${ttlMs} ms`);
}

function takenOver(place: string, current: LeaseFile | undefined): DocformError {
  return lostError(
    place,
    current === undefined ? 'its file is gone' : `it is now ${describeHolder(holderOf(current))}`,
  );
}
