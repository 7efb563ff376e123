/** A refused condition of a new item: where drafts exist, readers see nothing; and the apply counts as partly done in each dialect. */
import { expect, test } from 'vitest';
import { applyExit } from '../../src/cli/actions/apply.ts';
import { exitCode } from '../../src/core/docform-error.ts';
import type { ApplyReport } from '../../src/plan/result/outcome.ts';
import { type Ran, runAccess, windowsIn } from './access-run.ts';
import { type AccessPair, caseOfPair, pair } from './access-world.ts';

const conditional = (dialect: '2025-06' | 'gitbook') =>
  pair(dialect, { section: 'absent' }, { section: 'root', sectionCondition: 'A' });

const siteSpace = pair('gitbook', { second: 'absent' }, { second: 'shown', secondCondition: 'A' });

async function refusing(each: AccessPair) {
  const whole = await runAccess(caseOfPair(each));
  const ran = await runAccess(caseOfPair(each), {
    isRefused: ({ method, body }) => method === 'PATCH' && JSON.stringify(body ?? {}).includes('"condition"'),
  });
  const next = await ran.second();
  whole.reference.close();
  ran.reference.close();
  return { ...ran, next, whole };
}

function exitOf({ report, planned }: Ran) {
  return applyExit(report as ApplyReport, planned);
}

test.each([
  ['section', conditional('gitbook')],
  ['site-space', siteSpace],
])('a new %s whose condition is refused stays a draft, and the next plan publishes it', async (kind, each) => {
  const { next, whole, ...ran } = await refusing(each);
  expect(ran.writes.join('\n')).toContain('"draft":true');
  expect(ran.writes.join('\n')).not.toContain('"draft":false');
  expect(ran.report?.counts.failed).toBe(1);
  expect(ran.moments.length).toBeGreaterThan(1);
  expect(windowsIn(ran.moments, whole.moments)).toEqual([]);
  expect(exitOf(ran)).toBe(exitCode.partly);
  expect(next.plan.steps).toMatchObject([{ kind, operation: 'update', fields: { draft: false } }]);
  expect(next.plan.steps[0]?.fields).toHaveProperty('condition');
});

test('a refused condition of a created section ends the apply with exit code 5 where no drafts exist', async () => {
  const { whole, ...ran } = await refusing(conditional('2025-06'));
  expect(ran.planned.plan.windows).toHaveLength(1);
  expect(exitOf(ran)).toBe(exitCode.partly);
});
