/** The published coverage and choices are about this contract, these tests and this source. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/index.ts';
import { choices } from '../../src/server/choices/choices.ts';
import { coverage } from '../../src/server/coverage/coverage.ts';
import { coverageRows } from '../../src/server/coverage/coverage-rows.ts';
import { coverageTests } from '../../src/server/coverage/coverage-tests.ts';
import { coveragePage, differencesPage } from '../coverage/written.ts';
import { projectDirectory } from '../support/sources.ts';

const read = (path: string): string => readFileSync(join(projectDirectory, path), 'utf8');

test('every operation of the contract stands in the table once, and nothing else', () => {
  expect(coverageRows.map(([operation]) => operation)).toEqual(coverage.map(({ operation }) => operation));
  expect(coverage.map(({ operation }) => operation).sort()).toEqual(endpoints.map(({ name }) => name).sort());
  expect(endpoints).toHaveLength(127);
});

test('all of them are implemented, validated, stateful and tested', () => {
  const lacking = coverage.filter((row) => !(row.implemented && row.validated && row.stateful && row.tests.length > 0));
  expect(lacking.map(({ operation }) => operation)).toEqual([]);
});

test('each test that is named is there', () => {
  const missing = coverageTests.filter((name) => {
    const [file = '', title = ''] = name.split(' › ');
    return !titlesOf(file).some((pattern) => pattern.test(title));
  });
  expect(missing).toEqual([]);
  expect(new Set(coverage.flatMap(({ tests }) => tests))).toEqual(new Set(coverageTests));
});

test('the pages are what is generated of the table and of the choices', () => {
  expect(read('src/server/coverage/COVERAGE.md'), 'npm run coverage').toBe(coveragePage(coverage));
  expect(read('src/server/choices/DIFFERENCES.md'), 'npm run coverage').toBe(differencesPage(choices));
});

const known = new Map<string, readonly RegExp[]>();

/** The titles of the tests in a file; where one is put together, any text for its parts. */
function titlesOf(file: string): readonly RegExp[] {
  const found =
    known.get(file) ??
    [...read(file).matchAll(/\btest(?:\.each\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(([, , title = '']) =>
      pattern(title),
    );
  known.set(file, found);
  return found;
}

function pattern(title: string): RegExp {
  const parts = title.replace(/\\(.)/g, '$1').split(/\$\{[^}]*\}|%[sdifjo#]|\$\w+/);
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`, 's');
}
