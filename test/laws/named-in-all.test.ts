/** Every blocked, high-risk or lost item of a plan is named in every format, over all cases and generated plans. */
import { expect, test } from 'vitest';
import { keyIn } from '../../src/core/address.ts';
import { expectationCodes } from '../../src/plan/guards/policy/policy-guards.ts';
import type { ReviewedPlan } from '../../src/plan/result/change.ts';
import { highRiskFields } from '../../src/plan/result/severity.ts';
import { planHtml } from '../../src/report/html/document.ts';
import { planQuality } from '../../src/report/plan/annotations.ts';
import { planJson } from '../../src/report/plan/json.ts';
import { planComment } from '../../src/report/plan/markdown.ts';
import { planText } from '../../src/report/plan/text.ts';
import { planCase } from '../plan/approving.ts';
import { caseNames, readCase } from '../support/case.ts';
import { doByHand } from './by-hand.ts';
import { arriveAt } from './journey.ts';
import { choices, extents, journeys, pairsOf } from './law.ts';

/** `apply` prints the plan as text. */
const formats: { readonly [name: string]: (plan: ReviewedPlan) => string } = {
  text: (plan) => planText(plan),
  'text -v': (plan) => planText(plan, { isVerbose: true }),
  Markdown: (plan) => planComment(plan, { budgetBytes: 2 ** 22 }).text,
  HTML: (plan) => planHtml(plan, { assets: { style: '', script: '' } }),
  JSON: (plan) => planJson(plan, { host: 'h', digest: 'd', requests: 0 }),
  annotations: (plan) => planQuality(plan, 'docform.yaml'),
};

/** Letters and digits: formats wrap and escape in their own way. */
function bare(text: string) {
  const plain = text.replace(/<[^>]+>/g, '').replace(/&#?\w+;/g, '');
  return plain.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

const codesOfExpectations: readonly string[] = Object.values(expectationCodes);

interface Item {
  readonly is: 'blocked' | 'high-risk' | 'lost';
  readonly texts: readonly string[];
}

/** HTML prints keys below the name of their list. */
function itemsOf({ changes, guards, impact, expectations = [] }: ReviewedPlan): readonly Item[] {
  const blocked = changes.flatMap(({ address, blocked: block }): readonly Item[] =>
    block === undefined ? [] : [{ is: 'blocked', texts: [keyIn(address), block.code, block.reason] }],
  );
  const effects = impact
    .filter(({ severity }) => severity === 'high-risk')
    .map(({ subject, what }): Item => ({ is: 'high-risk', texts: [subject, what] }));
  return [
    ...blocked,
    ...effects,
    ...guards.flatMap(({ code, reason }): readonly Item[] =>
      // Each format prints the findings, or one guard for several of them.
      codesOfExpectations.includes(code) ? [] : [{ is: 'blocked', texts: [code, reason] }],
    ),
    ...expectations.map(({ what }): Item => ({ is: 'blocked', texts: [what] })),
    ...changes.flatMap(({ lost }) => lost.map((text): Item => ({ is: 'lost', texts: [text] }))),
  ];
}

/** High-risk fields without an effect, which all formats print. */
function withoutEffect({ changes, impact }: ReviewedPlan) {
  const matter = (address: string, field = '') => `${address} ${field}`;
  const known = new Set(
    impact.flatMap(({ severity, address, field }) => (severity === 'high-risk' ? [matter(address, field)] : [])),
  );
  return changes.flatMap((change) =>
    highRiskFields(change).flatMap(({ field }) => {
      const text = matter(change.address, field);
      return known.has(text) ? [] : [`no effect: ${text}`];
    }),
  );
}

function unnamed(plan: ReviewedPlan): readonly string[] {
  const items = itemsOf(plan);
  const left = Object.entries(formats).flatMap(([name, told]) => {
    const text = bare(told(plan));
    return items.flatMap(({ is, texts }) => {
      const missing = texts.filter((each) => !text.includes(bare(each)));
      return missing.length === 0 ? [] : [`${name}: ${is}: ${missing.join(', ')}`];
    });
  });
  return [...left, ...withoutEffect(plan)];
}

test('every format names the blocked, high-risk and lost items of every case', async () => {
  const seen = new Set<string>();
  for (const name of caseNames()) {
    const { planned, reference } = await planCase(readCase(name));
    reference.close();
    for (const { is } of itemsOf(planned.plan)) seen.add(is);
    expect(unnamed(planned.plan), name).toEqual([]);
  }
  expect([...seen].sort()).toEqual(['blocked', 'high-risk', 'lost']);
});

test.each(extents)('every format names the items of generated plans: %s', async (extent) => {
  const seen = new Map<string, number>();
  await journeys(48, [pairsOf(extent), choices(0, 6)], async (journey, { before, after }, done) => {
    await arriveAt(journey, journey.wanted(before));
    await doByHand(journey.reference, done);
    const { plan } = await journey.plan(journey.wanted(after));
    for (const { is } of itemsOf(plan)) seen.set(is, (seen.get(is) ?? 0) + 1);
    expect(unnamed(plan)).toEqual([]);
  });
  for (const is of ['blocked', 'high-risk', 'lost']) expect(seen.get(is) ?? 0, is).toBeGreaterThan(5);
});
