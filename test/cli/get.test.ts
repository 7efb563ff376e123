/** Tests that `docform get` prints one object as the configuration would declare it, with its state, id and drift. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workspace } from './plan-workspace.ts';

const text = `version: 1
teams:
  docs:
    title: Docs
    members: { ana@acme.dev: owner }
spaces:
  home: { title: Home }
sites:
  portal:
    title: Portal
    structure: [{ section: start, title: Start, path: start, spaces: [{ space: home }] }]
    shareLinks: { a: { name: A } }
`;
let place: Awaited<ReturnType<typeof workspace>>;
beforeAll(async () => {
  place = await workspace(text, 'small');
  const applied = await place.docform(['apply', '--yes', '--no-undo', '--allow', 'spaces/home']);
  expect(applied.exit, applied.stdout + applied.stderr).toBe(0);
  await place.ask('PUT', 'teams', { title: 'Guests' });
});
afterAll(() => place.close());
const get = (...argv: readonly string[]) => place.docform(['get', ...argv]);

test('get prints a managed object as YAML, with its id, place and drift', async () => {
  const id = await place.titled('teams', 'Docs');
  await place.ask('PATCH', `teams/${id}`, { title: 'By hand' });
  const { stdout, exit } = await get('teams/docs');
  expect(exit).toBe(0);
  expect(stdout).toBe(`# teams/docs: managed, id ${id}, declared at docform.yaml:3:3
# drift: teams/docs changed (title)
docs:
  title: By hand
  members:
    ana@acme.dev: owner
`);
  await place.ask('PATCH', `teams/${id}`, { title: 'Docs' });
});

test('get prints a nested object as its block, and JSON with the same declaration', async () => {
  const { stdout } = await get('sites/portal/sections/start');
  expect(stdout).toMatch(
    /^# sites\/portal\/sections\/start: managed, id \w+, declared at docform.yaml:11:\d+\nsection: start\n/,
  );
  const { stdout: json } = await get('sites/portal/sections/start', '--json');
  expect(JSON.parse(json)).toMatchObject({
    kind: 'object',
    object: {
      address: 'sites/portal/sections/start',
      isDeclared: true,
      isInLedger: true,
      source: { file: 'docform.yaml', line: 11 },
      declaration: { section: 'start', title: 'Start', path: 'start', spaces: [{ space: 'home' }] },
      drift: [],
    },
  });
});

test('get finds an unmanaged object by its id', async () => {
  const id = await place.titled('teams', 'Guests');
  const { stdout, exit, stderr } = await get(`teams/id:${id}`);
  expect({ exit, stderr }).toMatchObject({ exit: 0 });
  expect(stdout).toMatch(new RegExp(`^# teams/[\\w-]+: not managed, id ${id}\n`));
  expect(stdout).toMatch(/\nguests: \{ title: Guests \}\n$/);
});

test('get does not print the secret of a share link', async () => {
  const { stdout } = await get('sites/portal/shareLinks/a');
  expect(stdout).toContain('name: A');
  const { items } = await place.ask(
    'GET',
    `/orgs/${place.platform.organization}/sites/${await place.titled('sites', 'Portal')}/share-links`,
  );
  for (const link of items as readonly Record<string, unknown>[])
    for (const secret of [link.token, link.url, link.secret])
      if (typeof secret === 'string') expect(stdout).not.toContain(secret);
});

test('get reports an address without an object', async () => {
  expect(await get('teams/none')).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('the platform has no object teams/none'),
  });
  expect(await get('nothing')).toMatchObject({ exit: 3, stderr: expect.stringContaining('is not a valid address') });
});

test('explain describes a field and a kind of the language, and suggests a similar path', async () => {
  const { stdout } = await place.docform(['explain', 'sites.visibility']);
  expect(stdout).toMatch(/^sites.visibility\n {2}Value: `public`, .*\n {2}Audience of the site\./);
  expect((await place.docform(['explain', 'sites.sections.draft'])).stdout).toContain('Dialects: gitbook.');
  expect((await place.docform(['explain', 'teams.members', '--json'])).stdout).toContain('"path": "teams.members"');
  expect(await place.docform(['explain', 'sites.visibilty'])).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('did you mean sites.visibility?'),
  });
});

test('import accepts a pattern of addresses', async () => {
  const { stdout, exit, stderr } = await place.docform(['import', '*eams/**', '--dry-run']);
  expect({ exit, stderr }).toMatchObject({ exit: 0 });
  expect(stdout).toContain('2 teams');
  expect(await place.docform(['import', 'teams/x*', '--dry-run'])).toMatchObject({ exit: 3 });
});
