/** Tests that published coverage and choices match the contract, the tests and the source. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/2025-06/index.ts';
import { choices, coverage } from '../../src/server/facts.ts';
import { coveragePage, rowsText } from '../coverage/written.ts';
import { projectDirectory, readSources } from '../support/sources.ts';

const read = (path: string): string => readFileSync(join(projectDirectory, path), 'utf8');

test('the table contains every operation of the contract once', () => {
  const rows = JSON.parse(read('docs/platform/coverage.json')) as Parameters<typeof rowsText>[0];
  expect(Object.keys(rows)).toEqual(coverage.map(({ operation }) => operation));
  expect(read('docs/platform/coverage.json'), 'npm run coverage').toBe(rowsText(rows));
  expect(coverage.map(({ operation }) => operation).sort()).toEqual(endpoints.map(({ name }) => name).sort());
  expect(endpoints).toHaveLength(127);
});

test('all operations are implemented, validated, stateful and tested', () => {
  const lacking = coverage.filter((row) => !(row.implemented && row.validated && row.stateful && row.tests.length > 0));
  expect(lacking.map(({ operation }) => operation)).toEqual([]);
});

test('the listed test files exist, and the source names none of them', () => {
  const files = [...new Set(coverage.flatMap(({ tests }) => tests))];
  expect(
    files.filter(
      (file) => !/^test\/server\/[a-z-]+\.test\.ts$/.test(file) || !existsSync(join(projectDirectory, file)),
    ),
  ).toEqual([]);
  expect(files.length).toBeGreaterThan(10);
  expect(readSources('src/server').filter(({ text }) => /[a-z]\.test\.ts\b/.test(text))).toEqual([]);
});

test('the coverage table equals the generated one', () => {
  expect(read('docs/platform/COVERAGE.md'), 'npm run coverage').toBe(coveragePage(coverage));
});

test('every heading of the differences is a choice with a reason', () => {
  const [head = '', ...sections] = read('docs/platform/DIFFERENCES.md').split(/^(?=## )/m);
  expect(head).toMatch(/^# .+\n\n[^#]+\n\n$/);
  const said = choices.map(({ subject, choice, reason }) => `## ${subject}\n\n${choice}\n\nWhy: ${reason}`);
  expect(sections.map((each) => each.trimEnd())).toEqual(said);
  expect(new Set(choices.map(({ subject }) => subject)).size).toBe(choices.length);
  expect(choices.length).toBeGreaterThan(50);
});
