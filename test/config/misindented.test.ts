/** For a wrongly indented line, the hint contains the right column. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectDirectory } from '../support/sources.ts';
import { load } from './memory-files.ts';

const lines = readFileSync(join(projectDirectory, 'examples/acme/sites/docs.yaml'), 'utf8').split('\n');

test.each([-1, 1, 2])('every line of an example is explained when it is moved by %i blanks', (by) => {
  const told = lines.flatMap((line, at) => {
    const column = line.search(/[^ ]/);
    if (column + by < 0 || column === -1 || line[column] === '#') return [];
    const moved = lines.with(at, ' '.repeat(column + by) + line.slice(column));
    const [problem] = load(moved.join('\n')).problems.filter(({ label }) => label === 'unexpected indentation');
    if (problem === undefined || problem.span.line !== at + 1) return [];
    return [{ line: at + 1, isNamed: problem.hint?.includes(`column ${column + 1}, like line`) }];
  });
  expect(told.length).toBeGreaterThan(5);
  expect(told.filter(({ isNamed }) => isNamed !== true)).toEqual([]);
});
