/** The contract of all state backends: files, PostgreSQL, two kinds of state services, and memory. */

import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DocformError } from '../../src/core/docform-error.ts';
import type { Ledger } from '../../src/core/state.ts';
import { foldJournal } from '../../src/ledger/journal.ts';
import type { StateBackend } from '../../src/ledger/state-backend.ts';
import { systemClock } from '../../src/ledger/state-lock.ts';
import { catchUp } from '../../src/library/apply.ts';
import { ana, begin, bo, busyClock, done, end, freezableClock, intent, sample, sleeperClock } from './entries.ts';
import { type Opened, openFiles, openMemory, openPostgres, openService } from './opened-backends.ts';
import { freshUrl, isWithoutPostgres, sharedPostgres } from './postgres-server.ts';

const withoutPostgres = isWithoutPostgres();
let database = '';
beforeAll(async () => {
  const server = await sharedPostgres();
  if (server !== undefined) database = await freshUrl(server);
});

const sorts: readonly {
  readonly sort: string;
  readonly start: () => Promise<Opened>;
  readonly isMissing?: boolean;
  readonly forgets?: boolean;
  /** The lock ends only with its release. */
  readonly neverExpires?: boolean;
}[] = [
  { sort: 'memory', start: openMemory, forgets: true },
  { sort: 'files', start: openFiles },
  { sort: 'PostgreSQL', start: () => openPostgres(database), isMissing: withoutPostgres },
  { sort: 'a state service', start: () => openService({ kind: 'plain', conflict: 423 }), neverExpires: true },
  { sort: 'GitLab', start: () => openService({ kind: 'gitlab', conflict: 409 }), neverExpires: true },
];

const ttlMs = 20_000;
const now = { waitMs: 0, ttlMs };
const opened: Opened[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function refusal(acquired: Promise<unknown>): Promise<DocformError> {
  const error = await acquired.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof DocformError) return error;
  throw error ?? new Error('it was given');
}

const sorted = (ledger: Ledger) => ({ ...ledger, lists: [...ledger.lists].sort() });
const stepsOf = async (backend: StateBackend) => (await backend.load()).open.map(({ step }) => step);

for (const { sort, start, isMissing = false, forgets = false, neverExpires = false } of sorts) {
  describe.skipIf(isMissing)(sort, () => {
    const begun = async (): Promise<Opened> => {
      const one = await start();
      opened.push(one);
      return one;
    };

    test('a new backend is empty', async () => {
      const { open } = await begun();
      const state = await open().load();
      expect(state).toMatchObject({ ledger: { resources: {}, lists: [] }, open: [] });
      expect((await open().load()).serial).toBe(state.serial);
    });

    test('other processes see appended entries at once, folded into the ledger, with open intents', async () => {
      const { open } = await begun();
      const lock = await open().acquire(ana, now);
      expect(lock.isHeld()).toBe(true);
      const before = (await open().load()).serial;
      for (const entry of sample) await lock.append(entry);
      const state = await open().load();
      expect(state.ledger).toEqual(foldJournal({ resources: {}, lists: [] }, sample).ledger);
      expect(state.open).toEqual([intent('teams/c')]);
      expect(state.serial).not.toBe(before);
      await lock.release();
      expect((await open().load()).open).toEqual([intent('teams/c')]);
    });

    test('load reports unsaved entries until a save empties the journal', async () => {
      const { open } = await begun();
      const first = await open().acquire(ana, now);
      for (const entry of [begin(), intent('teams/a'), done('teams/a'), end]) await first.append(entry);
      expect((await open().load()).unsaved).toBe(1);
      await first.release();
      const { ledger, unsaved } = await open().load();
      expect(unsaved).toBe(1);
      const second = await open().acquire(bo, now);
      await second.save(ledger);
      await second.release();
      const after = await open().load();
      expect(after.unsaved).toBeUndefined();
      expect(sorted(after.ledger)).toEqual(sorted(ledger));
    });

    test('the history lists a run that died before a save, as interrupted after the next run', async () => {
      const { open } = await begun();
      const history = async () => {
        const backend = open();
        return (await backend.history?.(10)) ?? (await backend.load()).ledger.runs ?? [];
      };
      const first = await open().acquire(ana, now);
      const outcome = done('teams/a', 'id-of-a-run-that-died');
      for (const entry of [begin(), intent('teams/a'), intent('teams/b'), outcome]) await first.append(entry);
      const facts = { run: 'r1', who: ana.who, link: ana.run, digest: 'sha256:ab' };
      expect(await history()).toEqual([{ ...facts, startedAt: expect.any(String) }]);
      await first.release();
      const backend = open();
      const second = await backend.acquire(bo, now);
      await catchUp(backend, second);
      await second.release();
      expect(await history()).toEqual([{ ...facts, startedAt: expect.any(String), status: 'interrupted' }]);
      const third = await backend.acquire(bo, now);
      await catchUp(backend, third);
      await third.release();
      expect(await history()).toHaveLength(1);
    });

    test('many simultaneous entries keep their order, and each promise resolves', async () => {
      const { open } = await begun();
      const lock = await open().acquire(ana, now);
      const steps = Array.from({ length: 300 }, (_, number) => `teams/t${number}`);
      await Promise.all(steps.map((step) => lock.append(intent(step))));
      expect(await stepsOf(open())).toEqual(steps);
      await Promise.all(steps.map((step) => lock.append(done(step))));
      expect(Object.keys((await open().load()).ledger.resources).length).toBe(300);
      await lock.release();
    });

    test('a save replaces the whole ledger and leaves only open intents', async () => {
      const { open } = await begun();
      const lock = await open().acquire(ana, now);
      for (const entry of [begin(), intent('teams/a'), intent('teams/b'), done('teams/a')]) await lock.append(entry);
      const ledger: Ledger = {
        resources: { 'teams/z': { id: 'z', protect: true, applied: { b: '2', a: '1' } }, 'teams/y': { id: 'y' } },
        lists: ['x', 'teams'],
        orders: { 'sites/b': '0000aa.0000bb', 'sites/a': '0000bb.0000cc.0000aa', 'sites/c': '0000aa.0000bb' },
        pending: { 'members/a@acme.dev': '0000000000001', 'members/b@acme.dev': '0000000000002' },
      };
      await lock.save(ledger);
      const state = await open().load();
      const { runs, ...saved } = state.ledger;
      expect(sorted(saved)).toEqual(sorted(ledger));
      expect(runs?.map(({ run }) => run)).toEqual(['r1']);
      expect(state.open).toEqual([intent('teams/b')]);
      await lock.append({ type: 'outcome', step: 'teams/b', status: 'absent' });
      const orders = { 'sites/a': '0000cc.0000bb.0000aa', 'sites/c': '0000aa.0000bb' };
      const pending = { 'members/a@acme.dev': '0000000000003' };
      await lock.save({ ...ledger, orders, pending, dialect: 'gitbook' });
      expect((await open().load()).ledger).toMatchObject({ orders, pending, dialect: 'gitbook' });
      expect((await open().load()).ledger.pending).toEqual(pending);
      const smaller: Ledger = { resources: { 'teams/y': { id: 'y2' } }, lists: ['teams'] };
      await lock.save(smaller);
      await lock.append(end);
      await lock.release();
      expect((await open().load()).ledger).toEqual(smaller);
      expect((await open().load()).open).toEqual([]);
    });

    test('a save ignores later changes to the ledger object', async () => {
      const { open } = await begun();
      const lock = await open().acquire(ana, now);
      const resources: { [address: string]: { id: string } } = { 'teams/a': { id: '1' } };
      const saved = lock.save({ resources, lists: [] });
      resources['teams/b'] = { id: '2' };
      await saved;
      expect(Object.keys((await open().load()).ledger.resources)).toEqual(['teams/a']);
      await lock.release();
    });

    test('a concurrent reader never sees less than before, in the journal or the ledger', async () => {
      const { open } = await begun();
      const lock = await open().acquire(ana, now);
      const resources: { [address: string]: { id: string } } = {};
      const writing = { isOver: false };
      const reader = (async () => {
        const seen = [0];
        for (const backend = open(); !writing.isOver; )
          seen.push(Object.keys((await backend.load()).ledger.resources).length);
        return seen;
      })();
      for (let number = 0; number < 30; number += 1) {
        await lock.append({
          type: 'outcome',
          step: `${number}`,
          status: 'done',
          set: { [`teams/t${number}`]: { id: 'x' } },
        });
        resources[`teams/t${number}`] = { id: 'x' };
        if (number % 2 === 0) await lock.save({ resources, lists: [] });
      }
      writing.isOver = true;
      const seen = await reader;
      expect(seen).toEqual([...seen].sort((a, b) => a - b));
      expect(Object.keys((await open().load()).ledger.resources).length).toBe(30);
      await lock.release();
    });

    test('a second apply is refused with the name of the holder, and gets the lock after its release', async () => {
      const { open } = await begun();
      const first = await open().acquire(ana, now);
      const error = await refusal(open().acquire(bo, now));
      expect(error).toMatchObject({ code: 'E-LOCK-HELD' });
      const told = open().heldBy;
      if (told !== undefined) expect((await told())?.who).toContain('ana@build-7');
      expect(error.message).toMatch(/held by (user of )?ana@build-7/);
      expect(error.hint).not.toBe('');
      const waits: (string | undefined)[] = [];
      const second = open().acquire(bo, { waitMs: 10_000, ttlMs, onWait: (holder) => waits.push(holder?.who) });
      await expect.poll(() => waits.length).toBe(1);
      expect(waits[0]).toContain('ana@build-7');
      await first.release();
      const lock = await second;
      expect(lock.fencingToken).not.toBe(first.fencingToken);
      expect([first.isHeld(), lock.isHeld(), first.signal.aborted]).toEqual([false, true, false]);
      await lock.release();
      if (told !== undefined) expect(await told()).toBeUndefined();
    });

    test('a wait for the lock can be aborted', async () => {
      const { open } = await begun();
      const first = await open().acquire(ana, now);
      const giveUp = new AbortController();
      const reason = new Error('enough');
      const waiting = open().acquire(bo, {
        waitMs: 60_000,
        ttlMs,
        signal: giveUp.signal,
        onWait: () => giveUp.abort(reason),
      });
      await expect(waiting).rejects.toBe(reason);
      await first.release();
    });

    test('no write succeeds after the release', async () => {
      const { open } = await begun();
      const lock = await open().acquire(ana, now);
      await lock.release();
      expect((await refusal(lock.append(intent('teams/a')))).code).toBe('E-LOCK-LOST');
      expect((await refusal(lock.save({ resources: { a: { id: 'a' } }, lists: [] }))).code).toBe('E-LOCK-LOST');
      await lock.release();
      expect(await open().load()).toMatchObject({ ledger: { resources: {} }, open: [] });
    });

    test('a holder that was too busy to extend its lock continues unless another run took the lock', async () => {
      const { open, passExpiry = async () => undefined } = await begun();
      const clock = busyClock();
      const lock = await open(clock).acquire(ana, now);
      const expired = async () => {
        clock.pass(ttlMs);
        await passExpiry();
        expect(lock.isHeld()).toBe(forgets || neverExpires);
      };
      await expired();
      await lock.append(intent('teams/a'));
      await expired();
      await lock.save({ resources: { a: { id: 'a' } }, lists: [] });
      await expired();
      await lock.hold();
      expect([lock.isHeld(), lock.signal.aborted]).toEqual([true, false]);
      await expired();
      await lock.release();
      const next = await open().acquire(bo, now);
      expect(await open().load()).toMatchObject({
        ledger: { resources: { a: { id: 'a' } } },
        open: [intent('teams/a')],
      });
      await next.release();
    });

    test.skipIf(neverExpires || forgets)(
      'a holder does not continue after another run took the lock, even if that run has ended',
      async () => {
        const { open } = await begun();
        for (const hasEnded of [false, true]) {
          const clock = sleeperClock();
          const old = await open(clock).acquire(ana, { waitMs: 0, ttlMs: 300 });
          const next = await open().acquire(bo, { waitMs: 10_000, ttlMs });
          if (hasEnded) await next.release();
          const before = await open().load();
          expect(old.isHeld()).toBe(false);
          expect((await refusal(old.hold())).code).toBe('E-LOCK-LOST');
          expect((await refusal(old.append(intent('teams/late')))).code).toBe('E-LOCK-LOST');
          await old.release();
          expect(await open().load()).toEqual(before);
          if (!hasEnded) expect(next.isHeld()).toBe(true);
          await next.release();
        }
      },
    );

    test('a process with a different clock takes no lock that is being extended', async () => {
      const { open } = await begun();
      const lock = await open().acquire(ana, { waitMs: 0, ttlMs: 3_000 });
      for (const byMs of [-7_200_000, 70_000, 7_200_000]) {
        const clock = { ...systemClock, wallMs: () => systemClock.wallMs() + byMs };
        expect((await refusal(open(clock).acquire(bo, { waitMs: 0, ttlMs }))).code).toBe('E-LOCK-HELD');
      }
      await lock.append(intent('teams/a'));
      expect(lock.isHeld()).toBe(true);
      await lock.release();
    });

    // The clocks of the old holder do not notice the expiry, so only the backend can refuse.
    test.skipIf(forgets)('a holder that lost the lock without noticing writes nothing', async () => {
      const { open, expireLock } = await begun();
      const clock = freezableClock();
      const old = await open(clock).acquire(ana, { waitMs: 0, ttlMs: 300 });
      clock.freeze();
      await old.append(intent('teams/a'));
      expireLock?.();
      const next = await open().acquire(bo, { waitMs: 10_000, ttlMs });
      expect(await stepsOf(open())).toEqual(['teams/a']);
      await next.append(done('teams/a'));
      const before = await open().load();
      expect(old.isHeld()).toBe(true);
      const error = await refusal(old.append(intent('teams/late')));
      expect(error.code).toBe('E-LOCK-LOST');
      expect([old.isHeld(), old.signal.aborted, old.signal.reason]).toEqual([false, true, error]);
      expect((await refusal(old.save({ resources: {}, lists: [] }))).code).toBe('E-LOCK-LOST');
      await old.release();
      expect(await open().load()).toEqual(before);
      await next.append(intent('teams/b'));
      expect(await stepsOf(open())).toEqual(['teams/b']);
      expect(next.isHeld()).toBe(true);
      await next.release();
    });

    test.skipIf(forgets)('a save is refused after the lock was lost', async () => {
      const { open, expireLock } = await begun();
      const clock = freezableClock();
      const old = await open(clock).acquire(ana, { waitMs: 0, ttlMs: 300 });
      clock.freeze();
      expireLock?.();
      const next = await open().acquire(bo, { waitMs: 10_000, ttlMs });
      await next.save({ resources: { 'teams/a': { id: 'new' } }, lists: [] });
      expect((await refusal(old.save({ resources: { 'teams/a': { id: 'old' } }, lists: [] }))).code).toBe(
        'E-LOCK-LOST',
      );
      expect((await open().load()).ledger.resources).toEqual({ 'teams/a': { id: 'new' } });
      await old.release();
      await next.release();
    });
  });
}
