/** Wrapped lines are never wider than the terminal, and lose no text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planText } from '../../src/report/plan/text.ts';
import { widthOf, wrapped, wrappedLines } from '../../src/report/wording/sanitize.ts';
import { change, everything, meaning, planWith } from './plans.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '語', '👋', 'e\u0301', '→', '"'), maxLength: 200 });
const widest = (lines: readonly string[]): number => Math.max(...lines.map(widthOf));

test('wrapped lines respect the width, and contain the whole text', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 12, max: 80 }), (written, columns) => {
      const lines = wrapped(written, { columns, first: '  ', rest: '      ' });
      expect(widest(lines)).toBeLessThanOrEqual(columns);
      const joined = lines.map((line, at) => line.slice(at === 0 ? 2 : 6)).join('');
      expect(joined.replaceAll(' ', '')).toBe(written.replaceAll(' ', ''));
    }),
  );
});

test('with an indentation wider than the terminal, lines are wrapped and complete', () => {
  const field = { field: 'f'.repeat(70), before: 'one two '.repeat(20), after: 'one two '.repeat(20).concat('three') };
  const lines = planText(planWith([change('a/b', 'update', { fields: [field] })]), { columns: 60 }).split('\n');
  expect(widest(lines)).toBeLessThanOrEqual(60);
  expect(lines.join('').replaceAll(' ', '')).toContain('+"three"');
});

test('colours do not count as width, and are never split', () => {
  const red = (word: string) => `\u001b[31m${word}\u001b[39m`;
  const painted = `  ${red('a'.repeat(70))} ${red('b'.repeat(30))}`;
  const lines = wrappedLines(painted, 80).split('\n');
  expect(lines).toEqual([`  ${red('a'.repeat(70))}`, `      ${red('b'.repeat(30))}`]);
});

test.each([80, 120])('a whole plan is at most %i columns wide, and its effects at most 80', (columns) => {
  const long = 'word '.repeat(60);
  const plan = planWith([change('a/'.repeat(70), 'update', { why: long, notes: [long] })], {
    impact: [meaning('a', { subject: 'x'.repeat(200), what: long, before: long, after: null, details: [long] })],
    notes: [{ address: 'b', text: long }],
  });
  for (const each of [plan, { ...everything, impact: plan.impact }])
    expect(widest(planText(each, { columns }).split('\n'))).toBeLessThanOrEqual(columns);
  const block = planText(plan).split('\n\n')[1] ?? '';
  expect(block).toContain('Readers will notice');
  expect(widest(block.split('\n'))).toBeLessThanOrEqual(80);
});
