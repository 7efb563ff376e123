/** Values in reports: two different values never look the same. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEqual } from '../../src/core/compare.ts';
import type { Value } from '../../src/core/state.ts';
import { planHtml } from '../../src/report/html/document.ts';
import { planAnnotations, planQuality } from '../../src/report/plan/annotations.ts';
import { planText } from '../../src/report/plan/text.ts';
import { differencesOf, valuePair, valueTexts } from '../../src/report/wording/values.ts';
import { change, meaning, planMarkdown, planWith } from './plans.ts';

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

/** Two texts that differ in one inserted piece. */
const near = fc
  .tuple(fc.string({ unit: piece, minLength: 3, maxLength: 30 }), fc.nat(2000), piece, piece)
  .map(([long, at, one, other]) => {
    const place = at % long.length;
    const [before, after] = [long.slice(0, place), long.slice(place)];
    return [{ deep: [`${before}${one}${after}`] }, { deep: [`${before}${other}${after}`] }] as const;
  });

const reports = {
  text: planText,
  markdown: planMarkdown,
  html: (plan: ReturnType<typeof planWith>) => planHtml(plan, { assets: { style: '', script: '' } }),
  annotations: planAnnotations,
  'code quality': (plan: ReturnType<typeof planWith>) =>
    planQuality(plan, 'docform.yaml').replace(/"fingerprint":"\w+"/g, ''),
};

/** The rendered text after Unicode normalization. Annotations contain effects and no fields. */
function told(report: (plan: ReturnType<typeof planWith>) => string, before: Value, after: Value): string {
  const fields = [{ field: 'emoji', before, after }];
  const isOfFields = report === planText || report === planMarkdown || report === reports.html;
  return report(
    isOfFields
      ? planWith([change('a/b', 'update', { fields })])
      : planWith([], { impact: [meaning('a/b', { before, after })] }),
  ).normalize('NFKC');
}

test.each(['text', 'markdown', 'html', 'annotations', 'code quality'] as const)(
  'any two different values look different, also deep in maps and lists: %s',
  (format) => {
    const report = reports[format];
    let byParts = 0;
    fc.assert(
      fc.property(fc.oneof(fc.tuple(value, value), near), value, ([one, other], third) => {
        fc.pre(!isEqual(one, other));
        expect(told(report, third, one)).not.toBe(told(report, third, other));
        expect(told(report, one, third)).not.toBe(told(report, other, third));
        // Both values also differ side by side, and a list of differences contains at least one change.
        const pair = valuePair({ before: one, after: other });
        expect(pair.before.normalize('NFKC')).not.toBe(pair.after.normalize('NFKC'));
        const parts = differencesOf(one, other);
        byParts += parts.length;
        expect(parts.length === 0 || parts.some(({ mark }) => mark !== ' ')).toBe(true);
      }),
      { numRuns: format === 'text' || format === 'markdown' ? 400 : 150 },
    );
    expect(byParts).toBeGreaterThan(40);
  },
);

test('long values are compared in parts: texts by words, lists by element, maps by key', () => {
  const text = (words: string) =>
    `Everything about ${words} that a newcomer needs before the first day, and where to ask.`;
  expect(differencesOf(text('payments'), text('refunds'))).toEqual([
    { mark: ' ', text: '"Everything about "' },
    { mark: '-', text: '"payments"' },
    { mark: '+', text: '"refunds"' },
    { mark: ' ', text: '" that a newcomer needs before the first day, and where to ask."' },
  ]);
  const many = ['customers', 'partners', 'resellers', 'contractors', 'auditors', 'staff'];
  expect(differencesOf(many, [...many.slice(1), 'press'])).toEqual([
    { mark: '-', text: '"customers"' },
    { mark: ' ', text: '5 that stay' },
    { mark: '+', text: '"press"' },
  ]);
  const claims = {
    partner: { type: 'boolean', description: 'Partner' },
    plan: { type: 'string', enum: ['free', 'team'] },
  };
  expect(
    differencesOf(claims, {
      partner: { type: 'boolean', description: 'A partner' },
      beta: { type: 'boolean' },
      plan: claims.plan,
    }),
  ).toEqual([
    { mark: '~', at: 'partner.description', text: '"Partner" → "A partner"' },
    { mark: '+', at: 'beta', text: 'type "boolean"' },
  ]);
});

test('maps are written as words, also in lists', () => {
  const link = { title: 'Status', to: { page: 'p1', space: 's1' } };
  expect(valuePair({ before: {}, after: [link, { title: 'Old', links: [] }] })).toEqual({
    before: '{}',
    after: '[(title "Status", to (page "p1", space "s1")); (title "Old", links [])]',
  });
});

test('values that look the same are printed with code points', () => {
  expect(valuePair({ before: 'Café', after: 'Cafe\u0301' })).toEqual({
    before: '"Caf\\u00e9"',
    after: '"Cafe\\u0301"',
  });
});

test('pipes, backticks, line breaks and backslashes are unchanged', () => {
  const condition = 'visitor.claims.a || visitor.claims.b == "`x`"\n\\';
  for (const report of [planText, planMarkdown])
    expect(told(report, 'x', condition)).toContain(JSON.stringify(condition));
});

test('long texts are truncated around their first difference', () => {
  const [before, after] = [
    `${'same '.repeat(200)}ONE${' end'.repeat(200)}`,
    `${'same '.repeat(200)}TWO${' end'.repeat(200)}`,
  ];
  const pair = valuePair({ before, after });
  expect(pair.before).toMatch(/^"same same.*….*ONE.*… \(1805 characters, #[0-9a-f]{8}\)$/);
  expect(pair.after).toMatch(/^"same same.*….*TWO.*… \(1805 characters, #[0-9a-f]{8}\)$/);
  expect(pair.before.length).toBeLessThan(280);
});

test('a single long text is truncated at its end', () => {
  expect(valueTexts(['x'.repeat(500)])[0]).toMatch(/^"x{199}… \(502 characters, #[0-9a-f]{8}\)$/);
});

test('a condition of any length is complete in text and Markdown', () => {
  const before = `visitor.claims.a == "${'x'.repeat(900)}" || visitor.claims.b`;
  const plan = planWith([
    change('a/b', 'update', { fields: [{ field: 'condition', before, after: null, isShownInFull: true }] }),
  ]);
  for (const told of [planText(plan), planMarkdown(plan)]) expect(told).toContain(JSON.stringify(before));
});
