/** Tests that `docform plan --offline` equals the plan with a token if nothing was changed outside docform, and is marked as partial. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StartedPlatform, startPlatform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { run } from './harness.ts';

const before = `version: 1
teams:
  docs: { title: Docs }
  old: { title: Old }
  former: { title: Former }
collections:
  a: { title: A }
  b: { title: B }
sites:
  docs:
    title: Docs
    structure:
      - { section: one, title: One, path: one, spaces: [{ space: home }] }
      - { section: two, title: Two, path: two, spaces: [{ space: changelog }] }
spaces:
  home: { title: Home }
  changelog: { title: Changelog }
`;

const after = `version: 1
moved: [{ from: teams/former, to: teams/latter }]
teams:
  docs: { title: Handbook }
  latter: { title: Former }
  fresh: { title: Fresh }
collections:
  a: { title: A }
sites:
  docs:
    title: Docs
    structure:
      - { section: two, title: Second, path: two, spaces: [{ space: changelog }] }
      - { section: one, title: One, path: one, spaces: [{ space: home }] }
spaces:
  home: { title: Home }
  changelog: { title: Changelog }
`;

let platform: StartedPlatform;
let directory: string;
beforeAll(async () => {
  platform = await startPlatform({ seed: 'small' });
  directory = await directoryWith({ 'docform.yaml': before });
  const allowed = ['spaces/home', 'spaces/changelog'].flatMap((address) => ['--allow', address]);
  const applied = await run(['apply', '--yes', '--no-undo', ...allowed], online());
  expect(applied.exit, applied.stderr + applied.stdout).toBe(0);
});
afterAll(() => platform.close());

const online = () => ({
  directory,
  environment: { DOCFORM_API_URL: platform.url, DOCFORM_TOKEN: platform.token, DOCFORM_ORG: platform.organization },
});

interface Document {
  readonly changes: readonly {
    readonly address: string;
    readonly action: string;
    readonly fields: readonly (string | { readonly field: string })[];
  }[];
  readonly [key: string]: unknown;
}

async function told(argv: readonly string[], world: object): Promise<Document> {
  return JSON.parse((await run([...argv, '--json'], { directory, ...world })).stdout) as Document;
}

/** Lines such as `update teams/docs title`. A move names only its parent. */
function lines({ changes }: Document): readonly string[] {
  const shown = changes.map(({ address, action, fields }) => {
    const names = fields.map((each) => (typeof each === 'string' ? each : each.field)).sort();
    const where = action === 'move' && address.includes('/sections/') ? address.replace(/\/sections\/.*/, '') : address;
    return [action, where, ...(action === 'update' ? names : [])].join(' ');
  });
  return [...new Set(shown)].sort();
}

test('plan --offline is empty without changes', async () => {
  writeFileSync(join(directory, 'docform.yaml'), before);
  expect(lines(await told(['plan', '--offline'], {}))).toEqual([]);
  expect(lines(await told(['plan'], online()))).toEqual([]);
});

test('plan --offline lists the same addresses and fields as plan, without a URL, a token or a request', async () => {
  writeFileSync(join(directory, 'docform.yaml'), after);
  const sent = platform.requests.read().total;
  const partial = await told(['plan', '--offline'], {});
  expect(platform.requests.read().total).toBe(sent);
  expect(partial).toMatchObject({
    kind: 'partial plan',
    isPartial: true,
    why: 'offline',
    hasChanges: true,
    withoutFingerprint: 0,
  });
  const whole = lines(await told(['plan'], online()));
  expect(whole).toEqual(
    expect.arrayContaining([
      'create teams/fresh',
      'delete teams/old',
      'rename teams/latter',
      'update teams/docs title',
    ]),
  );
  expect(lines(partial)).toEqual(whole);
});

test('every format marks the plan as offline, and an offline plan cannot be saved or applied', async () => {
  writeFileSync(join(directory, 'docform.yaml'), after);
  const text = await run(['plan', '--offline'], { directory });
  expect(text).toMatchObject({ exit: 0, stderr: '' });
  expect(text.stdout).toMatch(
    /^Offline plan for organization \S+\nThis is an offline plan: .* You cannot save or apply it\.\n/,
  );
  expect(text.stdout).toMatch(/^ {2}~ teams\/docs {2}title$/m);
  expect(text.stdout).toMatch(/^Offline plan: 1 new, 2 changed, /m);
  const markdown = (await run(['plan', '--offline', '--format', 'markdown'], { directory })).stdout;
  expect(markdown).toContain('> **This is an offline plan: ');
  expect(markdown).toContain('~ teams/docs  title');
  expect(await run(['plan', '--offline', '--out', 'p.json'], { directory })).toMatchObject({ exit: 3, stdout: '' });
  expect(await run(['plan', '--offline', '--rehearse'], { directory })).toMatchObject({ exit: 3, stdout: '' });
  expect(await run(['plan', '--offline', '--format', 'html'], { directory })).toMatchObject({ exit: 3, stdout: '' });
  writeFileSync(join(directory, 'partial.json'), (await run(['plan', '--offline', '--json'], { directory })).stdout);
  for (const command of ['show', 'apply'])
    expect(await run([command, 'partial.json'], online())).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('E-PLAN-FILE'),
    });
});

test('plan --offline has the exit codes and problems of plan', async () => {
  writeFileSync(join(directory, 'docform.yaml'), after);
  expect((await run(['plan', '--offline', '--detailed-exitcode'], { directory })).exit).toBe(2);
  writeFileSync(join(directory, 'docform.yaml'), before.replace(/\nsites:[\s\S]*?\nspaces:/, '\nsites: {}\nspaces:'));
  const blocked = await run(['plan', '--offline', '--detailed-exitcode'], { directory });
  expect(blocked.exit).toBe(6);
  expect(blocked.stdout).toMatch(/^ {2}- sites\/docs {2}.*protected/m);
  writeFileSync(join(directory, 'docform.yaml'), after.replace('title: Fresh', 'titel: Fresh'));
  expect(await run(['plan', '--offline'], { directory })).toMatchObject({
    exit: 3,
    stderr: expect.stringContaining('E-KEY-UNKNOWN'),
  });
});

test('without a ledger, plan --offline creates all resources', async () => {
  const elsewhere = await directoryWith({
    'docform.yaml': readFileSync(join(directory, 'docform.yaml'), 'utf8').replace('titel', 'title'),
  });
  const { changes, target } = (await told(['plan', '--offline'], { directory: elsewhere })) as Document & {
    readonly target: unknown;
  };
  expect(new Set(changes.map(({ action }) => action))).toEqual(new Set(['create']));
  expect(target).toEqual({ host: null, organization: null });
});

test('plan --offline lists no removed fields of an object that the plan replaces', async () => {
  const withField = (field: string) =>
    writeFileSync(join(directory, 'docform.yaml'), `${before}customFields: { state: ${field} }\n`);
  withField('{ type: select:single, options: [live], description: What it is }');
  expect(await run(['apply', '--yes', '--no-undo'], online())).toMatchObject({ exit: 0 });
  withField('{ type: boolean }');
  expect(lines(await told(['plan', '--offline'], {}))).toEqual(['update customFields/state type']);
  expect(lines(await told(['plan'], online()))).toEqual(['replace customFields/state']);
});

test('equal changes of a list are one line in text and Markdown, and one line each with -v', async () => {
  const teams = Array.from({ length: 30 }, (_, at) => `  team-${at + 1}: { title: Team ${at + 1} }\n`).join('');
  const place = await directoryWith({ 'docform.yaml': `version: 1\norganization: acme\nteams:\n${teams}` });
  const offline = async (...flags: readonly string[]) =>
    (await run(['plan', '--offline', ...flags], { directory: place })).stdout;
  const grouped = /^ *\+ 30 of teams: 30 from team-1 to team-30 {2}not in the ledger yet/m;
  expect(await offline()).toMatch(grouped);
  expect(await offline('--format', 'markdown')).toMatch(grouped);
  expect((await offline('-v')).match(/^ {2}\+ teams\/team-\d+ {2}/gm)).toHaveLength(30);
});
