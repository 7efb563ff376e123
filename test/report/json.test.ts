/** Plans and apply reports as JSON and text. */
import jsonPatch from 'fast-json-patch';
import { expect, test } from 'vitest';
import { applyReportDocument } from '../../src/report/apply/apply-json.ts';
import { applyReportText } from '../../src/report/apply/apply-report.ts';
import { planDocument, planJson } from '../../src/report/plan/json.ts';
import { change, everything, planWith } from './plans.ts';

const options = {
  host: 'api.acme.dev',
  digest: 'sha256:abc',
  requests: 7,
  requestsOf: (step: string) => [{ operation: 'x', method: 'PATCH', path: `/v1/${step}` }],
};

test('the keys of a plan document are stable', () => {
  const document = planDocument(everything, options);
  expect(Object.keys(document)).toEqual([
    'schemaVersion',
    'kind',
    'target',
    'digest',
    'hasChanges',
    'ledgerUpdates',
    'needsApply',
    'isBlocked',
    'summary',
    'requests',
    'impact',
    'changes',
    'guards',
    'unmanaged',
    'pending',
    'external',
    'unknown',
    'notes',
    'orders',
    'allowances',
    'configuration',
    'version',
    'checksum',
  ]);
  expect(document).toMatchObject({
    schemaVersion: 4,
    kind: 'plan',
    hasChanges: true,
    isBlocked: true,
    requests: 7,
    target: { host: 'api.acme.dev', organization: 'acme' },
  });
  expect(document.changes[2]).toMatchObject({
    address: 'teams/support',
    source: { file: 'docform.yaml', line: 4, column: 3 },
    requests: [{ path: '/v1/teams/support#create' }],
  });
});

test('the patch of an update converts the current fields to the desired fields', () => {
  const update = planDocument(everything, options).changes[3];
  const { newDocument } = jsonPatch.applyPatch({ title: 'A', proxy: 'acme.dev/docs' }, [...(update?.patch ?? [])]);
  expect(newDocument).toEqual({ title: 'B', proxy: null, basename: 'docs' });
});

test('a plan document lists the addresses that a change waits for', () => {
  const plan = planWith([change('a', 'create'), change('b', 'create')]);
  const [first, second] = plan.steps;
  const chained = { ...plan, steps: [first!, { ...second!, needs: new Set([first!.id]) }] };
  expect(planDocument(chained, options).changes.map((each) => each.waitsFor)).toEqual([[], ['a']]);
});

test('equal plans are the same bytes', () => {
  expect(planJson(everything, options)).toBe(planJson(structuredClone(everything), options));
});

const report = {
  organization: 'acme',
  changes: [
    {
      address: 'a',
      kind: 'thing',
      action: 'create' as const,
      status: 'failed' as const,
      fault: { message: '409 taken', status: 409, advice: 'plan again' },
      partly: { done: 1, of: 2 },
    },
    { address: 'b', kind: 'thing', action: 'update' as const, status: 'skipped' as const, because: 'a' },
    { address: 'c', kind: 'thing', action: 'delete' as const, status: 'not-started' as const },
    { address: 'd', kind: 'thing', action: 'update' as const, status: 'done' as const },
  ],
  counts: { done: 1, failed: 1, skipped: 1, notStarted: 1 },
  recorded: 0,
  requests: 3,
  isInterrupted: true,
};

test('an apply report lists every step that was not done', () => {
  expect(applyReportText(report)).toBe(`Interrupted: running requests were completed, and no new request was started.
  + a  failed
      1 of 2 steps was done
      409 taken
      help: plan again
  ~ b  skipped: depends on a
  - c  not started
Applied in part: 1 done, 1 failed, 1 skipped, 1 not started. 3 API requests.
Next: fix what failed and run \`docform apply\` again. It continues from here.
`);
});

test('an apply report names at most 20 changes that were not started, and asks for no fix without a failure', () => {
  const changes = Array.from({ length: 23 }, (_, index) => ({
    ...report.changes[2],
    address: `c${index}`,
    status: 'not-started' as const,
  }));
  const text = applyReportText({
    ...report,
    changes: changes.map((change) => ({ ...change, kind: 'thing', action: 'delete' as const })),
    counts: { done: 0, failed: 0, skipped: 0, notStarted: 23 },
  });
  expect(text.match(/not started$/gm)).toHaveLength(21);
  expect(text).toContain('  - c19  not started\n  and 3 more not started\n');
  expect(text).toContain('\nNext: run `docform apply` again. It continues from here.\n');
});

test('a successful apply prints one line and the next step', () => {
  const done = {
    ...report,
    isInterrupted: false,
    changes: report.changes.slice(3),
    counts: { done: 1, failed: 0, skipped: 0, notStarted: 0 },
  };
  expect(applyReportText(done, { next: 'commit docform.ledger.json' })).toBe(
    'Applied 1 change. 3 API requests.\nNext: commit docform.ledger.json\n',
  );
});

test('the JSON report contains the status of each change', () => {
  expect(applyReportDocument(report)).toMatchObject({
    schemaVersion: 1,
    summary: { done: 1, failed: 1, skipped: 1, notStarted: 1 },
    changes: [
      { status: 'failed', error: { status: 409 } },
      { status: 'skipped', because: 'a' },
      { status: 'not-started' },
      { status: 'done', error: null },
    ],
  });
});

test('after a failed write of the ledger, the report advises to apply again, and not to commit the ledger', () => {
  const done = {
    ...report,
    changes: [{ address: 'a', kind: 'thing', action: 'create' as const, status: 'done' as const }],
    isInterrupted: false,
  };
  const counts = { done: 1, failed: 0, skipped: 0, notStarted: 0 };
  const text = applyReportText(
    { ...done, counts, ledgerFault: 'EACCES: permission denied' },
    { next: 'commit docform.ledger.json' },
  );
  expect(text).toContain(
    'Next: make the ledger writable and run `docform apply` again. The journal prevents duplicate changes.',
  );
  expect(text).not.toContain('commit');
  expect(applyReportText({ ...done, counts }, { next: 'commit docform.ledger.json' })).toContain(
    'Next: commit docform.ledger.json',
  );
});
