/** The journal of an apply, and the state lock. */
import { expect, test } from 'vitest';
import { createMemoryBackend } from '../../src/ledger/memory-backend.ts';
import type { StateBackend } from '../../src/ledger/state-backend.ts';
import { applyPlan, definitions, planOf, recordingBackend, ScriptedError, scriptedClient, step } from './scripted.ts';

const a = 'things/a';
const b = 'things/b';

test('the journal contains the intent before each request, and the outcome before the next step', async () => {
  const ledger = recordingBackend();
  const client = scriptedClient({
    answer: (name) => {
      expect(ledger.entries.at(-1)).toMatchObject({
        type: 'intent',
        operation: name.startsWith('POST') ? 'create' : 'update',
      });
      return undefined;
    },
  });
  const steps = [step(a, 'create'), step(a, 'update', { needs: new Set([`${a}#create`]) })];
  await applyPlan(planOf(steps), { client, definitions, ledger, concurrency: 1 });
  expect(ledger.entries.map((entry) => ('step' in entry ? `${entry.type} ${entry.step}` : entry.type))).toEqual([
    'begin',
    'intent things/a#create',
    'outcome things/a#create',
    'intent things/a#update',
    'outcome things/a#update',
    'end',
  ]);
  expect((await ledger.load()).open).toEqual([]);
});

test('a create without an answer stays open until the next run; a refused create does not', async () => {
  const lost = {
    answer: (name: string) => new ScriptedError('gone', name.endsWith('a') ? { isAmbiguous: true } : { status: 400 }),
  };
  const ledger = recordingBackend();
  const plan = planOf([step(a, 'create'), step(b, 'create')]);
  await applyPlan(plan, { client: scriptedClient(lost), definitions, ledger });
  expect((await ledger.load()).open).toMatchObject([{ address: a, operation: 'create' }]);
  const stateUpdates = { set: { [a]: { id: 'found' } }, remove: [], lists: [], entries: {} };
  await applyPlan(planOf([], { stateUpdates }), { client: scriptedClient(), definitions, ledger });
  expect(await ledger.load()).toMatchObject({ open: [], ledger: { resources: { [a]: { id: 'found' } } } });
  expect(ledger.entries).toContainEqual({
    type: 'outcome',
    step: `${a}#create`,
    status: 'done',
    set: { [a]: { id: 'found' } },
  });
});

test('an apply without changes and state updates writes nothing', async () => {
  const ledger = recordingBackend({ resources: { [a]: { id: '1' } }, lists: [] });
  await applyPlan(planOf([]), { client: scriptedClient(), definitions, ledger });
  expect(ledger.entries).toEqual([]);
  expect(ledger.saved).toEqual([]);
});

test('a step whose intent could not be stored is not sent', async () => {
  const client = scriptedClient();
  const ledger = recordingBackend(undefined, (entry) => entry.type === 'intent' && entry.address === b);
  const report = await applyPlan(planOf([step(a, 'create'), step(b, 'create')]), {
    client,
    definitions,
    ledger,
    concurrency: 1,
  });
  expect(client.log).toEqual(['POST things/a']);
  expect(report.changes.map(({ status }) => status)).toEqual(['done', 'not-started']);
});

test('a second apply fails while the first one runs, and names the first', async () => {
  const ledger = recordingBackend();
  const lock = await ledger.acquire(
    { who: 'ana@build-7', since: '2026-01-01T00:00:00Z' },
    { waitMs: 0, ttlMs: 60_000 },
  );
  const client = scriptedClient();
  await expect(applyPlan(planOf([step(a, 'create')]), { client, definitions, ledger })).rejects.toThrow(
    'held by ana@build-7',
  );
  expect(client.log).toEqual([]);
  await lock.release();
  await applyPlan(planOf([step(a, 'create')]), { client, definitions, ledger });
  expect(client.log).toEqual(['POST things/a']);
});

test('open steps of earlier runs stay open until the ledger contains all objects that the plan found', async () => {
  const backend = recordingBackend();
  const lost = { answer: () => new ScriptedError('gone', { isAmbiguous: true }) };
  const create = step(a, 'create', { companions: [{ role: 'first', address: b }] });
  await applyPlan(planOf([create]), { client: scriptedClient(lost), definitions, ledger: backend });
  const acquire: StateBackend['acquire'] = async (holder, options) => ({
    ...(await backend.acquire(holder, options)),
    save: () => Promise.reject(new Error('killed')),
  });
  const found = { [a]: { id: '1' }, [b]: { id: '2' } };
  const plan = planOf([], { stateUpdates: { set: found, remove: [], lists: [], entries: {} } });
  await applyPlan(plan, { client: scriptedClient(), definitions, ledger: { ...backend, acquire } });
  expect((await backend.load()).open).toMatchObject([{ address: a, creates: { brings: create.companions } }]);
  await applyPlan(plan, { client: scriptedClient(), definitions, ledger: backend });
  expect(await backend.load()).toMatchObject({ open: [], ledger: { resources: found } });
});

/** Saving the ledger fails while `isFull`; journal entries are still written. */
function storeOnFullDisk(isFull: () => boolean) {
  const backend = createMemoryBackend();
  const acquire: StateBackend['acquire'] = async (holder, options) => {
    const lock = await backend.acquire(holder, options);
    return {
      ...lock,
      save: (ledger) => (isFull() ? Promise.reject(new Error('ENOSPC: no space left on device')) : lock.save(ledger)),
    };
  };
  return { ...backend, acquire };
}

test.each([1, 2, 3])(
  'after %i applies whose final ledger write failed, an apply without changes writes the ledger',
  async (fails) => {
    let full = false;
    const ledger = storeOnFullDisk(() => full);
    const client = scriptedClient({
      answer: () => {
        full = true;
        return undefined;
      },
    });
    const known: Record<string, { readonly id: string }> = {};
    for (let number = 1; number <= fails; number += 1) {
      full = false;
      const address = `things/${number}`;
      // Each run first writes the entries of the run before; the disk is full once its step is done.
      const report = await applyPlan(planOf([step(address, 'create')], { ids: {} }), { client, definitions, ledger });
      expect(report.ledgerFault).toContain('ENOSPC');
      expect(report.recovered).toBeUndefined();
      known[address] = { id: `id-${number}` };
      expect(await ledger.load()).toMatchObject({ unsaved: 1, ledger: { resources: known } });
    }
    const before = await applyPlan(planOf([]), { client, definitions, ledger });
    expect(before).toMatchObject({ ledgerFault: 'ENOSPC: no space left on device' });
    full = false;
    const report = await applyPlan(planOf([]), { client, definitions, ledger });
    expect(report).toMatchObject({ recovered: 1, counts: { done: 0 }, requests: 0 });
    const state = await ledger.load();
    expect(state).toMatchObject({ open: [], ledger: { resources: known } });
    expect(state.unsaved).toBeUndefined();
    expect((await applyPlan(planOf([]), { client, definitions, ledger })).recovered).toBeUndefined();
  },
);
