/** Values as reports print them: two that differ never look the same. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Value } from '../../src/core/value.ts';
import { planMarkdown } from '../../src/report/markdown.ts';
import { planText } from '../../src/report/text.ts';
import { valuePair, valueText } from '../../src/report/values.ts';
import { change, planWith } from './plans.ts';

const piece = fc.constantFrom(
  'a',
  'b',
  '"',
  '\\',
  '…',
  '👩\u200d💻',
  '\u{1f600}',
  '\u{1f601}',
  '\u200b',
  '\u00a0',
  ' ',
  '\n',
  '|',
  '`',
  'x'.repeat(90),
);
const text = fc.string({ unit: piece, maxLength: 12 });
const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { weight: 4, arbitrary: text },
    { weight: 1, arbitrary: fc.oneof(fc.integer(), fc.boolean(), fc.constant(null)) },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.dictionary(text, tie('value'), { maxKeys: 3 }) },
  ),
})).value;

/** Equal but for what is put somewhere into it. */
const near = fc.tuple(fc.string({ unit: piece, minLength: 3, maxLength: 30 }), fc.nat(2000), piece, piece).map(([long, at, one, other]) => {
  const place = at % long.length;
  const [before, after] = [long.slice(0, place), long.slice(place)];
  return [{ deep: [`${before}${one}${after}`] }, { deep: [`${before}${other}${after}`] }] as const;
});

test('any two values that differ are printed differently, in text and in Markdown, deep in maps and lists as well', () => {
  fc.assert(
    fc.property(fc.oneof(fc.tuple(value, value), near), ([before, after]) => {
      const pair = valuePair({ before, after });
      expect(pair.before === pair.after).toBe(JSON.stringify(before) === JSON.stringify(after));
      const plan = planWith([change('a/b', 'update', { fields: [{ field: 'title', before, after }] })]);
      const inText = /title {2}(.*) → (.*)/.exec(planText(plan))?.slice(1);
      const inMarkdown = /title: (.*) → (.*)/.exec(planMarkdown(plan))?.slice(1);
      for (const told of [inText, inMarkdown]) expect(told?.[0] === told?.[1]).toBe(JSON.stringify(before) === JSON.stringify(after));
    }),
    { numRuns: 500 },
  );
});

test('of long texts the place is shown where they begin to differ', () => {
  const [before, after] = [`${'same '.repeat(200)}ONE${' end'.repeat(200)}`, `${'same '.repeat(200)}TWO${' end'.repeat(200)}`];
  const pair = valuePair({ before, after });
  expect(pair.before).toMatch(/^"same same.*….*ONE.*… \(1805 characters\)$/);
  expect(pair.after).toMatch(/^"same same.*….*TWO.*… \(1805 characters\)$/);
  expect(pair.before.length).toBeLessThan(280);
});

test('a long text alone is cut at its end', () => {
  expect(valueText('x'.repeat(500))).toBe(`"${'x'.repeat(199)}… (502 characters)`);
});

test('a condition is told whole, however long it is, in text and in Markdown', () => {
  const before = `visitor.claims.a == "${'x'.repeat(900)}" || visitor.claims.b`;
  const plan = planWith([change('a/b', 'update', { fields: [{ field: 'condition', before, after: null, isUncut: true }] })]);
  for (const told of [planText(plan), planMarkdown(plan)]) expect(told).toContain(JSON.stringify(before));
});
