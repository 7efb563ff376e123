/** The example rule on audiences reports a plan if, and only if, its apply lets somebody do more than before. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type LoadedRules, loadRules } from '../../src/config/policy/rules.ts';
import { nowhere } from '../../src/core/problem.ts';
import { plan } from '../../src/library/plan.ts';
import { ruleSubjects } from '../../src/library/rule-subjects.ts';
import { readCase } from '../support/case.ts';
import { openCase } from '../support/case-world.ts';
import { projectDirectory } from '../support/sources.ts';
import { gainedIn } from './access-judge.ts';
import { runAccess } from './access-run.ts';
import { caseOfPair, drawAccessPair } from './access-world.ts';
import { drawn } from './draw.ts';
import { always } from './law.ts';

const file = 'no-audience-grows.yaml';
let loaded: LoadedRules;

beforeAll(async () => {
  const text = await readFile(join(projectDirectory, 'examples/policy/rules', file), 'utf8');
  loaded = await loadRules(
    [{ path: file, span: nowhere, files: { read: () => ({ text, bytes: text.length }), list: () => [] } }],
    ruleSubjects(),
  );
  expect(loaded.problems).toEqual([]);
});

async function findingsOf(each: Parameters<typeof openCase>[0]) {
  const { reference, options } = await openCase(each);
  const { plan: made } = await plan({ ...options, maxWaitMs: 0, policy: { rules: loaded.rules } });
  reference.close();
  return made.policy?.findings ?? [];
}

test.each([
  'site/a-closed-space-is-added-to-a-public-one',
  'site/a-closed-space-is-added-to-one-with-share-links',
  'site/a-copy-of-a-closed-space-is-added',
  'site/the-space-of-a-site-space-is-swapped-for-a-closed-one',
  'section/its-space-moves-out-of-a-condition',
  'space/external-is-shown-by-a-site-and-never-changed',
])('the rule reports %s', async (name) => {
  expect(await findingsOf(readCase(name))).not.toEqual([]);
});

test('the rule reports generated plans after which somebody can do more, and no others', async () => {
  await always(30, [drawn((draw) => drawAccessPair(draw, 1, 2))], async (pair) => {
    const { moments, planned, report, reference } = await runAccess(caseOfPair(pair));
    reference.close();
    if (report === undefined || planned.plan.windows !== undefined) return;
    const gained = gainedIn(moments[0] ?? new Set(), moments.at(-1) ?? new Set());
    const findings = await findingsOf(caseOfPair(pair));
    expect({ isReported: findings.length > 0, gained }).toEqual({ isReported: gained.length > 0, gained });
  });
});
