/** Rules of `policy.allow`: each lets guards pass for one object, until a day, and is part of the plan and its digest. */
import { expect, test } from 'vitest';
import type { AllowedObject, AllowRule } from '../../src/core/allow-rule.ts';
import { plan } from '../../src/library/plan.ts';
import { planJson } from '../../src/report/plan/json.ts';
import { planComment } from '../../src/report/plan/markdown.ts';
import { readPlan } from '../../src/report/plan/read-plan.ts';
import { planText } from '../../src/report/plan/text.ts';
import { type Case, caseOf } from '../support/case.ts';
import { openCase } from '../support/case-world.ts';

const today = '2026-02-01';
const eve = 'members/eve@acme.dev';
const span = { file: 'docform.yaml', line: 5, column: 7, length: 1 };
const rule: AllowedObject = { address: eve, until: today, reason: 'Eve left the company', span };
const leaver: Partial<Case> = {
  live: { members: { 'eve@acme.dev': 'read' } },
  desired: 'members: { ana@acme.dev: admin }\n',
};
const unmanaged: Partial<Case> = {
  ...leaver,
  ledger: ['members/ana@acme.dev'],
  managed: ['members'],
  desired: `policy: { prune: { default: owned, members: all } }\n${leaver.desired}`,
};

async function planWith(each: Partial<Case>, allow: (id: string) => readonly AllowRule[], day = today) {
  const { reference, ids, options } = await openCase(caseOf(each));
  const { desired } = options;
  const rules = allow(ids.get(eve) ?? '');
  const planned = await plan({
    ...options,
    today: day,
    desired: { ...desired, policy: { ...desired.policy, allow: rules } },
  });
  reference.close();
  return planned;
}

async function blockOf(...given: Parameters<typeof planWith>) {
  const { plan: made } = await planWith(...given);
  return made.changes.find(({ address }) => address === eve)?.blocked?.code;
}

test('a rule allows the change of the object in the ledger on its last day, and not on the next one', async () => {
  expect(await blockOf(leaver, () => [])).toBe('B-PERMANENT');
  expect(await blockOf(leaver, () => [rule])).toBeUndefined();
  expect(await blockOf(leaver, () => [rule], '2026-02-02')).toBe('B-PERMANENT');
});

test('a rule does not allow the change of another object, address or guard', async () => {
  expect(await blockOf(leaver, () => [{ ...rule, id: 'another' }])).toBe('B-PERMANENT');
  expect(await blockOf(leaver, () => [{ ...rule, address: 'members/ana@acme.dev' }])).toBe('B-PERMANENT');
  expect(await blockOf(leaver, () => [{ ...rule, code: 'B-CONFLICT' }])).toBe('B-PERMANENT');
  expect(await blockOf(leaver, (id) => [{ ...rule, id, code: 'B-PERMANENT' }])).toBeUndefined();
});

test('the address of an undeclared object contains its id', async () => {
  const blockOfUndeclared = async (allow: (id: string) => readonly AllowRule[]) => {
    const { plan: made } = await planWith(unmanaged, allow);
    return made.changes.find(({ action }) => action === 'delete')?.blocked?.code;
  };
  expect(await blockOfUndeclared(() => [rule])).toBe('B-PERMANENT');
  expect(await blockOfUndeclared(() => [{ ...rule, address: 'members/id:another' }])).toBe('B-PERMANENT');
  expect(await blockOfUndeclared((id) => [{ ...rule, address: `members/id:${id}` }])).toBeUndefined();
});

test('a block contains the start of the rule, with the id of the object', async () => {
  const { plan: made } = await planWith(leaver, () => []);
  const { id, blocked } = made.changes.find(({ address }) => address === eve) ?? {};
  expect(blocked?.allow).toEqual([{ address: eve, id, code: 'B-PERMANENT' }]);
  expect(planComment(made).text.replaceAll('"', '')).toContain(
    `, or in \`policy.allow\`: \`{ address: ${eve}, id: ${id}, code: B-PERMANENT, until: YYYY-MM-DD, reason: TEXT }\`.`,
  );
});

test('the plan, its comment and its document show the rule, and the digest covers it', async () => {
  const planned = await planWith(leaver, () => [rule]);
  const text =
    'B-PERMANENT until 2026-02-01 by docform.yaml:5:7 (Eve left the company): the API cannot recreate a member';
  expect(planText(planned.plan)).toContain(`allowed: ${text}`);
  expect(planComment(planned.plan).text.replaceAll('\\', '')).toContain(`**allowed**: ${text}`);
  const read = readPlan(planJson(planned.plan, planned));
  if ('fault' in read) throw new Error(read.message);
  expect(planText(read.plan)).toBe(planText(planned.plan));
  expect(read.digest).toBe(planned.digest);
  const others = [
    await planWith(leaver, () => [{ ...rule, until: '2026-02-02' }]),
    await planWith(leaver, () => [{ ...rule, reason: 'Eve moved' }]),
    await planWith(leaver, () => []),
  ];
  expect(new Set([planned, ...others].map(({ digest }) => digest)).size).toBe(4);
  const moved = await planWith(leaver, () => [{ ...rule, span: { ...span, line: 9 } }]);
  expect(moved.digest).toBe(planned.digest);
});

test('a rule for a number of deletes allows exactly this number', async () => {
  const teams: Partial<Case> = {
    live: { teams: { a: { title: 'A' }, b: { title: 'B' } } },
    desired: 'policy: { maxDeletes: 1 }\nteams: {}\n',
  };
  const ending = { until: today, reason: 'The teams merged', span };
  const guardsOf = async (deletes: number) =>
    (await planWith(teams, () => [{ deletes, ...ending }])).plan.guards.map(({ code }) => code);
  expect(await guardsOf(2)).toEqual(['W-MAX-DELETES']);
  expect(await guardsOf(1)).toEqual(['B-MAX-DELETES']);
  expect(await guardsOf(3)).toEqual(['B-MAX-DELETES']);
});

test('a plan names rules that have ended and rules that it does not need', async () => {
  const notesOf = async (...given: Parameters<typeof planWith>) =>
    (await planWith(...given)).plan.notes.map(({ address, text }) => `${address}: ${text}`);
  expect(await notesOf(leaver, () => [rule])).toEqual([]);
  expect(await notesOf(leaver, () => [{ ...rule, until: '2026-01-31' }])).toEqual([
    `${eve}: the rule of \`policy.allow\` at docform.yaml:5 ended on 2026-01-31 and allows nothing: remove it`,
  ]);
  expect(await notesOf(leaver, () => [rule, { ...rule, code: 'B-CONFLICT', span: { ...span, line: 6 } }])).toEqual([
    `${eve}: the rule of \`policy.allow\` at docform.yaml:6 allows nothing in this plan: remove it if its change was applied`,
  ]);
});
