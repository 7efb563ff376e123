/** Tests that no plan deletes a space that a site of another configuration shows, or whose sites are unknown. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { worldOf } from '../support/live-world.ts';
import { workspace } from './plan-workspace.ts';

const world = worldOf({
  spaces: { home: { title: 'Home' }, guide: { title: 'Guide' } },
  sites: { portal: { title: 'Portal', structure: [{ space: 'home' }] } },
});
const head = 'version: 1\npolicy: { unprotect: [spaces] }\n';
const without = `${head}spaces: {}\n`;

let place: Awaited<ReturnType<typeof workspace>>;
let site: string;
let guide: string;

/** The plan deletes the guide, which docform manages. The portal belongs to another configuration. */
beforeEach(async () => {
  place = await workspace('', world);
  site = await place.titled('sites', 'Portal');
  const { items } = await place.ask('GET', 'members');
  const spaces = await place.ask('GET', `members/${items[0]?.id}/spaces`);
  guide =
    spaces.items.map(({ space }) => space as { id: string; title: string }).find(({ title }) => title === 'Guide')
      ?.id ?? '';
  await place.write(`${head}spaces: { guide: { id: ${guide}, title: Guide } }\n`);
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  await place.write(without);
});
afterEach(() => place.close());

const show = () => place.ask('POST', `sites/${site}/site-spaces`, { spaceId: guide });
const title = async () => (await place.ask('GET', `/spaces/${guide}`)).title;
const ledger = () => readFile(join(place.directory, 'docform.ledger.json'), 'utf8');

test('deleting a space that another site shows is blocked, and the plan names the site, its URL and the fix', async () => {
  await show();
  const { exit, stdout, stderr } = await place.docform(['apply', '--yes']);
  expect(exit).toBe(6);
  expect(stdout + stderr).toMatch(
    new RegExp(
      `blocked\\[B-IN-USE\\]: site "Portal" \\(${site}, https://[^)]+\\) still shows it[\\s\\S]*docform forget spaces/guide`,
    ),
  );
  expect(await title()).toBe('Guide');
});

test('a space that no site shows is deleted', async () => {
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  expect(await place.docform(['get'])).toMatchObject({ stdout: expect.not.stringContaining(guide) });
});

test('an approved plan deletes nothing once a site shows the space', async () => {
  expect((await place.docform(['plan', '--out', 'plan.json'])).exit).toBe(0);
  await show();
  const { exit, stdout, stderr } = await place.docform(['apply', 'plan.json', '--yes']);
  expect(exit).not.toBe(0);
  expect(stdout + stderr).toContain('B-IN-USE');
  expect(await title()).toBe('Guide');
});

test.each([
  ['listSites', 403],
  ['listSites', 500],
  ['listSiteSpaces', 403],
  ['listSiteSpaces', 500],
] as const)('if %s returns %i, the delete is blocked and the plan gives the reason', async (operation, status) => {
  place.platform.faults.add({ match: { operation }, effect: { type: 'status', status, message: 'not for you' } });
  const { exit, stdout, stderr } = await place.docform(['apply', '--yes', '--max-wait', '1']);
  expect(exit).not.toBe(0);
  expect(stdout + stderr).toMatch(
    /no longer declared, but not deleted now, because docform could not read everything: .*not for you/,
  );
  expect(stderr).not.toContain('- spaces/guide');
  expect(await title()).toBe('Guide');
  expect(await ledger()).toContain(guide);
});

test('`prune: all` deletes no undeclared space whose sites are unknown', async () => {
  const pruned = `${head.replace('{ ', '{ prune: { spaces: all }, ')}spaces: {}\n`;
  await place.write(pruned);
  place.platform.faults.add({
    match: { operation: 'listSiteSpaces' },
    effect: { type: 'status', status: 403, message: 'not for you' },
  });
  const { stdout } = await place.docform(['plan']);
  expect(stdout).toMatch(/not pruned now.*not for you/);
  expect(stdout).not.toMatch(/^ +- /m);
});
