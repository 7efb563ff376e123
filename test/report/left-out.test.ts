/** What a file said and docform does not carry: told once for the same thing in several places, and safe to print. */
import { expect, test } from 'vitest';
import { leftOutJson, leftOutText } from '../../src/report/left-out.ts';

const fact = (line: number, what = 'hidden', item?: string) => ({
  ...{ what, why: 'it has no counterpart', span: { file: 'docs.yaml', line, column: 3, length: 4 } },
  ...(item === undefined ? {} : { item }),
});

test('nothing left out is no text', () => {
  expect(leftOutText([])).toBe('');
  expect(leftOutJson([])).toEqual([]);
});

test('the same thing in several places is one entry, which names some of them', () => {
  expect(
    leftOutText([
      fact(1, 'hidden', 'a'),
      fact(2, 'site.sync'),
      ...[3, 4, 5, 6].map((line) => fact(line, 'hidden', 'b')),
    ]),
  ).toBe(
    `Left out (6 places):
  hidden: it has no counterpart
      docs.yaml:1:3  a
      docs.yaml:3:3  b
      docs.yaml:4:3  b
      and 2 further places (--json lists all)
  site.sync: it has no counterpart
      docs.yaml:2:3
`,
  );
});

test('four places are named, as a line instead of the last would be no shorter', () => {
  const text = leftOutText([1, 2, 3, 4].map((line) => fact(line)));
  expect(text).toContain('docs.yaml:4:3');
  expect(text).not.toContain('further');
});

test('texts of the file cannot write on the terminal or begin lines', () => {
  expect(leftOutText([fact(1, 'a\u001b[31m\nb', 'c\nd')])).toBe(
    'Left out (1 place):\n  a\\u{1B}[31m b: it has no counterpart\n      docs.yaml:1:3  c d\n',
  );
});

test('for machines every place stands by itself', () => {
  expect(leftOutJson([fact(1), fact(2, 'hidden', 'a')])).toEqual([
    { item: null, what: 'hidden', why: 'it has no counterpart', file: 'docs.yaml', line: 1, column: 3 },
    { item: 'a', what: 'hidden', why: 'it has no counterpart', file: 'docs.yaml', line: 2, column: 3 },
  ]);
});
