/** Runs the commands of the guides against reference platforms. `readme.test.ts` runs those of the README. */
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
  expect(taken?.stdout).toMatch(/^Nothing to apply\. \d+ ledger entries updated\./);
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
