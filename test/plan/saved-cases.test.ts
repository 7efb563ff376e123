/** Every case's plan as a file: it is what its schema says, tells the same, loses nothing, and goes without any one of its changes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { apply } from '../../src/library/apply.ts';
import { keepApproved, type Planned, plan } from '../../src/library/plan.ts';
import { isBlocked, remoteChanges } from '../../src/plan/change.ts';
import type { ChangeView, SavedPlan } from '../../src/plan/plan-view.ts';
import { planDocument } from '../../src/report/json.ts';
import { planMarkdown } from '../../src/report/markdown.ts';
import { planSchema } from '../../src/report/plan-schema.ts';
import { planText } from '../../src/report/text.ts';
import { caseNames, readCase } from '../support/case.ts';
import { openCase } from '../support/case-world.ts';
import { projectDirectory } from '../support/sources.ts';
import { planCase, saved } from './approving.ts';

const isValid = new Ajv({ strict: true, allowUnionTypes: true }).compile(planSchema());

test('schemas/plan.schema.json is what `docform schema plan` writes', () => {
  const text = readFileSync(join(projectDirectory, 'schemas/plan.schema.json'), 'utf8');
  expect(text).toBe(`${JSON.stringify(planSchema(), null, 2)}\n`);
});

test('the schema knows every key of the document', async () => {
  const { planned, reference } = await planCase(readCase(caseNames()[0] ?? ''));
  reference.close();
  const ruled = { ...planned.plan, policy: { findings: [], named: [] } };
  const document = planDocument(ruled, {
    ...{ ...planned, rehearsal: { status: 'skipped', reason: 'a test' } },
    mask: (text) => text.replaceAll(planned.host, '***'),
  });
  const { properties } = planSchema() as {
    readonly properties: { readonly [key: string]: { readonly items?: unknown } };
  };
  expect(Object.keys(document)).toEqual(Object.keys(properties));
  const change = properties.changes?.items as { readonly properties: object };
  for (const each of document.changes) expect(Object.keys(each).sort()).toEqual(Object.keys(change.properties).sort());
});

describe.each(caseNames())('%s', (name) => {
  test('by way of a file', async () => {
    const each = await planCase(readCase(name));
    const { planned } = each;
    each.reference.close();
    const { plan, requests, digest } = planned;
    const document = planDocument(plan, planned);
    expect(isValid(document), JSON.stringify(isValid.errors)).toBe(true);
    const approved = saved(planned);
    expect(planText(approved, { requests, digest, isVerbose: true })).toBe(
      planText(plan, { requests, digest, isVerbose: true }),
    );
    expect(planMarkdown(approved, { requests, digest })).toBe(planMarkdown(plan, { requests, digest }));
    const { kept, planned: part } = keepApproved(planned, approved);
    expect({ ...kept, plan: part.plan }).toEqual({
      plan: { ...plan, notes: kept.plan.notes, unknown: [], unmanaged: [], stateUpdates: kept.plan.stateUpdates },
      stopped: [],
      leftOut: [],
      settled: [],
    });
    expect(kept.plan.stateUpdates).toEqual(plan.stateUpdates);
  });

  test('without any one of its changes, or of the fields that it updates', async () => {
    const world = await planCase(readCase(name));
    const approved = saved(world.planned);
    world.reference.close();
    for (const changes of isBlocked(approved) ? [] : reductions(approved.changes))
      await applyPart(name, world.planned, { ...approved, changes });
  });
});

/** All but one, in every way. */
function reductions(changes: readonly ChangeView[]): readonly (readonly ChangeView[])[] {
  return remoteChanges({ changes }).flatMap((change) => {
    const { action, fields } = change;
    const parts =
      action === 'update' && fields.length > 1 ? fields.map((field) => fields.filter((each) => each !== field)) : [];
    const partial = parts.map((some) => changes.map((each) => (each === change ? { ...change, fields: some } : each)));
    return [changes.filter((each) => each !== change), ...partial];
  });
}

/** On a platform of its own, where every id is that of the plan. */
async function applyPart(name: string, planned: Planned, approved: SavedPlan): Promise<void> {
  const { reference, options } = await openCase(readCase(name));
  const { platform, ledger: store } = options;
  const planAgain = () => plan(options);
  const { planned: part, kept } = keepApproved(planned, approved);
  const known = new Set(approved.changes.map(({ address, action }) => `${action} ${address}`));
  expect(remoteChanges(part.plan).filter(({ address, action }) => !known.has(`${action} ${address}`))).toEqual([]);
  const report = await apply(part, { platform, ledger: store, concurrency: 1 });
  expect(report.changes.filter(({ status }) => status !== 'done')).toEqual([]);
  // The ledger tells the truth: what was left is planned again as it was (a move may turn out needless), and then all is as wanted.
  const rest = await planAgain();
  for (const { address, action, fields } of [
    ...kept.leftOut,
    ...kept.stopped.map((each) => ({ ...each, fields: [] })),
  ]) {
    if (action === 'move') continue;
    const left = remoteChanges(rest.plan).find((change) => change.address === address);
    const before = planned.plan.changes.find((change) => change.address === address && change.action === action);
    expect(left, `${action} ${address}`).toBeDefined();
    for (const field of action === 'update' ? fields : []) expect(originOf(left, field)).toBe(originOf(before, field));
  }
  await apply(rest, { platform, ledger: store, concurrency: 1 });
  if (!isBlocked(rest.plan)) expect(remoteChanges((await planAgain()).plan)).toEqual([]);
  reference.close();
}

function originOf(change: ChangeView | undefined, name: string): string | undefined {
  return change?.fields.find(({ field }) => field === name)?.origin;
}
