/** Order, concurrency, failures, interrupts and ledger of an apply. */
import { describe, expect, test } from 'vitest';
import type { ApplyEvent } from '../../src/plan/result/outcome.ts';
import { applyPlan, definitions, planOf, recordingBackend, ScriptedError, scriptedClient, step } from './scripted.ts';

const a = 'things/a';
const b = 'things/b';
const c = 'things/c';

function statuses(report: Awaited<ReturnType<typeof applyPlan>>): readonly string[] {
  return report.changes.map((change) => `${change.address} ${change.status}`);
}

describe('order', () => {
  test('a step starts after its dependencies succeeded, with the returned ids', async () => {
    const client = scriptedClient();
    const plan = planOf([
      step(a, 'create'),
      step(b, 'create', { needs: new Set([`${a}#create`]) }),
      step(a, 'update', { needs: new Set([`${b}#create`]), fields: { title: { ref: b } } }),
    ]);
    const report = await applyPlan(plan, { client, definitions, ledger: recordingBackend() });
    expect(client.log).toEqual(['POST things/a', 'POST things/b', 'PATCH id-a']);
    expect(report.counts).toEqual({ done: 3, failed: 0, skipped: 0, notStarted: 0 });
    expect(report.requests).toBe(3);
  });

  test('with a concurrency of 1, steps run in the order of the plan', async () => {
    const client = scriptedClient();
    const steps = [step(a, 'create'), step(b, 'create', { follows: new Set([`${a}#create`]) }), step(c, 'create')];
    await applyPlan(planOf(steps), { client, definitions, ledger: recordingBackend(), concurrency: 1 });
    expect(client.log).toEqual(['POST things/a', 'POST things/b', 'POST things/c']);
  });

  test('apply runs exactly as many steps at once as allowed', async () => {
    const client = scriptedClient();
    const steps = Array.from({ length: 20 }, (_, index) => step(`things/${index}`, 'create'));
    await applyPlan(planOf(steps), { client, definitions, ledger: recordingBackend(), concurrency: 4 });
    expect(client.state.most).toBe(4);
    expect(client.log).toHaveLength(20);
  });

  test('apply runs 8 steps at once by default', async () => {
    const client = scriptedClient();
    const steps = Array.from({ length: 20 }, (_, index) => step(`things/${index}`, 'create'));
    await applyPlan(planOf(steps), { client, definitions, ledger: recordingBackend() });
    expect(client.state.most).toBe(8);
  });

  test('apply sends nothing if a step depends on a later step', async () => {
    const client = scriptedClient();
    const plan = planOf([step(a, 'create', { needs: new Set([`${b}#create`]) }), step(b, 'create')]);
    await expect(applyPlan(plan, { client, definitions, ledger: recordingBackend() })).rejects.toThrow(
      'which is not before it in the plan',
    );
    expect(client.log).toEqual([]);
  });
});

describe('failures', () => {
  test('apply skips direct and indirect dependents of a failed step, and runs all other steps', async () => {
    const client = scriptedClient({
      answer: (name) => (name === 'POST things/a' ? new ScriptedError('409 taken', { status: 409 }) : undefined),
    });
    const plan = planOf([
      step(a, 'create'),
      step(b, 'create', { needs: new Set([`${a}#create`]) }),
      step(c, 'create', { needs: new Set([`${b}#create`]) }),
      step('things/d', 'create', { follows: new Set([`${a}#create`]) }),
      step('things/e', 'create'),
    ]);
    const report = await applyPlan(plan, { client, definitions, ledger: recordingBackend() });
    expect(statuses(report)).toEqual([
      'things/a failed',
      'things/b skipped',
      'things/c skipped',
      'things/d done',
      'things/e done',
    ]);
    expect(report.changes[2]?.because).toBe(a);
    expect(report.changes[0]?.fault).toMatchObject({ message: '409 taken', status: 409 });
    expect(report.counts).toEqual({ done: 2, failed: 1, skipped: 2, notStarted: 0 });
  });

  test('a delete of a missing object succeeds', async () => {
    const client = scriptedClient({ answer: () => new ScriptedError('404', { status: 404 }) });
    const ledger = recordingBackend({ resources: { [a]: { id: 'id-a' } }, lists: [] });
    const report = await applyPlan(planOf([step(a, 'delete')], { ids: { [a]: 'id-a' } }), {
      client,
      definitions,
      ledger,
    });
    expect(report.counts.done).toBe(1);
    expect(ledger.last().resources).toEqual({});
  });

  test('a 404 for any other operation is a failure', async () => {
    const client = scriptedClient({ answer: () => new ScriptedError('404', { status: 404 }) });
    const report = await applyPlan(planOf([step(a, 'update')], { ids: { [a]: 'id-a' } }), {
      client,
      definitions,
      ledger: recordingBackend(),
    });
    expect(report.counts.failed).toBe(1);
  });

  test('a create without an answer fails, and its advice mentions the next plan', async () => {
    const client = scriptedClient({ answer: () => new ScriptedError('no answer', { isAmbiguous: true }) });
    const report = await applyPlan(planOf([step(a, 'create')]), { client, definitions, ledger: recordingBackend() });
    expect(report.changes[0]?.fault).toMatchObject({
      isAmbiguous: true,
      advice: expect.stringContaining('run `docform plan` again, which searches for the object'),
    });
  });

  test('a change has the worst outcome of its steps, and reports the completed ones', async () => {
    const client = scriptedClient({
      answer: (name) => (name.startsWith('PATCH') ? new ScriptedError('400', { status: 400 }) : undefined),
    });
    const steps = [step(a, 'create'), step(a, 'update', { needs: new Set([`${a}#create`]) })];
    const plan = planOf(steps, {
      changes: [
        {
          address: a,
          kind: 'thing',
          action: 'create',
          fields: [],
          objects: [],
          lost: [],
          notes: [],
          steps: steps.map((each) => each.id),
        },
      ],
    });
    const ledger = recordingBackend();
    const report = await applyPlan(plan, { client, definitions, ledger });
    expect(report.changes[0]).toMatchObject({ status: 'failed', partly: { done: 1, of: 2 } });
    expect(ledger.last().resources).toEqual({ [a]: { id: 'id-a' } });
  });
});

describe('ledger', () => {
  test('state updates are written before the first step, and without steps', async () => {
    const ledger = recordingBackend({ resources: { 'things/old': { id: '1' } }, lists: [] });
    const stateUpdates = { set: { [a]: { id: '1' } }, remove: ['things/old'], lists: ['things'], entries: {} };
    await applyPlan(planOf([], { stateUpdates }), { client: scriptedClient(), definitions, ledger });
    expect(ledger.saved).toEqual([{ resources: { [a]: { id: '1' } }, lists: ['things'] }]);
    expect((await ledger.load()).ledger.runs).toMatchObject([{ who: expect.any(String), status: 'done' }]);
  });

  test('the ledger contains a created object before its dependents start', async () => {
    const ledger = recordingBackend();
    const known: (string | undefined)[] = [];
    const client = scriptedClient({
      answer: (name) => {
        if (name === 'POST things/b') known.push(ledger.last().resources[a]?.id);
        return undefined;
      },
    });
    await applyPlan(planOf([step(a, 'create'), step(b, 'create', { needs: new Set([`${a}#create`]) })]), {
      client,
      definitions,
      ledger,
    });
    expect(known).toEqual(['id-a']);
  });

  test('a field counts as applied after all steps that write it', async () => {
    const ledger = recordingBackend();
    const entries = { [a]: { protect: true, applied: { logo: 'digest' } } };
    const plan = planOf([step(a, 'create'), step(a, 'update', { needs: new Set([`${a}#create`]) })], {
      stateUpdates: { set: {}, remove: [], lists: [], entries, writers: { [a]: { logo: [`${a}#update`] } } },
    });
    await applyPlan(plan, { client: scriptedClient(), definitions, ledger });
    expect(ledger.saved.map((saved) => saved.resources[a])).toEqual([
      undefined,
      { id: 'id-a', protect: true },
      { id: 'id-a', protect: true, applied: { logo: 'digest' } },
    ]);
  });

  test('a delete removes the address and its descendants from the ledger, and nothing else', async () => {
    const ledger = recordingBackend({
      resources: { [a]: { id: 'id-a' }, 'things/a/parts/x': { id: 'x' }, 'things/ab': { id: 'ab' } },
      lists: [],
    });
    await applyPlan(planOf([step(a, 'delete')], { ids: { [a]: 'id-a' } }), {
      client: scriptedClient(),
      definitions,
      ledger,
    });
    expect(ledger.last().resources).toEqual({ 'things/ab': { id: 'ab' } });
  });

  test('apply looks up the ids of companions', async () => {
    const ledger = recordingBackend();
    const client = scriptedClient({ items: ['child'] });
    const report = await applyPlan(planOf([step(a, 'create', { companions: [{ role: 'first', address: b }] })]), {
      client,
      definitions,
      ledger,
    });
    expect(client.log).toEqual(['POST things/a', 'LIST']);
    expect(ledger.last().resources).toEqual({ [a]: { id: 'id-a' }, [b]: { id: 'child' } });
    expect([report.requests, report.searches]).toEqual([1, 1]);
  });

  test('no step starts after a write to the ledger failed', async () => {
    const client = scriptedClient();
    const ledger = recordingBackend(undefined, ({ type }) => type === 'outcome');
    const report = await applyPlan(planOf([step(a, 'create'), step(b, 'create')]), {
      client,
      definitions,
      ledger,
      concurrency: 1,
    });
    expect(client.log).toEqual(['POST things/a']);
    expect(report.ledgerFault).toBe('disk full');
    expect(statuses(report)).toEqual(['things/a done', 'things/b not-started']);
  });
});

describe('rate limit', () => {
  test('no step starts or fails after the platform asked for a long wait', async () => {
    const client = scriptedClient({
      answer: (name) => (name === 'POST things/b' ? new ScriptedError('429 slow down', { status: 429 }) : undefined),
    });
    const ledger = recordingBackend();
    const steps = [
      step(a, 'create'),
      step(b, 'create'),
      step(c, 'create', { needs: new Set([`${b}#create`]) }),
      step('things/d', 'create'),
    ];
    const report = await applyPlan(planOf(steps), { client, definitions, ledger, concurrency: 1 });
    expect(client.log).toEqual(['POST things/a', 'POST things/b']);
    expect(statuses(report)).toEqual([
      'things/a done',
      'things/b not-started',
      'things/c not-started',
      'things/d not-started',
    ]);
    expect(report.held).toBe('429 slow down');
    expect((await ledger.load()).open).toEqual([]);
  });
});

describe('interrupt', () => {
  test('an interrupt completes steps in flight and starts no others', async () => {
    const controller = new AbortController();
    const events: ApplyEvent[] = [];
    const client = scriptedClient({
      answer: (name) => {
        if (name === 'POST things/0') controller.abort();
        return undefined;
      },
    });
    const ledger = recordingBackend();
    const steps = Array.from({ length: 6 }, (_, index) => step(`things/${index}`, 'create'));
    const report = await applyPlan(planOf(steps), {
      client,
      definitions,
      ledger,
      concurrency: 2,
      signal: controller.signal,
      onEvent: (event) => events.push(event),
    });
    expect(report.isInterrupted).toBe(true);
    expect(report.counts).toEqual({ done: 2, failed: 0, skipped: 0, notStarted: 4 });
    expect(Object.keys(ledger.last().resources)).toEqual(['things/0', 'things/1']);
    expect(events.filter((event) => event.type === 'interrupted')).toEqual([{ type: 'interrupted', inFlight: 2 }]);
  });

  test('a blocked plan changes neither platform nor ledger', async () => {
    const client = scriptedClient();
    const ledger = recordingBackend();
    const plan = planOf([step(a, 'create')], { guards: [{ code: 'B-X', reason: 'no' }] });
    const report = await applyPlan(plan, { client, definitions, ledger });
    expect(client.log).toEqual([]);
    expect(ledger.saved).toEqual([]);
    expect(statuses(report)).toEqual(['things/a not-started']);
  });
});
