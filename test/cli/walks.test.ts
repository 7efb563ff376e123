/** Runs the commands of the README and the guides against reference platforms. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { linesOf, type Typed, type } from './typed.ts';

let typed: Typed | undefined;
afterEach(async () => typed?.end());

test('the commands for examples/two-environments work as typed', async () => {
  typed = await type(linesOf('docs/guides/two-environments.md', '4011'));
  const { done, served, directory } = typed;
  expect(served).toBe(2);
  for (const { line, exit, stderr } of done)
    expect({ line, exit, stderr: exit === 0 ? '' : stderr }).toEqual({ line, exit: 0, stderr: '' });
  const [taken, planned, applied, production] = done;
  expect(taken?.stdout).toMatch(/^Nothing to apply\. \d+ ledger entries recorded\./);
  expect(planned?.stdout).toMatch(
    /~ sites\/docs "Acme Docs \(staging\)"\n +title +"Acme Docs \(staging\)" → "Acme Handbook"\n/,
  );
  expect(planned?.stdout).toMatch(/^Plan: 1 to update/m);
  expect(applied?.stdout).toMatch(/^Applied 1 change\./);
  expect(production?.stdout).toMatch(/^Plan for organization acme\n/);
  expect(production?.stdout).toMatch(/^No changes to the platform\. Ledger: \d+ adopted\.$/m);
  const ledgers = readdirSync(join(directory, 'examples/two-environments')).filter((name) =>
    name.startsWith('docform.ledger.staging'),
  );
  expect(ledgers).toContain('docform.ledger.staging.json');
});

test('the README commands work as typed: the imported plan is empty, and apply reverts an outside change', async () => {
  typed = await type([...linesOf('README.md', '4010'), ...linesOf('README.md', 'title=Somebody')]);
  const { done, served } = typed;
  expect(served).toBe(1);
  expect(done.map(({ line, exit }) => [line.split(' ')[1], exit])).toEqual([
    ['import', 0],
    ['plan', 0],
    ['api', 0],
    ['drift', 0],
    ['plan', 0],
    ['apply', 0],
  ]);
  const [, empty, , drift, page, applied] = done;
  expect(empty?.stdout).toContain('\nNo changes.\n');
  expect(drift?.stdout).toContain('title  "Acme" → "Somebody"');
  expect(page?.stdout).toMatch(/^<!doctype html>/i);
  expect(applied?.stdout).toMatch(/^Applied 1 change\. 1 API request\./m);
});

test('the guide for examples/one-site works: the plan is blocked first, and applied after the spaces are named', async () => {
  typed = await type(linesOf('docs/guides/examples.md', '4010'));
  const { done, served } = typed;
  expect(served).toBe(1);
  expect(done.map(({ line, exit }) => [line.split(' ')[3], exit])).toEqual([
    ['plan', 6],
    ['apply', 0],
  ]);
  const [planned, applied] = done;
  expect(planned?.stdout).toContain('B-TITLE-MATCH');
  expect(applied?.stdout).toMatch(/^Applied \d+ changes\./m);
});
