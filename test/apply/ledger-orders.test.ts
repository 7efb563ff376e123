/** Sibling orders in the ledger during an apply. */
import { expect, test } from 'vitest';
import { orderMark } from '../../src/core/ledger-marks.ts';
import type { OrderKept } from '../../src/plan/result/ledger-updates.ts';
import { applyPlan, definitions, planOf, recordingBackend, ScriptedError, scriptedClient, step } from './scripted.ts';

const [a, b, c] = ['things/a', 'things/b', 'things/c'];
const resources = { [a]: { id: '1' }, [b]: { id: '2' } };
const before = orderMark(['1', '2']);

function withOrders(orders: readonly OrderKept[]) {
  return { stateUpdates: { set: {}, remove: [], lists: [], entries: {}, orders } };
}

test('an existing order is written without any step, and only once', async () => {
  const ledger = recordingBackend({ resources, lists: [] });
  const plan = planOf([], withOrders([{ container: 'sites/s', members: [a, b], after: [] }]));
  await applyPlan(plan, { client: scriptedClient(), definitions, ledger });
  expect(ledger.last()).toMatchObject({ resources, lists: [], orders: { 'sites/s': before } });
  const writes = ledger.entries.length;
  await applyPlan(plan, { client: scriptedClient(), definitions, ledger });
  expect(ledger.entries.length).toBe(writes);
});

test('a new order is written after its last step, with the new ids', async () => {
  const ledger = recordingBackend({ resources, lists: [], orders: { 'sites/s': before } });
  const steps = [step(c, 'create'), step(a, 'update', { needs: new Set([`${c}#create`]) })];
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

test('an incomplete order keeps its former value, and an undeclared order is removed', async () => {
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

test('a container has no order in the ledger while its moves are incomplete', async () => {
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

test('deleting a container removes its order', async () => {
  const orders = { 'things/a': before, 'things/a/x': before, 'things/b': before };
  const ledger = recordingBackend({ resources, lists: [], orders });
  await applyPlan(planOf([step(a, 'delete')], { ids: { [a]: '1' } }), {
    client: scriptedClient(),
    definitions,
    ledger,
  });
  expect(ledger.last().orders).toEqual({ 'things/b': before });
});

test('a plan without orders keeps the orders of the ledger', async () => {
  const ledger = recordingBackend({ resources, lists: [], orders: { 'sites/s': before } });
  await applyPlan(planOf([step(a, 'update')]), { client: scriptedClient(), definitions, ledger });
  expect(ledger.last().orders).toEqual({ 'sites/s': before });
});
