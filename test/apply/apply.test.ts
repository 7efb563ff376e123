/** Applying: order, concurrency, failures, interrupts, and a ledger that is true after each step. */
import { describe, expect, test } from 'vitest';
import type { ApplyEvent } from '../../src/plan/outcome.ts';
import { applyPlan, definitions, planOf, recordingBackend, ScriptedError, scriptedClient, step } from './scripted.ts';

const a = 'things/a';
const b = 'things/b';
const c = 'things/c';

function statuses(report: Awaited<ReturnType<typeof applyPlan>>): readonly string[] {
  return report.changes.map((change) => `${change.address} ${change.status}`);
}

describe('order', () => {
  test('a step starts once what it needs has succeeded, with the ids that came back', async () => {
    const client = scriptedClient();
    const plan = planOf([
      step(a, 'create'),
      step(b, 'create', { needs: [`${a}#create`] }),
      step(a, 'update', { needs: [`${b}#create`], fields: { title: { ref: b } } }),
    ]);
    const report = await applyPlan(plan, { client, definitions, ledger: recordingBackend() });
    expect(client.log).toEqual(['POST things/a', 'POST things/b', 'PATCH id-a']);
    expect(report.counts).toEqual({ done: 3, failed: 0, skipped: 0, notStarted: 0 });
    expect(report.requests).toBe(3);
  });

  test('one at a time it is the order of the plan', async () => {
    const client = scriptedClient();
    const steps = [step(a, 'create'), step(b, 'create', { follows: [`${a}#create`] }), step(c, 'create')];
    await applyPlan(planOf(steps), { client, definitions, ledger: recordingBackend(), concurrency: 1 });
    expect(client.log).toEqual(['POST things/a', 'POST things/b', 'POST things/c']);
  });

  test('no more steps are in flight than allowed, and as many as are', async () => {
    const client = scriptedClient();
    const steps = Array.from({ length: 20 }, (_, index) => step(`things/${index}`, 'create'));
    await applyPlan(planOf(steps), { client, definitions, ledger: recordingBackend(), concurrency: 4 });
    expect(client.state.most).toBe(4);
    expect(client.log).toHaveLength(20);
  });

  test('a plan whose steps wait for later ones is refused before anything is sent', async () => {
    const client = scriptedClient();
    const plan = planOf([step(a, 'create', { needs: [`${b}#create`] }), step(b, 'create')]);
    await expect(applyPlan(plan, { client, definitions, ledger: recordingBackend() })).rejects.toThrow(
      'which is not before it in the plan',
    );
    expect(client.log).toEqual([]);
  });
});

describe('failures', () => {
  test('what needs a failed step is skipped, also indirectly; what only follows it, and the rest, go on', async () => {
    const client = scriptedClient({
      answer: (name) => (name === 'POST things/a' ? new ScriptedError('409 taken', { status: 409 }) : undefined),
    });
    const plan = planOf([
      step(a, 'create'),
      step(b, 'create', { needs: [`${a}#create`] }),
      step(c, 'create', { needs: [`${b}#create`] }),
      step('things/d', 'create', { follows: [`${a}#create`] }),
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

  test('a delete of what is gone is done', async () => {
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

  test('a 404 on anything else is a failure', async () => {
    const client = scriptedClient({ answer: () => new ScriptedError('404', { status: 404 }) });
    const report = await applyPlan(planOf([step(a, 'update')], { ids: { [a]: 'id-a' } }), {
      client,
      definitions,
      ledger: recordingBackend(),
    });
    expect(report.counts.failed).toBe(1);
  });

  test('a create whose answer was lost fails, and says that the next plan looks for it', async () => {
    const client = scriptedClient({ answer: () => new ScriptedError('no answer', { isAmbiguous: true }) });
    const report = await applyPlan(planOf([step(a, 'create')]), { client, definitions, ledger: recordingBackend() });
    expect(report.changes[0]?.fault).toMatchObject({
      isAmbiguous: true,
      advice: expect.stringContaining('run docform plan again, which searches for the object'),
    });
  });

  test('a change with several steps is as good as the worst, and says how far it came', async () => {
    const client = scriptedClient({
      answer: (name) => (name.startsWith('PATCH') ? new ScriptedError('400', { status: 400 }) : undefined),
    });
    const steps = [step(a, 'create'), step(a, 'update', { needs: [`${a}#create`] })];
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
  test('state updates are written first, also without steps', async () => {
    const ledger = recordingBackend({ resources: { 'things/old': { id: '1' } }, lists: [] });
    const stateUpdates = { set: { [a]: { id: '1' } }, remove: ['things/old'], lists: ['things'], entries: {} };
    await applyPlan(planOf([], { stateUpdates }), { client: scriptedClient(), definitions, ledger });
    expect(ledger.saved).toEqual([{ resources: { [a]: { id: '1' } }, lists: ['things'] }]);
  });

  test('it knows a created object before what depends on it starts', async () => {
    const ledger = recordingBackend();
    const known: (string | undefined)[] = [];
    const client = scriptedClient({
      answer: (name) => {
        if (name === 'POST things/b') known.push(ledger.last().resources[a]?.id);
        return undefined;
      },
    });
    await applyPlan(planOf([step(a, 'create'), step(b, 'create', { needs: [`${a}#create`] })]), {
      client,
      definitions,
      ledger,
    });
    expect(known).toEqual(['id-a']);
  });

  test('what was applied is marked only once the steps that carry it are done', async () => {
    const ledger = recordingBackend();
    const entries = { [a]: { protect: true, applied: { logo: 'digest' } } };
    const plan = planOf([step(a, 'create'), step(a, 'update', { needs: [`${a}#create`] })], {
      stateUpdates: { set: {}, remove: [], lists: [], entries, carriers: { [a]: { logo: [`${a}#update`] } } },
    });
    await applyPlan(plan, { client: scriptedClient(), definitions, ledger });
    expect(ledger.saved.map((saved) => saved.resources[a])).toEqual([
      undefined,
      { id: 'id-a', protect: true },
      { id: 'id-a', protect: true, applied: { logo: 'digest' } },
    ]);
  });

  test('a delete takes the address and all below it out, and nothing beside it', async () => {
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

  test('what came along with a create is looked up and known', async () => {
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

  test('once it cannot be written nothing further starts', async () => {
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

describe('the pace', () => {
  test('a platform that wants to be asked much later is left alone: nothing new starts, and nothing counts as failed', async () => {
    const client = scriptedClient({
      answer: (name) => (name === 'POST things/b' ? new ScriptedError('429 slow down', { status: 429 }) : undefined),
    });
    const ledger = recordingBackend();
    const steps = [
      step(a, 'create'),
      step(b, 'create'),
      step(c, 'create', { needs: [`${b}#create`] }),
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

describe('stopping', () => {
  test('an interrupt finishes what is in flight and starts nothing new', async () => {
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

  test('a blocked plan touches neither platform nor ledger', async () => {
    const client = scriptedClient();
    const ledger = recordingBackend();
    const plan = planOf([step(a, 'create')], { guards: [{ code: 'B-X', reason: 'no' }] });
    const report = await applyPlan(plan, { client, definitions, ledger });
    expect(client.log).toEqual([]);
    expect(ledger.saved).toEqual([]);
    expect(statuses(report)).toEqual(['things/a not-started']);
  });
});
