/** However many problems there are, what is printed of them stays short, and their number is told. */
import { expect, test } from 'vitest';
import type { Problem } from '../../src/core/problem.ts';
import { problemsJson, problemsText } from '../../src/report/problems.ts';

const number = 300_000;
const problemAt = (line: number, message: string): Problem => ({
  code: line % 3 === 0 ? 'E-TYPE' : 'E-KEY-UNKNOWN',
  message,
  span: { file: 'docform.yaml', line, column: 1, length: 3 },
});
const all = (message: (line: number) => string) => Array.from({ length: number }, (_, index) => problemAt(index + 1, message(index + 1)));
const sources = new Map([['docform.yaml', 'key: value\n'.repeat(number)]]);

test.each([
  ['that all say something else', (line: number) => `there is no key "k${line}"`, 100, 1000],
  ['that say the same', () => 'this is no text', 10, 10],
])('300,000 problems %s are bounded in text and JSON, and the rest is counted', (_what, message, inText, inJson) => {
  const problems = all(message);
  const text = problemsText(problems, sources);
  expect(text.match(/^error\[/gm)).toHaveLength(inText);
  expect(text).toContain(`${number} problems in 1 file`);
  expect(text).toMatch(/^Not shown: \d+ E-KEY-UNKNOWN, \d+ E-TYPE\.$/m);
  expect(text.length).toBeLessThan(100_000);
  const document = JSON.parse(problemsJson(problems)) as { total: number; notShown: { [code: string]: number }; problems: unknown[] };
  expect(document.total).toBe(number);
  expect(document.problems).toHaveLength(inJson);
  expect(Object.values(document.notShown).reduce((a, b) => a + b)).toBe(number - inJson);
});

test('a hundred problems are all shown, as long as no more than five say the same', () => {
  const problems = all((line) => `there is no key "k${line}"`).slice(0, 100);
  expect(problemsText(problems, sources)).not.toContain('Not shown');
  expect(problemsText([...problems, ...problems].slice(0, 101), sources)).toContain('Not shown: 1 E-KEY-UNKNOWN.');
  const same = all(() => 'the same').slice(0, 8);
  expect(problemsText(same, sources)).toMatch(/Not shown: 1 E-KEY-UNKNOWN/);
});
