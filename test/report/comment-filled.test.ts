/** A truncated comment is as long as the limit allows. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Impact } from '../../src/core/impact.ts';
import { planMarker } from '../../src/report/parts/origin.ts';
import { planComment } from '../../src/report/plan/markdown.ts';
import { settings } from '../laws/law.ts';
import { change, meaning, planWith } from './plans.ts';

const cut = 'This comment does not show the whole plan';
const bytes = (text: string) => Buffer.byteLength(text, 'utf8');

/** Consecutive keys, unrelated keys, and long keys. */
const keys: readonly ((at: number) => string)[] = [
  (at) => `page-${at}`,
  (at) => `x${(at * 7919) % 99_991}-${at % 7}`,
  (at) => `${(at * 104_729) ** 2}-${'guide-to-everything-'.repeat(3)}`,
];

const lists: readonly ((at: number) => string)[] = [
  () => 'spaces/',
  (at) => `sites/s${at % 9}/sections/`,
  (at) => `sites/s${at % 700}/groups/`,
];

interface Drawn {
  readonly number: number;
  readonly highRisk: number;
  readonly notable: number;
  readonly info: number;
  readonly notes: number;
  readonly keyOf: (at: number) => string;
  readonly listOf: (at: number) => string;
  readonly kinds: number;
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  // Draws the power first, so that small plans are as frequent as large ones.
  number: fc.integer({ min: 0, max: 12 }).chain((power) => fc.integer({ min: 2 ** power, max: 2 ** (power + 1) })),
  highRisk: fc.constantFrom(0, 0, 3, 200),
  notable: fc.constantFrom(0, 0, 40, 2000),
  info: fc.constantFrom(0, 0, 40, 2000),
  notes: fc.constantFrom(0, 0, 40, 2000),
  keyOf: fc.constantFrom(...keys),
  listOf: fc.constantFrom(...lists),
  kinds: fc.integer({ min: 1, max: 4 }),
});

function planOf({ number, highRisk, notable, info, notes, keyOf, listOf, kinds }: Drawn) {
  const actions = ['update', 'create', 'adopt', 'move'] as const;
  const others = Array.from({ length: number }, (_, at) =>
    change(`${listOf(at)}${keyOf(at)}`, actions[at % kinds] ?? 'update', {
      id: `id${at}`,
      fields: [{ field: 'title', before: `Page ${at}`, after: `Guide number ${at}` }],
    }),
  );
  const gone = Array.from({ length: highRisk }, (_, at) =>
    change(`teams/${keyOf(at)}`, 'delete', { id: `id${at}`, lost: ['its people'] }),
  );
  const impactOf = (severity: Impact['severity'], length: number) =>
    Array.from({ length }, (_, at) =>
      meaning(`spaces/${keyOf(at)}`, { severity, what: `${severity} ${at}`, before: at, after: at + 1 }),
    );
  return planWith([...others, ...gone], {
    impact: [...impactOf('notable', notable), ...impactOf('info', info)],
    notes: Array.from({ length: notes }, (_, at) => ({ address: `spaces/${keyOf(at)}`, text: `note ${at}` })),
  });
}

test('a truncated comment uses at least 70 % of its bytes, and still lists notable effects', () => {
  let left = 0;
  fc.assert(
    fc.property(drawn, fc.integer({ min: 25_000, max: 65_000 }), (of, budgetBytes) => {
      const { text, isWhole } = planComment(planOf(of), { budgetBytes });
      expect(text.startsWith(planMarker)).toBe(true);
      expect(isWhole).toBe(true);
      expect(bytes(text)).toBeLessThanOrEqual(budgetBytes);
      if (!text.includes(cut)) return;
      left += 1;
      expect(bytes(text)).toBeGreaterThanOrEqual(budgetBytes * 0.7);
      const [, detailed, named, counted = '0'] =
        /Of \d+ other changes?: (\d+) with details, (\d+) by name(?:, (\d+) only as a number)?\./.exec(text) ?? [];
      if (detailed !== undefined) expect(Number(detailed) + Number(named) + Number(counted)).toBe(of.number);
      if (counted !== '0') expect(text).toContain('Not listed: ');
      if (of.notable > 0) expect(text).toContain('> - **');
    }),
    settings(34),
  );
  expect(left).toBeGreaterThan(20);
});

test('one more change never leaves a comment empty: 500, 1,000, 1,436 and 5,000 renamed spaces', () => {
  for (const number of [500, 1000, 1436, 5000]) {
    const of = { number, highRisk: 0, notable: 0, info: 0, notes: 0, kinds: 1, listOf: () => 'spaces/' };
    for (const keyOf of keys) expect(bytes(planComment(planOf({ ...of, keyOf })).text)).toBeGreaterThan(38_000);
  }
});
