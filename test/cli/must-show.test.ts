/** Tests the guarantees about deletes and a lost ledger on the command line. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { applied, configuration } from './applying.ts';
import { titlesOn } from './gate.ts';
import { workspace } from './plan-workspace.ts';

type Workspace = Awaited<ReturnType<typeof workspace>>;
let place: Workspace;
afterEach(() => place.close());

/** Methods of all requests since the log was last cleared. */
function sent({ platform }: Workspace): readonly string[] {
  return [...new Set(platform.requests.read({ limit: 1_000 }).items.map(({ method }) => method))].sort();
}

async function open(): Promise<void> {
  place = await workspace(configuration, 'small');
  expect(await place.docform(['apply', '--yes'])).toMatchObject({ exit: 0 });
  place.platform.requests.clear();
}

const withoutSite = configuration.slice(0, configuration.indexOf('sites:\n'));
const unprotected = configuration.replace('    title: Acme Docs\n', '    title: Acme Docs\n    protect: false\n');

test('after the loss of the ledger, all resources are matched again, with only state updates and exit code 2', async () => {
  await open();
  await rm(join(place.directory, 'docform.ledger.json'));
  const plan = await place.docform(['plan', '--detailed-exitcode']);
  expect(plan.exit).toBe(2);
  const lines = plan.stdout.split('\n').filter((line) => /^ {2}\S/.test(line));
  expect(lines.length).toBeGreaterThan(8);
  expect(lines.filter((line) => !/^ {2}(= \S+ {2}adopted|\w+: \d+)/.test(line))).toEqual([]);
  expect(plan.stdout).toMatch(/^No changes to the platform\. Ledger: \d+ adopted\.$/m);
  expect(sent(place)).toEqual(['GET']);
  place.platform.requests.clear();
  expect(await place.docform(['apply', '--yes'])).toMatchObject({
    exit: 0,
    stdout: expect.stringContaining('Nothing to apply.'),
  });
  expect(sent(place)).toEqual(['GET']);
  expect(await place.docform(['plan', '--detailed-exitcode'])).toMatchObject({
    exit: 0,
    stdout: expect.not.stringContaining('adopted'),
  });
});

test('a removed site block is blocked with exit code 6 and only GET requests, and the plan prints the fix', async () => {
  await open();
  await place.write(withoutSite);
  const ledger = await readFile(join(place.directory, 'docform.ledger.json'), 'utf8');
  for (const argv of [
    ['plan', '--detailed-exitcode'],
    ['apply', '--yes'],
  ]) {
    const { exit, stdout, stderr } = await place.docform(argv);
    expect(exit, argv[0]).toBe(6);
    expect(stdout + stderr).toMatch(/- sites\/docs\b/);
    expect(stdout + stderr).toContain('B-PROTECTED');
    expect(stdout + stderr).toContain('otherwise, run `docform forget sites/docs` (deletes nothing)');
  }
  expect(sent(place)).toEqual(['GET']);
  expect(await readFile(join(place.directory, 'docform.ledger.json'), 'utf8')).toBe(ledger);
  expect(await titlesOn(place)).toEqual(applied);
});

test('a site is deleted in two steps: remove the protection, then remove the block', async () => {
  await open();
  await place.write(unprotected);
  const first = await place.docform(['apply', '--yes']);
  expect(first, first.stderr).toMatchObject({ exit: 0 });
  expect(sent(place)).toEqual(['GET']);
  expect(await titlesOn(place)).toEqual(applied);
  await place.write(withoutSite);
  expect(await place.docform(['plan', '--detailed-exitcode'])).toMatchObject({
    exit: 2,
    stdout: expect.stringContaining('- sites/docs'),
  });
  place.platform.requests.clear();
  const second = await place.docform(['apply', '--yes']);
  expect(second, second.stderr).toMatchObject({ exit: 0 });
  const writes = place.platform.requests.read({ limit: 1_000 }).items.filter(({ method }) => method !== 'GET');
  expect(writes.map(({ method, path }) => `${method} ${path.replace(/\/[^/]{20}(?=\/|$)/g, '/ID')}`)).toEqual([
    'DELETE /v1/orgs/ID/sites/ID',
  ]);
  expect(await titlesOn(place)).toEqual(
    applied.filter((title) => !/^(sites|sections|site-spaces|share-links) /.test(title)),
  );
  expect(await place.docform(['plan', '--detailed-exitcode'])).toMatchObject({ exit: 0 });
});

test('a block whose protection is removed in the same commit stays blocked', async () => {
  await open();
  await place.write(withoutSite.replace('version: 1\n', 'version: 1\npolicy: { unprotect: [sites, spaces] }\n'));
  const { exit, stdout } = await place.docform(['plan', '--detailed-exitcode']);
  expect(exit).toBe(6);
  expect(stdout).toContain('B-PROTECTED');
});
