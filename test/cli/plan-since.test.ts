/** Tests that `docform plan --since` reads only the lists affected by changes since a commit, and that the plan is marked as partial. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { directoryWith, initRepository } from '../support/directory.ts';
import { workspace } from './plan-workspace.ts';

const main = `version: 1
organization: \${vars.org}
include: [parts/*.yaml]
vars: { org: acme, name: Docs }
teams:
  docs: { title: "\${vars.name}" }
  support: { title: Support }
`;
const sites = `sites:
  one:
    title: One
    structure:
      - { section: start, title: Start, path: start, spaces: [{ space: home }] }
      - { section: news, title: News, path: news, spaces: [{ space: changelog }] }
    shareLinks: { a: { name: A }, b: { name: B }, c: { name: C } }
  two:
    title: Two
    structure: [{ space: changelog }]
    shareLinks: { d: { name: D }, e: { name: E }, f: { name: F }, g: { name: G }, h: { name: H } }
spaces:
  home: { title: Home }
  changelog: { title: Changelog }
`;

let place: Awaited<ReturnType<typeof workspace>>;
const path = (name: string): string => join(place.directory, name);
const git = (...args: string[]): string =>
  execFileSync('git', ['-C', place.directory, ...args], { encoding: 'utf8', stdio: 'pipe' });
const commit = (): void => {
  git('add', '-A', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@acme.dev', 'commit', '-q', '--allow-empty', '-m', 'as it is');
};
const since = (...flags: string[]) => place.docform(['plan', '--since', 'HEAD', ...flags]);

beforeAll(async () => {
  place = await workspace('', 'small');
  mkdirSync(path('parts'));
  writeFileSync(path('docform.yaml'), main.replace('acme', place.platform.organization));
  writeFileSync(path('parts/sites.yaml'), sites);
  const allowed = ['spaces/home', 'spaces/changelog'].flatMap((address) => ['--allow', address]);
  const applied = await place.docform(['apply', '--yes', '--no-undo', ...allowed]);
  expect(applied.exit, applied.stdout + applied.stderr).toBe(0);
  initRepository(place.directory);
  commit();
});
beforeEach(() => git('checkout', '-q', '-f', '.'));
afterAll(() => place.close());

/** The operations that the command requests. */
async function asked(): Promise<readonly string[]> {
  const { stderr, exit } = await since('--debug');
  expect(exit, stderr).toBe(0);
  return [...stderr.matchAll(/^GET (\w+)/gm)].map(([, name = '']) => name).sort();
}

const replace = (name: string, from: string, to: string): void => {
  const text = name === 'docform.yaml' ? main.replace('acme', place.platform.organization) : sites;
  expect(text).toContain(from);
  writeFileSync(path(name), text.replace(from, to));
};

test('plan --since reads nothing if nothing changed', async () => {
  expect(await asked()).toEqual([]);
});

test('plan --since reads the affected lists and their parents', async () => {
  replace('docform.yaml', 'title: Support', 'title: Help');
  expect(await asked()).toEqual(['listTeams']);
  replace('parts/sites.yaml', 'path: news', 'path: latest');
  git('checkout', '-q', 'docform.yaml');
  expect(await asked()).toEqual(['listSectionGroups', 'listSections', 'listSiteSpaces', 'listSites']);
  const { stdout } = await since();
  expect(stdout).toContain('path  "news" → "latest"');
  // Site spaces contain the titles of their spaces.
  expect(stdout).toMatch(/space "Changelog" in section "News"/);
});

test('plan --since reads variables, includes and renamed files of the former commit', async () => {
  replace('docform.yaml', 'name: Docs', 'name: Handbook');
  renameSync(path('parts'), path('all'));
  writeFileSync(
    path('docform.yaml'),
    main.replace('acme', place.platform.organization).replace('parts/', 'all/').replace('name: Docs', 'name: Handbook'),
  );
  git('mv', 'docform.yaml', 'main.yaml');
  try {
    const { stdout, exit, stderr } = await since('-c', 'main.yaml');
    expect(exit, stderr).toBe(0);
    expect(stdout).toContain('title  "Docs" → "Handbook"');
    expect(stdout).toContain('Partial plan: 1 to update.');
  } finally {
    git('mv', 'main.yaml', 'docform.yaml');
    renameSync(path('all'), path('parts'));
  }
});

test('a new key with `moved` is only a rename', async () => {
  replace('docform.yaml', 'teams:\n  docs:', 'moved: [{ from: teams/docs, to: teams/writers }]\nteams:\n  writers:');
  const { stdout } = await since();
  expect(stdout).toContain('Ledger: 1 renamed');
  expect(await asked()).toEqual(['listTeams']);
});

test('every format marks the plan as partial', async () => {
  replace('docform.yaml', 'title: Support', 'title: Help');
  for (const format of ['text', 'markdown', 'html', 'json', 'github', 'codequality']) {
    const { stdout, stderr } = await since('--format', format);
    expect(stdout, format).toMatch(/partial/i);
    expect(stdout + stderr, format).toContain('9 other lists were not read');
  }
  for (const flags of [['--offline'], ['--format', 'terraform']]) {
    const { exit, stderr } = await since(...flags);
    expect({ flags, exit, stderr }).toMatchObject({ flags, exit: 3, stderr: expect.stringContaining('--since') });
  }
});

test('a saved plan keeps the scope of --since, and applies without Git', async () => {
  replace('docform.yaml', 'title: Support', 'title: Help');
  await place.ask('PATCH', `teams/${await place.titled('teams', 'Docs')}`, { title: 'By hand' });
  expect(await since('--out', 'plan.json')).toMatchObject({ exit: 0, stdout: expect.stringContaining('sha256:') });
  const applied = await place.docform(['apply', 'plan.json', '--no-undo'], { environment: { PATH: place.directory } });
  expect(applied).toMatchObject({ exit: 0, stdout: expect.stringContaining('Applied 1 change.') });
  expect(applied.stderr).toContain('1 change outside the scope is left out.');
  expect(await place.titled('teams', 'Help')).toBeDefined();
  expect(await place.titled('teams', 'By hand')).toBeDefined();
  git('checkout', '-q', 'docform.yaml');
  expect(await place.docform(['apply', '--yes', '--no-undo'])).toMatchObject({ exit: 0 });
  rmSync(path('plan.json'));
});

test('a partial plan without changes lists the unread lists', async () => {
  const { stdout, exit } = await since('--detailed-exitcode');
  expect(exit).toBe(0);
  expect(stdout).toMatch(
    /^Partial plan .*\nThis plan is partial: .*\ndocform read 0 lists .*10 other lists were not read: .*\n\nPartial plan: no changes in the scope\.\n$/,
  );
});

test('plan --since leaves out changes made outside docform at other addresses, and checks the guards', async () => {
  await place.ask('PATCH', `teams/${await place.titled('teams', 'Docs')}`, { title: 'By hand' });
  replace('docform.yaml', 'title: Support', 'title: Help');
  expect((await since()).stdout).toContain('1 change outside the scope is left out.');
  expect((await since()).stdout).not.toContain('By hand');
  replace('docform.yaml', `"\${vars.name}"`, 'Other');
  const { stdout, exit } = await since('--detailed-exitcode');
  expect({ stdout, exit }).toMatchObject({ exit: 6, stdout: expect.stringContaining('B-CONFLICT') });
  await place.ask('PATCH', `teams/${await place.titled('teams', 'By hand')}`, { title: 'Docs' });
});

test('a partial plan is blocked if all deletes of a kind could exceed the limit', async () => {
  replace('parts/sites.yaml', 'shareLinks: { a: { name: A }, b: { name: B }, c: { name: C } }', 'shareLinks: {}');
  expect(await asked()).toEqual(['listShareLinks', 'listSites']);
  expect((await since()).stdout).toContain(
    '3 of 3 objects of the kind share link would be deleted, but not all were read: this can be more than 25 %',
  );
  expect((await place.docform(['plan'])).stdout).toContain(
    '3 of 8 objects of the kind share link would be deleted, which is more than 25 %',
  );
});

test('a revision that cannot be compared is rejected with a remedy', async () => {
  const refused = async (revision: string, code: string, text: string, flags: readonly string[] = []) => {
    const { exit, stderr, stdout } = await place.docform(['plan', `--since=${revision}`, ...flags], {
      environment: { DOCFORM_ORG: '' },
    });
    expect({ exit, stderr, stdout }).toMatchObject({
      exit: 3,
      stdout: '',
      stderr: expect.stringContaining(`error[${code}]`),
    });
    expect(stderr).toContain(text);
    expect(stderr).toContain('help: ');
  };
  await refused('nowhere', 'E-GIT', 'does not contain the revision "nowhere"');
  await refused('-x', 'E-GIT', 'is not a revision');
  writeFileSync(path('other.yaml'), main);
  await refused('HEAD', 'E-SINCE', 'other.yaml does not exist at HEAD', ['-c', 'other.yaml']);
  rmSync(path('other.yaml'));
  writeFileSync(path('docform.yaml'), 'version: 1\norganization: elsewhere\nteams: { docs: { titel: Docs } }\n');
  commit();
  writeFileSync(path('docform.yaml'), `version: 1\norganization: ${place.platform.organization}\n`);
  await refused('HEAD', 'E-SINCE', 'E-KEY-UNKNOWN at docform.yaml:3');
  writeFileSync(path('docform.yaml'), 'version: 1\norganization: elsewhere\n');
  commit();
  writeFileSync(path('docform.yaml'), `version: 1\norganization: ${place.platform.organization}\n`);
  await refused('HEAD', 'E-SINCE', 'the organization changed from "elsewhere"');
  git('checkout', '-q', '-f', 'HEAD~2');
});

test('a shallow clone and a directory without Git are reported', async () => {
  const text = 'version: 1\n';
  const bare = directoryWith({ 'docform.yaml': text });
  const plan = (directory: string, environment = {}) =>
    place.docform(['plan', '--since', 'HEAD~1'], { directory, environment });
  expect(await plan(bare)).toMatchObject({ exit: 3, stderr: expect.stringContaining('is not in a Git repository') });
  expect(await plan(place.directory, { PATH: bare })).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('`git` is not on PATH'),
  });
  git('clone', '-q', '--depth', '1', `file://${place.directory}`, 'clone');
  expect(await plan(path('clone'))).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('git fetch --unshallow'),
  });
  rmSync(path('clone'), { recursive: true });
});

test('plan --since contains the removal of a pending declaration', async () => {
  replace(
    'docform.yaml',
    '{ title: Support }',
    '{ title: Support, members: { docs@acme.dev: member, new@acme.dev: member } }',
  );
  expect(await place.docform(['apply', '--yes', '--no-undo'])).toMatchObject({ exit: 0 });
  commit();
  replace('docform.yaml', '{ title: Support }', '{ title: Support, members: { docs@acme.dev: member } }');
  const { stdout } = await since();
  expect(stdout).toContain('teams/support/members/new@acme.dev: no longer declared');
});
