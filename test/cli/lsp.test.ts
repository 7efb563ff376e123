/** Tests `docform lsp` through the protocol. */
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { serialiseLedger } from '../../src/ledger/ledger.ts';
import { startPlatform } from '../../src/server/index.ts';
import { credentials, startStateService } from '../ledger/state-service.ts';
import { type Editor, editor, underlined } from './editor.ts';
import { run } from './harness.ts';

const opened: Editor[] = [];
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.leave();
  for (const close of closers.splice(0)) await close();
});

async function start(
  files: { readonly [path: string]: string },
  options: Parameters<typeof editor>[1] = {},
): Promise<Editor> {
  const started = await editor(files, options);
  opened.push(started);
  return started;
}

const whole = `version: 1
organization: acme
include: [people.yaml]
vars: { banner: Acme }
teams:
  docs: { title: "🦊 Docs", members: { ana@acme.dev: owner } }
  support: { title: Support }
spaces:
  start: { title: Start }
  api: { title: API }
saml:
  okta: { label: Okta, defaultTeam: docs }
sites:
  docs:
    title: Docs
    defaultSection: guides
    structure:
      - section: guides
        title: Guides
        default: start
        spaces: [{ space: start }, { space: api }]
`;
const people = 'members:\n  ana@acme.dev: admin\n  bo@acme.dev: read\n';
const files = { 'docform.yaml': whole, 'people.yaml': people };
const main = 'docform.yaml';

const labels = (items: readonly { readonly label: string }[]) => items.map(({ label }) => label).sort();
const codes = (found: readonly { readonly code?: unknown }[]) => found.map(({ code }) => code);

test('problems follow unsaved changes in every file', async () => {
  const open = await start(files);
  expect(await open.open(main)).toEqual([]);
  expect(await open.open('people.yaml')).toEqual([]);
  const [twice] = await open.type(
    'people.yaml',
    `${people}teams: { docs: {} }
`,
  );
  expect(twice).toMatchObject({ code: 'E-DUPLICATE-KEY', source: 'docform', severity: 1 });
  expect(twice?.relatedInformation?.[0]?.location).toMatchObject({
    uri: open.uri(main),
    range: { start: { line: 5, character: 2 } },
  });
  expect(await open.type('people.yaml', people)).toEqual([]);
});

test('after a file is closed, its text on disk counts, and files without a configuration are ignored', async () => {
  const open = await start({ ...files, '.github/deploy.yaml': 'on: push\n' });
  await open.open(main);
  expect(codes(await open.open('people.yaml', 'members: { ana@acme.dev: boss }\n'))).toEqual(['E-ENUM']);
  const after = open.told('people.yaml');
  await open.close('people.yaml');
  expect(await after).toEqual([]);
  expect(await open.complete('.github/deploy.yaml', 'on: push\n|')).toEqual([]);
  await open.type(main, whole);
  expect(await open.hover('.github/deploy.yaml', 'on')).toBe('');
});

test('a problem includes its hint, and its fix as a quick fix', async () => {
  const open = await start(files);
  const wrong = whole
    .replace('defaultTeam: docs', 'defaultTeam: dosc')
    .replace('title: Guides', 'titel: Guides')
    .replace('version: 1\n', '');
  const found = await open.open(main, wrong);
  expect(codes(found)).toEqual(['E-VERSION', 'E-REF-UNKNOWN', 'E-KEY-UNKNOWN']);
  expect(found.map(({ message }) => message)[1]).toBe(
    'unknown team "dosc": no team has this key\nhelp: did you mean "docs"? (teams/docs, docform.yaml:5)',
  );
  const fixed = await Promise.all(
    found.map(async (each) => {
      const [action] = await open.fixes(main, each);
      return { title: action?.title, text: action && open.fixed(main, action) };
    }),
  );
  expect(fixed).toEqual([
    { title: 'Add version: 1', text: `version: 1\n${wrong}` },
    { title: 'Change to docs', text: wrong.replace('dosc', 'docs') },
    { title: 'Change to title', text: wrong.replace('titel', 'title') },
  ]);
});

test.each([
  ['a key of the map', 'title: Guides', 'title: Guides\n        titel: Handbooks'],
  [
    'an item of the list',
    'sites:',
    'collections: { one: { title: One }, two: { title: Two } }\norder: [one, onee, two]\nsites:',
  ],
  ['the type of another item', '{ space: api }', '{ space: api }, { space: startt }'],
])('a quick fix does not repeat existing text: %s', async (_, said, wrong) => {
  const open = await start(files);
  const found = await open.open(main, whole.replace(said, wrong));
  expect(found.map(({ message }) => message).join('\n')).toContain('did you mean');
  expect(await Promise.all(found.map((each) => open.fixes(main, each)))).toEqual(found.map(() => []));
});

test.each([
  ['a team', 'defaultTeam: docs', 'defaultTeam: |', ['docs', 'support']],
  ['an existing space', 'default: start', 'default: |', ['api', 'start']],
  ['a section', 'defaultSection: guides', 'defaultSection: |', ['guides']],
  ['a space, between brackets that are not closed', '{ space: api }', '{ space: |', ['api', 'start']],
  ['a person from another file', 'ana@acme.dev: owner', '|', ['ana@acme.dev', 'bo@acme.dev']],
  ['a word', 'ana@acme.dev: owner', 'ana@acme.dev: |', ['member', 'owner']],
  ['a word of which some is there', 'ana@acme.dev: owner', 'ana@acme.dev: own|er', ['member', 'owner']],
  [
    'a key of an item, on a line of its own',
    'title: Guides',
    '|',
    [
      'condition',
      'description',
      'draft',
      'extends',
      'icon',
      'id',
      'localizedDescription',
      'localizedTitle',
      'path',
      'protect',
      'prune',
      'title',
    ],
  ],
  [
    'keys of a section for an item that has other keys of a section',
    '- section: guides',
    '- se|',
    [
      'condition',
      'description',
      'draft',
      'extends',
      'icon',
      'id',
      'localizedDescription',
      'localizedTitle',
      'path',
      'protect',
      'prune',
      'section',
    ],
  ],
  [
    'the types of a new item after an item',
    '{ space: api }]',
    '{ space: api }]\n      - |',
    ['group', 'link', 'section', 'space'],
  ],
  ['lists of permissions', 'title: Start', 'permissions: { | }', ['members', 'teams']],
  ['a team with a permission', 'title: Start', 'permissions: { teams: { | } }', ['docs', 'support']],
  [
    'a role of a permission',
    'title: Start',
    'permissions: { teams: { docs: | } }',
    ['admin', 'comment', 'create', 'edit', 'read', 'review'],
  ],
  ['a variable', 'label: Okta', 'label: "${|"', ['vars.banner']],
])('completion offers %s', async (_, text, typed, expected) => {
  const open = await start(files);
  await open.open(main);
  await open.open('people.yaml');
  const offered = labels(await open.complete(main, whole.replace(text, typed)));
  expect(offered).toEqual(expected);
});

test('a completion replaces the whole word and adds the colon and quotes that YAML needs', async () => {
  const quoted = whole.replace('  support:', '  "on":').replace('defaultTeam: docs', 'defaultTeam: "|"');
  const open = await start({ ...files, 'docform.yaml': quoted.replace('|', 'docs') });
  await open.open(main);
  const on = await open.completed(main, quoted, 'on');
  expect(on).toBe(quoted.replace('"|"', '"on"'));
  expect(await open.completed(main, quoted.replace('"|"', 'do|cs'), 'docs')).toBe(quoted.replace('"|"', 'docs'));
  const key = quoted.replace('"|"', 'docs').replace('        title: Guides\n', '        de|\n        title: Guides\n');
  expect(await open.completed(main, key, 'description')).toBe(key.replace('de|', 'description: '));
});

test('completion works in incomplete text between lines that are not valid YAML', async () => {
  const open = await start(files);
  await open.open(main);
  const broken = whole
    .replace('teams:\n', 'teams:\n  oops: { title: [\n')
    .replace('defaultTeam: docs }', 'defaultTeam: |')
    .replace('sites:\n', 'sites: ]\n');
  expect(labels(await open.complete(main, broken))).toEqual(['docs', 'support']);
});

test('hovering describes a key, and shows the object of a name with its id from the ledger', async () => {
  const ledger = serialiseLedger(
    { resources: { 'teams/docs': { id: 'team-42' } }, lists: [] },
    { host: 'api.example.com', organization: 'acme' },
  );
  const open = await start(files);
  await writeFile(join(open.directory, 'docform.ledger.json'), ledger);
  await open.open(main);
  expect(await open.hover(main, 'label: Okta')).toMatch(/^\*\*label\*\*: text, 1 to \d+ characters/);
  expect(await open.hover(main, 'docs }\nsites')).toContain(
    '**team** `teams/docs`: 🦊 Docs\n\nId in the ledger: `team-42`. Declared at `docform.yaml:6`.',
  );
  expect(await open.hover(main, 'include')).toContain('Additional files with the same top-level keys');
});

/** Repeats the request until the ledger has been read. */
async function answered(open: Editor): Promise<string> {
  for (;;) {
    const said = await open.hover(main, 'docs');
    if (!said.includes('no answer yet')) return said;
  }
}

test('hovering asks a state service, prints the reason of a refusal, and does not wait for a slow service', async () => {
  const service = await startStateService({ kind: 'plain', conflict: 423 });
  const platform = await startPlatform();
  const silent = createServer().listen(0, '127.0.0.1');
  closers.push(service.close, platform.close, () => silent.close());
  const environment = {
    DOCFORM_API_URL: platform.url,
    DOCFORM_TOKEN: platform.token,
    DOCFORM_ORG: platform.organization,
    DOCFORM_BACKEND: service.url,
    TF_HTTP_USERNAME: credentials.user,
    TF_HTTP_PASSWORD: credentials.password,
  };
  const teams = 'version: 1\nteams: { docs: { title: Docs } }\nname: handbook\n';
  const open = await start({ [main]: teams }, { environment });
  expect((await run(['apply', '--yes'], { directory: open.directory, environment })).exit).toBe(0);
  await open.open(main);
  expect(await answered(open)).toMatch(/Id in the ledger: `\w+`\./);
  service.faults.push({ method: 'GET', answer: 403 });
  const refused = await start({ [main]: teams }, { environment });
  await refused.open(main);
  expect(await answered(refused)).toMatch(/The id is unknown because the ledger could not be read: .*403/);
  const { port } = silent.address() as { readonly port: number };
  const unanswered = await start(
    { [main]: teams },
    { environment: { ...environment, DOCFORM_BACKEND: `http://127.0.0.1:${port}/state` } },
  );
  await unanswered.open(main);
  expect(await unanswered.hover(main, 'docs')).toContain('because the ledger could not be read: no answer yet.');
});

test('definition, references and rename cover all files, and a rename does the same as mv', async () => {
  const open = await start(files);
  await open.open(main);
  expect(await open.definition(main, 'ana@acme.dev: owner')).toEqual(['people.yaml:2:3']);
  expect(await open.definition(main, 'docs }\nsites')).toEqual(['docform.yaml:6:3']);
  expect(await open.references(main, 'start: { title')).toEqual([
    'docform.yaml:20:18',
    'docform.yaml:21:27',
    'docform.yaml:9:3',
  ]);
  const renamed = await open.rename(main, 'start }, {', 'home');
  const { exit } = await run(['mv', 'spaces/start', 'home', '-C', open.directory]);
  expect({ exit, text: renamed.get(main) }).toEqual({
    exit: 0,
    text: await readFile(join(open.directory, main), 'utf8'),
  });
  expect([...renamed.keys()]).toEqual([main]);
  await expect(open.rename(main, 'ana@acme.dev: owner', 'eve@acme.dev')).rejects.toThrow('its email on the platform');
  await expect(open.rename(main, 'docs }\nsites', 'support')).rejects.toThrow('teams/support already exists');
});

test('a rename uses unsaved text, and is refused if the configuration has problems', async () => {
  const open = await start(files);
  await open.open(main, whole.replace('label: Okta', 'label: Acme'));
  const renamed = await open.rename(main, 'docs }\nsites', 'writers');
  expect(renamed.get(main)).toContain('{ label: Acme, defaultTeam: writers }');
  await open.type(main, whole.replace('defaultTeam: docs', 'defaultTeam: docs, defaultTeem: docs'));
  await expect(open.rename(main, 'support', 'help')).rejects.toThrow('the configuration has errors');
});

test('formatting does the same as fmt', async () => {
  const open = await start(files);
  const loose = whole.replace('vars: { banner: Acme }', 'vars: {banner:   Acme}   # shown on top');
  await open.open(main, loose);
  const formatted = await open.format(main);
  await writeFile(join(open.directory, main), loose);
  expect((await run(['fmt', '-C', open.directory])).exit).toBe(0);
  expect(formatted).toBe(await readFile(join(open.directory, main), 'utf8'));
  await open.type(main, 'teams: {');
  await expect(open.format(main)).rejects.toThrow('cannot format docform.yaml: the file is not valid YAML');
});

test('positions count UTF-16 units, also with Windows line ends', async () => {
  const returns = whole
    .replaceAll('\n', '\r\n')
    .replace('members: { ana@acme.dev: owner }', 'members: { ana@acme.dev: boss }');
  const open = await start(files);
  const [found] = await open.open(main, returns);
  expect(found).toMatchObject({ code: 'E-ENUM', range: { start: { line: 5 } } });
  expect(found && underlined(returns, found.range)).toBe('boss');
  const right = returns.replace('boss', 'owner');
  expect(await open.type(main, right)).toEqual([]);
  expect(await open.definition(main, 'ana@acme.dev: owner')).toEqual(['people.yaml:2:3']);
  const renamed = (await open.rename(main, 'docs }\r\nsites', 'writers')).get(main);
  expect(renamed).toBe(
    `${right.replace('  docs: {', '  writers: {').replace('defaultTeam: docs', 'defaultTeam: writers')}moved:\r\n  - { from: teams/docs, to: teams/writers }\r\n`,
  );
});

test('deep, huge and hostile texts are reported as problems, and requests about them are harmless', async () => {
  const open = await start(files);
  await open.open(main);
  for (const [text, code] of [
    [`version: 1\nteams: ${'['.repeat(50_000)}`, 'E-LIMIT-DEPTH'],
    [`version: 1\nvars: { a: "\u202e" }\n`, 'E-INVISIBLE-CHARACTER'],
    [
      `version: 1\na: &a [x]\n${Array.from({ length: 40 }, (_, at) => `b${at}: &b${at} [*a, *a]\n`).join('')}`,
      'E-KEY-UNKNOWN',
    ],
    ['\u0000', 'E-INVISIBLE-CHARACTER'],
  ] as const) {
    expect(codes(await open.type(main, text))).toContain(code);
    expect(await open.hover(main, text.slice(-1))).toBeTypeOf('string');
    expect(Array.isArray(await open.complete(main, `${text}\n|`))).toBe(true);
  }
});

test('open files that a configuration must not read are refused', async () => {
  const open = await start({
    ...files,
    'docform.yaml': whole.replace('[people.yaml]', '[../secret.yaml, linked/x.yaml, people.yaml]'),
  });
  const outside = join(open.directory, '..', `outside-${Date.now()}`);
  await mkdir(outside);
  await symlink(outside, join(open.directory, 'linked'));
  const unread = open.open(main);
  void open.open('linked/x.yaml', 'teams: { leaked: {} }\n');
  expect(codes(await unread)).toEqual(['E-FILE-OUTSIDE', 'E-FILE-OUTSIDE']);
});

test('several configurations are supported, including an unsaved one and one selected with -c', async () => {
  const open = await start({ 'a/docform.yaml': 'version: 1\nteams: { one: {} }\n', 'b/.keep': '' });
  expect(codes(await open.open('a/docform.yaml'))).toEqual(['E-REQUIRED']);
  expect(await open.open('b/docform.yaml', 'version: 1\nteams: { two: { title: Two } }\n')).toEqual([]);
  const saml = 'version: 1\nteams: { two: { title: Two } }\nsaml: { okta: { defaultTeam: | } }\n';
  expect(labels(await open.complete('b/docform.yaml', saml))).toEqual(['two']);
  const named = await start(
    { 'main.yaml': 'version: 1\ninclude: [part.yaml]\n', 'part.yaml': 'teems: {}\n' },
    { argv: ['-c', 'main.yaml'] },
  );
  expect(codes(await named.open('part.yaml'))).toEqual(['E-KEY-UNKNOWN']);
});

test('the values of an environment are used, and secrets are not shown', async () => {
  const open = await start(
    {
      'docform.yaml':
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the language writes variables like this
        'version: 1\nvars: { org: null }\norganization: ${vars.org}\nteams: { docs: { title: sesame } }\n',
      'env/prod.yaml': 'org: acme\n',
    },
    { argv: ['--env', 'prod'], environment: { DOCFORM_TOKEN: 'sesame' } },
  );
  expect(await open.open(main)).toEqual([]);
  const said = await open.hover(main, 'docs');
  expect(said).toContain('`teams/docs`');
  expect(said).not.toContain('sesame');
});

test('a regular shutdown exits with 0, and a person who starts the server sees its purpose', async () => {
  const open = await start(files);
  opened.pop();
  expect(await open.leave()).toBe(0);
  const { exit, stderr } = await run(['lsp'], { isTerminal: true });
  expect({ exit, says: stderr.includes('lsp must be started by an editor') }).toEqual({ exit: 3, says: true });
});
