/** Tests rehearsals, which apply the plan to a copy of the organization before the apply. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterEach, expect, test } from 'vitest';
import { planSchema } from '../../src/report/plan/json.ts';
import { createFixture } from '../../src/server/index.ts';
import { plantedIds } from '../support/live-world.ts';
import { head, workspace } from './plan-workspace.ts';

type Workspace = Awaited<ReturnType<typeof workspace>>;
const open: Workspace[] = [];

async function at(text: string, seed: 'empty' | 'small' = 'small'): Promise<Workspace> {
  const place = await workspace(head + text, seed);
  open.push(place);
  return place;
}

afterEach(async () => {
  for (const { platform, directory } of open.splice(0)) {
    await platform.close();
    await rm(directory, { recursive: true });
  }
});

const writes = ({ platform }: Workspace) =>
  platform.requests.read().items.flatMap(({ method, path }) => (method === 'GET' ? [] : [`${method} ${path}`]));

/** The platform does not offer this type of site. */
const home = plantedIds(createFixture('small', 1)).get('spaces/home');
const refused = `sites: { docs: { title: Docs, type: galactic, visibility: public, structure: [{ space: home }] } }\nspaces: { home: { id: ${home}, title: Home } }\n`;
const fine = 'teams: { docs: { title: Docs }, support: { title: Support, members: { bo@acme.dev: owner } } }\n';

test('a plan that succeeds on the copy passes, and only GET requests are sent', async () => {
  const place = await at(fine);
  const { exit, stdout, stderr } = await place.docform(['plan', '--rehearse', '--detailed-exitcode']);
  expect(exit).toBe(2);
  expect(stdout).toContain('Plan: ');
  expect(stdout).toContain(
    'Rehearsal passed on a copy of 11 objects: 2 changes applied. A second plan has no changes.\n',
  );
  expect(stderr).toContain('Rehearsing on a copy of 11 objects (15 requests)');
  expect(writes(place)).toEqual([]);
});

test('a change that the platform would reject fails on the copy, and only GET requests are sent', async () => {
  const place = await at(refused);
  const plain = await place.docform(['plan', '--detailed-exitcode']);
  expect(plain.exit).toBe(2);
  const { exit, stdout } = await place.docform(['plan', '--rehearse', '--detailed-exitcode']);
  expect(exit).toBe(6);
  expect(stdout).toContain('Rehearsal failed (B-REHEARSAL) on a copy of 11 objects: 2 changes failed.\n');
  expect(stdout).toMatch(/\+ sites\/docs {2}.*400.*galactic/);
  expect(stdout).toMatch(/\+ sites\/docs\/spaces\/home {2}it needs sites\/docs\n/);
  expect((await place.docform(['plan', '--rehearse'])).exit).toBe(0);
  expect(writes(place)).toEqual([]);
});

test('apply changes nothing after a failed rehearsal', async () => {
  const place = await at(refused);
  const { exit, stdout, stderr } = await place.docform(['apply', '--yes', '--rehearse']);
  expect(exit).toBe(6);
  expect(stdout).toBe('Nothing was applied: the rehearsal failed.\n');
  expect(stderr).toContain('B-REHEARSAL');
  expect(writes(place)).toEqual([]);
  expect(
    (await readFile(join(place.directory, 'docform.ledger.json'), 'utf8').catch(() => 'none')).includes('sites/docs'),
  ).toBe(false);
  const json = await place.docform(['apply', '--yes', '--rehearse', '--json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ kind: 'plan', rehearsal: { status: 'failed', code: 'B-REHEARSAL' } });
});

test('apply applies a plan that passed its rehearsal, also a saved plan', async () => {
  const place = await at(fine);
  expect((await place.docform(['plan', '--out', 'plan.json', '--rehearse'])).exit).toBe(0);
  const { exit, stderr, stdout } = await place.docform(['apply', 'plan.json', '--rehearse', '--json']);
  expect([exit, JSON.parse(stdout)]).toMatchObject([
    0,
    { kind: 'apply-report', summary: { done: 2 }, rehearsal: { status: 'passed' } },
  ]);
  expect(stderr).toContain('Rehearsal passed');
  expect((await place.docform(['plan', '--detailed-exitcode'])).exit).toBe(0);
  const nothing = await place.docform(['plan', '--rehearse']);
  expect(nothing.stdout).toContain('Rehearsal: skipped, the plan has no changes to apply.\n');
});

test('apply rehearses only the approved part, and sends nothing else', async () => {
  const docs = 'teams: { docs: { title: Docs }, support: { title: Support } }\n';
  const place = await at(docs);
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  await place.write(head + docs.replace('Docs', 'Handbook'));
  expect((await place.docform(['plan', '--out', 'plan.json'])).exit).toBe(0);
  await place.ask('DELETE', `teams/${await place.titled('teams', 'Support')}`);
  const { exit, stdout } = await place.docform(['apply', 'plan.json', '--rehearse', '--json']);
  expect([exit, JSON.parse(stdout)]).toMatchObject([
    7,
    {
      summary: { done: 1 },
      rehearsal: { status: 'passed', changes: { done: 1 } },
      leftOut: [{ address: 'teams/support' }],
    },
  ]);
  expect(await place.titles('teams')).toContain('Handbook');
  expect(await place.titles('teams')).not.toContain('Support');
});

test('a blocked plan is not rehearsed, and the output reports this', async () => {
  const place = await at('members: { ana@acme.dev: read }\n');
  const { exit, stdout } = await place.docform(['plan', '--rehearse', '--detailed-exitcode']);
  expect(exit).toBe(6);
  expect(stdout).toContain('Rehearsal: skipped, the plan is blocked.\n');
});

test.each(['passed', 'failed', 'skipped'])(
  'the document of a plan whose rehearsal %s matches its schema',
  async (status) => {
    const place = await at({ passed: fine, failed: refused, skipped: 'teams: {}\n' }[status] ?? '');
    const { stdout } = await place.docform(['plan', '--rehearse', '--json']);
    const document = JSON.parse(stdout) as { readonly rehearsal: { readonly status: string } };
    expect(document.rehearsal.status).toBe(status);
    expect(new Ajv({ strict: false }).validate(planSchema(), document)).toBe(true);
  },
);

test('a new environment is rehearsed without its pending spaces', async () => {
  const section = (key: string, space: string) =>
    `{ section: ${key}, title: Title ${key}, path: ${key}, spaces: [{ space: ${space} }] }`;
  const spaces = [
    `home: { id: ${home}, title: Home }`,
    'guide: { title: Guide }',
    'api: { title: API }',
    'old: { title: Old API, copyOf: api }',
  ];
  const sections = [section('one', 'guide'), section('two', 'home'), section('three', 'api'), section('four', 'old')];
  const place = await at(
    [
      `collections: { staging: { title: Staging } }`,
      `spaces: { ${spaces.join(', ')} }`,
      `sites: { docs: { title: Docs, structure: [${sections.join(', ')}] } }\n`,
    ].join('\n'),
  );
  const { exit, stdout } = await place.docform(['plan', '--rehearse', '--detailed-exitcode']);
  expect(exit).toBe(2);
  expect(stdout).toMatch(/spaces\/api: new in this plan: title "API"[\s\S]*spaces\/old: new in this plan: /);
  expect(stdout).toMatch(
    /Rehearsal passed on a copy of \d+ objects: \d changes applied\. A second plan has no changes\.\n/,
  );
  expect(writes(place)).toEqual([]);
});

test('show prints the rehearsal of a saved plan', async () => {
  const place = await at(refused);
  for (const format of ['text', 'markdown']) {
    const planned = await place.docform(['plan', '--rehearse', '--format', format, '--out', 'plan.json']);
    expect((await place.docform(['show', 'plan.json', '--format', format])).stdout).toBe(planned.stdout);
  }
});

test('Markdown has a section for the rehearsal', async () => {
  const place = await at(refused);
  const { stdout } = await place.docform(['plan', '--rehearse', '--format', 'markdown']);
  expect(stdout).toContain('#### Rehearsal\n**Rehearsal failed');
  expect(stdout).toContain('- **failed** `sites/docs`: ');
});

test('unreadable lists are not in the copy, and the output reports this', async () => {
  const place = await at(fine);
  place.platform.faults.add({
    match: { method: 'GET', path: '/v1/orgs/*/openapi*' },
    effect: { type: 'status', status: 403 },
  });
  const { exit, stdout } = await place.docform(['plan', '--rehearse', '--detailed-exitcode']);
  expect(exit).toBe(2);
  expect(stdout).toContain('Rehearsal passed');
  expect(stdout).toMatch(/Not covered by the rehearsal:\n {2}\? openapi: it could not be read completely: .*403/);
});

test('restored, transferred and moved objects are rehearsed with the ids of the platform', async () => {
  const text =
    'policy: { self: ana@acme.dev }\ncollections: { product: { title: Product, order: [payments, home] } }\n';
  const spaces =
    'spaces: { home: { title: Home, collection: product }, payments: { title: Payments EN, collection: product } }\n';
  const place = await at(text + spaces);
  expect((await place.docform(['apply', '--yes'])).exit).toBe(0);
  const ledger = JSON.parse(await readFile(join(place.directory, 'docform.ledger.json'), 'utf8')) as {
    resources: Record<string, { id: string }>;
  };
  const home = ledger.resources['spaces/home']?.id ?? '';
  await place.ask('DELETE', `/spaces/${home}`);
  await place.write(
    `${head}${text.replace('[payments, home]', '[home, payments]')}${spaces.replace('title: Home', 'title: House')}`,
  );
  const sent = writes(place);
  const { stdout } = await place.docform(['plan', '--rehearse', '--json']);
  const { changes, rehearsal } = JSON.parse(stdout) as { changes: { why: string | null }[]; rehearsal: object };
  expect(changes.map(({ why }) => why)).toContain('restored from the trash');
  expect(rehearsal).toMatchObject({ status: 'passed', unsure: [], notCovered: [] });
  expect(writes(place)).toEqual(sent);
});
