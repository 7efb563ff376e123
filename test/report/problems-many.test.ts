/** The output for thousands of problems fits on a screen and counts the others, and --all prints every problem. */
import { expect, test } from 'vitest';
import type { Problem } from '../../src/core/problem.ts';
import { problemsJson, problemsText } from '../../src/report/problems.ts';

const number = 300_000;
const problemAt = (line: number, message: string): Problem => ({
  code: line % 3 === 0 ? 'E-TYPE' : 'E-KEY-UNKNOWN',
  message,
  span: { file: 'docform.yaml', line, column: 1, length: 3 },
});
const some = (many: number, message: (line: number) => string) =>
  Array.from({ length: many }, (_, index) => problemAt(index + 1, message(index + 1)));
const sources = new Map([['docform.yaml', 'key: value\n'.repeat(number)]]);
const screenLines = 40;

test.each([
  ['with different messages', (line: number) => `there is no key "k${line}"`, 20, 1000],
  ['with the same message', () => 'this is no text', 20, 10],
  ['with long messages', (line: number) => `there is no key ${'long '.repeat(200)} ${line}`, 17, 1000],
])('300,000 problems %s are grouped by code, fit on a screen, and are counted', (_what, message, inText, inJson) => {
  const problems = some(number, message);
  const text = problemsText(problems, sources);
  expect(text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 80)), 0)).toBeLessThanOrEqual(
    screenLines + 1,
  );
  expect(text.match(/^error\[E-KEY-UNKNOWN\]/gm)).toHaveLength(1);
  expect(text.match(/^error\[E-TYPE\]/gm)).toHaveLength(1);
  expect(text.match(/docform\.yaml:\d+:1/g)).toHaveLength(inText);
  expect(text).toMatch(/^ {2}and 199\d\d\d more E-KEY-UNKNOWN$/m);
  expect(text).toContain(
    `300000 problems in 1 file; ${inText} shown, --all shows each with its line; for details, run docform explain CODE`,
  );
  const document = JSON.parse(problemsJson(problems)) as {
    total: number;
    notShown: { [code: string]: number };
    problems: unknown[];
  };
  expect(document.total).toBe(number);
  expect(document.problems).toHaveLength(inJson);
  expect(Object.values(document.notShown).reduce((a, b) => a + b)).toBe(number - inJson);
});

test('--all prints every problem with its line, as text and JSON', () => {
  const problems = some(8_400, () => 'this is no text');
  const text = problemsText(problems, sources, undefined, { isAll: true });
  expect(text.match(/^ +\d+ \| key: value$/gm)).toHaveLength(8_400);
  expect(text).toContain('8400 problems in 1 file; for details, run docform explain CODE');
  expect(JSON.parse(problemsJson(problems, { isAll: true }))).toMatchObject({
    notShown: {},
    problems: { length: 8_400 },
  });
});

test('problems that fit on a screen are all printed, in the order of the file', () => {
  const text = problemsText(
    some(6, (line) => `there is no key "k${line}"`),
    sources,
  );
  expect(text.match(/^ \d \| key: value$/gm)).toHaveLength(6);
  expect([...text.matchAll(/^error\[.*k(\d)/gm)].map(([, line]) => line)).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(text).not.toContain('--all');
});

test('if there are more codes than lines, the other codes are counted', () => {
  const problems = some(60, () => 'wrong').map((problem, index) => ({ ...problem, code: `E-${index % 30}` }));
  const text = problemsText(problems, sources);
  expect(text.split('\n').length).toBeLessThanOrEqual(screenLines + 1);
  expect(text).toContain('and 24 problems of 12 other codes');
  expect(text.match(/^error\[E-\d+\]/gm)).toHaveLength(18);
});
