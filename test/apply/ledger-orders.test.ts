/** The orders of the ledger: each is known once all that it needs was done, and never before. */
import { expect, test } from 'vitest';
import { orderMark } from '../../src/core/order-mark.ts';
import type { OrderKept } from '../../src/plan/change.ts';
import { applyPlan, definitions, planOf, recordingBackend, ScriptedError, scriptedClient, step } from './scripted.ts';

const [a, b, c] = ['things/a', 'things/b', 'things/c'];
const resources = { [a]: { id: '1' }, [b]: { id: '2' } };
const before = orderMark(['1', '2']);

function withOrders(orders: readonly OrderKept[]) {
  return { stateUpdates: { set: {}, remove: [], lists: [], entries: {}, orders } };
}

test('one that stands already is noted at once, also without any step; after that there is nothing to note', async () => {
  const ledger = recordingBackend({ resources, lists: [] });
  const plan = planOf([], withOrders([{ container: 'sites/s', members: [a, b], after: [] }]));
  await applyPlan(plan, { client: scriptedClient(), definitions, ledger });
  expect(ledger.last()).toEqual({ resources, lists: [], orders: { 'sites/s': before } });
  const writes = ledger.entries.length;
  await applyPlan(plan, { client: scriptedClient(), definitions, ledger });
  expect(ledger.entries.length).toBe(writes);
});

test('one that is to come is known when its last step is done, with the ids that were bound', async () => {
  const ledger = recordingBackend({ resources, lists: [], orders: { 'sites/s': before } });
  const steps = [step(c, 'create'), step(a, 'update', { needs: [`${c}#create`] })];
  const order: OrderKept = {
    container: 'sites/s',
    former: before,
    members: [c, a, b],
    after: [`${c}#create`, `${a}#update`],
  };
  const plan = planOf(steps, { ...withOrders([order]), ids: { [a]: '1', [b]: '2' } });
  await applyPlan(plan, { client: scriptedClient(), definitions, ledger, concurrency: 1 });
  const after = orderMark(['id-c', '1', '2']);
  expect(ledger.saved.map(({ orders }) => orders?.['sites/s'])).toEqual([before, before, after]);
  expect(ledger.entries).toContainEqual(expect.objectContaining({ step: `${a}#update`, orders: { 'sites/s': after } }));
});

test('one that was not reached stays what it was; one that nobody declares any more is forgotten', async () => {
  const ledger = recordingBackend({ resources, lists: [], orders: { 'sites/s': before, 'sites/t': before } });
  const steps = [step(a, 'update'), step(b, 'update')];
  const order: OrderKept = {
    container: 'sites/s',
    former: before,
    members: [b, a],
    after: [`${a}#update`, `${b}#update`],
  };
  const client = scriptedClient({
    answer: (name) => (name.endsWith('2') ? new ScriptedError('no', { status: 400 }) : undefined),
  });
  const plan = planOf(steps, { ...withOrders([order]), ids: { [a]: '1', [b]: '2' } });
  const report = await applyPlan(plan, { client, definitions, ledger });
  expect(report.changes.map(({ status }) => status)).toEqual(['done', 'failed']);
  expect(ledger.last().orders).toEqual({ 'sites/s': before });
});

test('while siblings are moved about, and after some of that went wrong, no order is known: nobody else has made it', async () => {
  const ledger = recordingBackend({ resources, lists: [], orders: { 'sites/s': before } });
  const steps = [step(a, 'update'), step(b, 'update')];
  const after = [`${a}#update`, `${b}#update`];
  const order: OrderKept = { container: 'sites/s', former: before, members: [b, a], after, disturbing: after };
  const client = scriptedClient({
    answer: (name) => (name.endsWith('2') ? new ScriptedError('no', { status: 400 }) : undefined),
  });
  await applyPlan(planOf(steps, { ...withOrders([order]), ids: { [a]: '1', [b]: '2' } }), {
    client,
    definitions,
    ledger,
  });
  expect(ledger.saved.map(({ orders }) => orders)).toEqual(ledger.saved.map(() => undefined));
  await applyPlan(planOf(steps, { ...withOrders([order]), ids: { [a]: '1', [b]: '2' } }), {
    client: scriptedClient(),
    definitions,
    ledger,
  });
  expect(ledger.last().orders).toEqual({ 'sites/s': orderMark(['2', '1']) });
});

test('a container that is deleted takes its order along', async () => {
  const orders = { 'things/a': before, 'things/a/x': before, 'things/b': before };
  const ledger = recordingBackend({ resources, lists: [], orders });
  await applyPlan(planOf([step(a, 'delete')], { ids: { [a]: '1' } }), {
    client: scriptedClient(),
    definitions,
    ledger,
  });
  expect(ledger.last().orders).toEqual({ 'things/b': before });
});

test('a plan that says nothing of orders leaves them as they are', async () => {
  const ledger = recordingBackend({ resources, lists: [], orders: { 'sites/s': before } });
  await applyPlan(planOf([step(a, 'update')]), { client: scriptedClient(), definitions, ledger });
  expect(ledger.last().orders).toEqual({ 'sites/s': before });
});
