/** Tests that `docform access` sends only GET requests, works with or without a configuration, and reports unreadable lists. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type StartedPlatform, startPlatform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

let platform: StartedPlatform;
let empty: string;
let declared: string;
beforeAll(async () => {
  platform = await startPlatform({ seed: 'medium', token: 'canary-token-1234' });
  empty = directoryWith();
  const spaces = 'spaces:\n  rules: { title: Runbook }\n  home: { title: Home }\n';
  const text = `version: 1\norganization: ${platform.organization}\nmembers: { bo@acme.dev: edit }\n${spaces}sites:\n  portal: { title: Partner Portal }\n`;
  declared = directoryWith({ 'docform.yaml': text });
});
beforeEach(() => platform.reset());
afterAll(async () => {
  await platform.close();
});

function docform(
  argv: readonly string[],
  options: { readonly as?: string; readonly directory?: string; readonly organization?: string } = {},
) {
  const token = options.as === undefined ? platform.token : platform.tokenFor(options.as);
  const organization = options.organization ?? platform.organization;
  const environment = { DOCFORM_API_URL: platform.url, DOCFORM_TOKEN: token, DOCFORM_ORG: organization };
  return run(['access', ...argv], { directory: options.directory ?? empty, environment });
}

test('access groups all people by the reason of their access, and sends only GET requests', async () => {
  const { exit, stdout, stderr } = await docform(['-v']);
  expect(exit).toBe(0);
  expect(stdout).toMatch(
    /^Read by docform \d+\.\d+\.\d+ at \d{4}-\d\d-\d\dT[\d:.]+Z\nToken: from DOCFORM_TOKEN; owner: \(unknown\); permissions: .*admin/m,
  );
  expect(stdout).toContain('14 people, by role: admin 2, edit 3, read 3, comment 2, create 1, review 1, guest 2\n');
  expect(stdout).toContain('  5 spaces: read, the default of the collection Product\n');
  expect(stdout).toContain('  1 space: no access, the default of the collection Internal\n    spaces: Runbook\n');
  expect(stdout).toContain('    Partner Portal: 2 spaces, 1 of 2 share links active\n');
  expect(stderr).toContain('one request for each member');
  platform.requests.assert({ operation: 'listMemberSpaces' }, { count: 14 });
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) platform.requests.assert({ method }, { count: 0 });
});

test('access --who lists the access of one person without reading other members', async () => {
  const { exit, stdout } = await docform(['--who', 'BO@acme.dev']);
  expect(exit).toBe(0);
  expect(stdout).toMatch(/^bo@acme\.dev: edit in the organization, signs in through SSO$/m);
  expect(stdout).toContain('  edit on 1 space: organization role\n    Changelog\n');
  expect(stdout).toContain('default of the collection Product');
  platform.requests.assert({ operation: 'listMemberSpaces' }, { count: 1 });
  platform.requests.assert({ operation: 'listShareLinks' }, { count: 0 });
});

test('access --public lists sites by visibility, and counts share links without printing them', async () => {
  const { exit, stdout } = await docform(['--public', '--json']);
  expect(exit).toBe(0);
  const { sites, people, scope } = JSON.parse(stdout);
  expect([scope, people]).toEqual(['public', []]);
  expect(sites).toMatchObject([
    { title: 'Acme Docs', visibility: 'public', shareLinks: { active: 0, all: 0 } },
    { title: 'Internal Handbook', visibility: 'visitor-auth' },
    { title: 'Partner Portal', visibility: 'share-link', shareLinks: { active: 1, all: 2 } },
  ]);
  expect(sites[0].spaces[2]).toMatchObject({ title: 'Payments EN', conditions: ['visitor.claims.partner == true'] });
  expect(stdout).not.toMatch(/https?:|urls|published"/);
  platform.requests.assert({ operation: 'listMemberSpaces' }, { count: 1 });
});

test('a forbidden listing is reported as unknown, never as "no access", and exits with 1', async () => {
  const { exit, stdout, stderr } = await docform(['-v'], { as: 'bo@acme.dev' });
  expect(exit).toBe(1);
  expect(stdout).toContain('Unknown (could not be read)\n');
  expect(stdout).toContain('not requested, because the platform refused the first lists');
  expect(stdout).toContain('the share links of Partner Portal');
  expect(stdout).not.toMatch(/\d+ of \d+ share links|reaches no space/);
  expect(stderr).toContain('error[E-INCOMPLETE-READ]');
  platform.requests.assert({ operation: 'listMemberSpaces' }, { count: 3 });
  const own = await docform(['--who', 'bo@acme.dev'], { as: 'bo@acme.dev' });
  expect([own.exit, own.stdout]).toEqual([0, expect.stringContaining('edit on 1 space: organization role')]);
  const other = await docform(['--who', 'ana@acme.dev'], { as: 'bo@acme.dev' });
  expect([other.exit, other.stdout]).toEqual([1, expect.stringContaining('access: (unknown)')]);
});

test('a failed listing affects only one person', async () => {
  platform.faults.add({ match: { operation: 'listMemberSpaces' }, effect: { type: 'status', status: 403 }, nth: 5 });
  const { exit, stdout } = await docform(['--json', '--concurrency', '1']);
  expect(exit).toBe(1);
  const { people, isComplete } = JSON.parse(stdout) as { people: { isKnown: boolean }[]; isComplete: boolean };
  expect([people.filter(({ isKnown }) => !isKnown).length, people.length, isComplete]).toEqual([1, 14, false]);
});

test('an incomplete listing is printed and reported as incomplete', async () => {
  platform.faults.add({ match: { operation: 'listMemberSpaces' }, effect: { type: 'missing-items', items: 2 } });
  const { exit, stdout } = await docform(['--who', 'bo@acme.dev']);
  expect(exit).toBe(1);
  expect(stdout).toContain('bo@acme.dev: edit in the organization');
  expect(stdout).toMatch(/the spaces of bo@acme\.dev: listMemberSpaces: \d+ items read, but the platform counts \d+/);
});

test('access prints addresses only from a configuration of the same organization', async () => {
  const { stdout } = await docform([], { directory: declared });
  expect(stdout).toContain('Runbook (spaces/rules)');
  expect(stdout).toContain('Partner Portal (sites/portal): 2 spaces');
  const one = await docform(['--site', 'portal'], { directory: declared });
  expect(one.stdout).toContain('Partner Portal (sites/portal)');
  expect(one.stdout).not.toContain('Runbook');
  const elsewhere = directoryWith({
    'docform.yaml': 'version: 1\norganization: elsewhere\nspaces: { rules: { title: Runbook } }\n',
  });
  const other = await docform(['--organization', platform.organization], {
    directory: elsewhere,
    organization: 'somewhere-else',
  });
  expect(other.stdout).toContain('Runbook\n');
});

test('access finds a space by title or key, and rejects unknown names', async () => {
  const { stdout } = await docform(['--space', 'Runbook', '--format', 'csv']);
  const undated = (table: string) => table.replace(/,read at [^,]+,/, ',read,');
  expect(undated((await docform(['--space', 'runBOOK', '--format', 'csv'])).stdout)).toBe(undated(stdout));
  expect(stdout.split('\r\n').filter((line) => line.includes(',space,Runbook,')).length).toBe(3);
  expect(stdout).not.toContain('Home');
  const failures = await Promise.all([docform(['--space', 'Nothing']), docform(['--who', 'nobody@acme.dev'])]);
  expect(failures.map(({ exit, stdout: result }) => [exit, result])).toEqual([
    [1, ''],
    [1, ''],
  ]);
  for (const { stderr } of failures) expect(stderr).toContain('error[E-ACCESS-NAME]');
});

test('e-mail addresses can be removed from every output', async () => {
  const forms = [[], ['--json'], ['--format', 'csv'], ['--who', 'bo@acme.dev']];
  const runs = await Promise.all(
    forms.map((form) => docform(['--redact-emails', '-v', '--debug', ...form], { directory: declared })),
  );
  for (const { exit, stdout, stderr } of runs) {
    expect(exit).toBe(0);
    expect(stdout + stderr).not.toMatch(/\w@acme\.dev/);
  }
});

test('--redact-emails removes all addresses, also next to escapes, outside ASCII and in error messages', async () => {
  const addresses = ['zoë@acme.dev', "o'hara@acme.dev", 'someone.else@elsewhere.example'];
  const titles = [`Notes\n${addresses[0]}`, `"${addresses[1]}"`, `\t${addresses[2]}`];
  const path = `/v1/orgs/${platform.organization}/sites`;
  for (const title of titles) {
    const headers = { 'content-type': 'application/json' };
    const made = await platform.fetch(path, { method: 'POST', headers, body: JSON.stringify({ title }) });
    expect(made.ok, String(made.status)).toBe(true);
  }
  const forms = [
    [],
    ['--json'],
    ['--format', 'csv'],
    ['--public'],
    ['--public', '--json'],
    ['--who', 'bo@acme.dev', '--site', 'x@y.dev'],
  ];
  const runs = await Promise.all(forms.map((form) => docform(['--redact-emails', '-v', ...form])));
  for (const { stdout, stderr } of runs) expect(stdout + stderr).not.toMatch(/@(acme|elsewhere|y)\.|zo\u00eb|hara/);
  const json = runs.filter((_, at) => forms[at]?.includes('--json')).map(({ stdout }) => JSON.parse(stdout));
  expect(json[0].sites.map(({ title }: { title: string }) => title)).toContain('Notes\n***');
});

test('a space that one person cannot access, or whose list is forbidden, is not reported as missing', async () => {
  const unreached = await docform(['--who', 'bo@acme.dev', '--space', 'Runbook']);
  expect([unreached.exit, unreached.stderr]).toEqual([
    1,
    expect.stringContaining('no space that bo@acme.dev can access matches Runbook\n'),
  ]);
  platform.faults.add({ match: { operation: 'listMemberSpaces' }, effect: { type: 'status', status: 403 } });
  const refused = await docform(['--who', 'bo@acme.dev', '--space', 'Runbook']);
  expect([refused.exit, refused.stderr]).toEqual([
    1,
    expect.stringContaining('matches Runbook; some could not be read'),
  ]);
});

test('invalid flags are rejected before a request is sent', async () => {
  const wrong = await Promise.all([
    docform(['--public', '--who', 'bo@acme.dev']),
    docform(['--space', 'a', '--site', 'b']),
  ]);
  expect(wrong.map(({ exit }) => exit)).toEqual([3, 3]);
  const nowhere = await run(['access'], {
    directory: empty,
    environment: { DOCFORM_API_URL: platform.url, DOCFORM_TOKEN: platform.token },
  });
  expect([nowhere.exit, nowhere.stderr]).toEqual([3, expect.stringContaining('no organization is set')]);
  platform.requests.assert({}, { count: 0 });
});
