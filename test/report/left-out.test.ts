/** Items of an imported file that docform does not support are grouped, and safe to print. */
import { expect, test } from 'vitest';
import { leftOutJson, leftOutText } from '../../src/report/edits/left-out.ts';

const fact = (line: number, what = 'hidden', item?: string) => ({
  ...{ what, why: 'it has no counterpart', span: { file: 'docs.yaml', line, column: 3, length: 4 } },
  ...(item === undefined ? {} : { item }),
});

test('an import without omitted items prints nothing', () => {
  expect(leftOutText([])).toBe('');
  expect(leftOutJson([])).toEqual([]);
});

test('equal omissions in several places are one entry that names some of the places', () => {
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

test('four places are all named, because counting the last one would not be shorter', () => {
  const text = leftOutText([1, 2, 3, 4].map((line) => fact(line)));
  expect(text).toContain('docs.yaml:4:3');
  expect(text).not.toContain('further');
});

test('texts of the file cannot control the terminal or start lines', () => {
  expect(leftOutText([fact(1, 'a\u001b[31m\nb', 'c\nd')])).toBe(
    'Left out (1 place):\n  a\\u{1B}[31m b: it has no counterpart\n      docs.yaml:1:3  c d\n',
  );
});

test('JSON lists every place separately', () => {
  expect(leftOutJson([fact(1), fact(2, 'hidden', 'a')])).toEqual([
    { item: null, what: 'hidden', why: 'it has no counterpart', file: 'docs.yaml', line: 1, column: 3 },
    { item: 'a', what: 'hidden', why: 'it has no counterpart', file: 'docs.yaml', line: 2, column: 3 },
  ]);
});
