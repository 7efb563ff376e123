/** For every case: the plan as text, the requests, the reached state, and an empty second plan. */
import { describe, expect, test } from 'vitest';
import { isBlocked, remoteChanges } from '../src/plan/result/change.ts';
import type { Platform } from '../src/server/index.ts';
import { untold } from './support/announced.ts';
import { caseNames, readCase } from './support/case.ts';
import { reachedOn, type Told, wronglyReached } from './support/reached.ts';
import { type CaseRun, carryOutCase, runCase } from './support/run-case.ts';
import { unplaced } from './support/unplaced.ts';

const names = caseNames();

test('there are at least 120 cases, with every kind', () => {
  expect(names.length).toBeGreaterThanOrEqual(120);
  const kinds = [
    'organization',
    'link-invite',
    'member',
    'team',
    'team-member',
    'saml-provider',
    'custom-field',
    'collection',
    'space',
  ];
  const ofSites = [
    'field-values',
    'openapi-spec',
    'translation',
    'site',
    'adaptive-schema',
    'section',
    'section-group',
    'external-link',
    'site-space',
    'share-link',
  ];
  expect([...kinds, ...ofSites].filter((kind) => !names.some((name) => name.startsWith(`${kind}/`)))).toEqual([]);
});

/** Created objects that apply reports as updated or moved. */
function toldAsUpdated({ planned, progress }: CaseRun): readonly string[] {
  const made = planned.plan.changes.filter(({ action }) => action === 'create').map(({ address }) => address);
  return progress.filter((line) =>
    made.some((address) => line.endsWith(` updated ${address}`) || line.endsWith(` moved ${address}`)),
  );
}

/** Objects that are reported as completed before they are reported as created. */
function completedUnmade({ progress }: CaseRun): readonly string[] {
  return progress.flatMap((line, at) => {
    const address = / completed (\S+)$/.exec(line)?.[1];
    const isMade = progress
      .slice(0, at)
      .some((former) => / (created|restored) /.test(former) && former.split(/[ ,]+/).includes(address ?? ''));
    return address === undefined || isMade ? [] : [line];
  });
}

/** One person without a role and one of each role, because most cases have only an admin with access to everything. */
const strangers = { 'by@acme.dev': null, 'ed@acme.dev': 'read', 'flo@acme.dev': 'edit', 'gus@acme.dev': 'admin' };

describe.each(names)('%s', (name) => {
  test('plan, requests and progress are as expected, and the apply reaches the desired state', async () => {
    const each = readCase(name);
    const run = await runCase(each);
    expect(run.planText).toBe(each.plan);
    expect(run.requests).toBe(each.requests);
    expect(unplaced(run.planned, each)).toEqual([]);
    if (isBlocked(run.planned.plan)) {
      expect(run.requests).toBe('');
      expect(run.secondText).toBe(run.planText);
      return;
    }
    expect(run.faults).toEqual([]);
    expect(untold(run.announced, run.written)).toEqual([]);
    expect(run.told, 'announced, and sent').toEqual({
      requests: run.planned.requests,
      lookUps: run.told.read,
      read: run.told.read,
    });
    expect([...toldAsUpdated(run), ...completedUnmade(run)]).toEqual([]);
    expect(run.differences).toEqual([]);
    expect(run.unforeseen).toEqual([]);
    expect(run.misaddressed).toEqual([]);
    if (each.second === '')
      expect(run.second.plan.stateUpdates.remove, 'lines of the ledger that stand for nothing').toEqual([]);
    if (each.second !== '') expect(run.secondText).toBe(each.second);
    else expect([...run.second.plan.changes, ...run.second.plan.guards], run.secondText).toEqual([]);
    if (each.second === '')
      expect(run.second.plan.ledgerUpdates, 'a second apply has nothing to record').toBeUndefined();
  });

  test('concurrent requests reach the same state, and people get the access in the plan', async () => {
    const each = readCase(name);
    const told: Told[] = [];
    const look = async (reference: Platform) => void told.push(await reachedOn(reference));
    const run = await carryOutCase(each, { concurrency: 8, strangers, look });
    if (isBlocked(run.planned.plan)) return;
    for (const before of told)
      expect(wronglyReached(run.planned, before, await reachedOn(run.reference), run.second)).toEqual([]);
    expect(run.faults).toEqual([]);
    expect(await run.differences()).toEqual([]);
    if (each.second === '') expect(remoteChanges(run.second.plan)).toEqual([]);
    run.reference.close();
  });
});
