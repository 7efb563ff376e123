/** Runs the commands of every guide in order, in both dialects, as a reader with a fresh clone would type them. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Ledger } from '../../src/core/state.ts';
import { startPlatform } from '../../src/server/index.ts';
import { pageAt } from '../docs/pages.ts';
import { commandsOf, walkLine } from '../docs/walk.ts';
import { freshUrl, isWithoutPostgres, sharedPostgres } from '../ledger/postgres-server.ts';
import { directoryWith } from '../support/directory.ts';
import { worldOf } from '../support/live-world.ts';
import { filesBelow, projectDirectory } from '../support/sources.ts';

/** The objects that the guides name. */
const world = worldOf({
  members: { 'bo@acme.dev': 'edit' },
  teams: { docs: { title: 'Docs', members: { 'ana@acme.dev': 'owner' } }, lunch: { title: 'Lunch' } },
  spaces: { home: { title: 'Home' }, payroll: { title: 'Payroll' }, 'partner-guide': { title: 'Partner Guide' } },
  sites: {
    docs: {
      title: 'Docs',
      structure: [
        { section: 'guides', title: 'Guides', path: 'guides', spaces: [{ space: 'home' }] },
        { section: 'api', title: 'Api', path: 'api', spaces: [{ space: 'payroll' }] },
      ],
      shareLinks: { globex: { name: 'Globex' } },
    },
    'partner-portal': { title: 'Partner Portal', structure: [{ space: 'partner-guide' }] },
    broken: { title: 'Broken', structure: [{ space: 'home' }] },
  },
});

interface Walk {
  /** A directory without a configuration. Default: a repository after an import, with an edit that is not applied. */
  readonly isNew?: boolean;
  /** The objects of the platform. Default: those that the guides name. */
  readonly seed?: 'small';
  readonly files?: { readonly [path: string]: string };
  /** Commands that earlier steps of a reader have run. */
  readonly before?: readonly string[];
  /** The heading of the part that another test runs. */
  readonly until?: string;
  /** Commands that do not continue the steps above: the reader starts again. */
  readonly anew?: RegExp;
  /** Why a command does not run here, by the words that it contains. */
  readonly skipped?: { readonly [words: string]: string };
  /** Exit codes other than 0. */
  readonly exits?: { readonly [line: string]: number };
}

const serving = 'the platform of the test is already running; the command ends only when the reader stops it';

const walks: { readonly [guide: string]: Walk } = {
  'adopt-an-organization': {
    isNew: true,
    files: { 'gitbook-docs.yaml': 'site:\n  title: Docs\n  structure: []\n' },
    anew: /--split|--dry-run|init|--from/,
  },
  auditor: {
    before: ['docform access --format csv --redact-emails > access-2026-01.csv'],
    skipped: { 'postgres://': 'the reader of the audit has a role of its own in the database of the writers' },
  },
  backends: {
    exits: {
      // The ledger is in a file until the command `ledger move` below.
      'DOCFORM_BACKEND=postgres://docform@db.example.com/docform docform apply --lock-timeout 10m': 3,
      'docform plan --detailed-exitcode': 2,
    },
  },
  'coming-from-terraform': { isNew: true },
  editors: { skipped: { lsp: 'an editor starts and ends the language server' } },
  examples: {
    isNew: true,
    seed: 'small',
    skipped: { 'platform serve': serving },
    // The plan is blocked until the reader confirms the objects that it found by title.
    exits: { 'docform -C examples/one-site plan --detailed-exitcode': 6 },
  },
  gitbook: { isNew: true, skipped: { 'platform serve': serving } },
  install: { skipped: { docker: 'the image needs Docker and a network' } },
  'look-around': { files: { 'comment.json': '{ "body": { "markdown": "Hello" } }' } },
  'look-at-a-plan': { before: ['docform plan --out plan.json'] },
  monorepo: {
    files: {
      'docs/handbook/docform.yaml': 'version: 1\norganization: acme\n',
      'docs/portal/docform.yaml': 'version: 1\norganization: acme\n',
    },
    anew: / ci /,
  },
  'nightly-drift': {
    before: ["docform api PATCH '/v1/orgs/{organization}' --field title=Renamed"],
    exits: { 'docform drift --detailed-exitcode --format markdown > drift.md': 2 },
  },
  policy: {
    before: ['cp -r node_modules/@docform/cli/examples/policy/rules ../central-rules'],
    skipped: { 'opa eval': 'the Open Policy Agent is not a dependency' },
  },
  'restructure-a-site': { anew: /forget/ },
  'split-an-organization': { before: ['ln -s . central'] },
  'test-your-client': {
    skipped: {
      'platform serve': serving,
      'platform control': 'it asks the server of this guide, which does not run',
      'platform log': 'it asks the server of this guide, which does not run',
      curl: 'the server of this guide does not run; the tests of test/server/control-*.test.ts send these requests',
    },
  },
  'two-environments': {
    isNew: true,
    // test/cli/new-environment.test.ts runs this part on two platforms.
    until: '\n## Create staging',
    before: [
      'cp -r node_modules/@docform/cli/examples .',
      'cp -r examples/two-environments/. .',
      'export DOCFORM_API_URL=local:staging.db',
    ],
    skipped: { 'platform serve': 'data files (local:) take the place of both servers' },
  },
  undo: { before: ['docform apply --yes', 'git commit --quiet --all --message Apply'], anew: /git revert/ },
};

const commit = 'git -c core.hooksPath= commit --quiet --all --message';
const opening = [
  'cp docform.ledger.json imported.json',
  'docform forget teams/lunch --yes',
  'git init --quiet --initial-branch main',
  'git remote add origin https://git.example.com/acme/docs.git',
  'git add --all',
  `${commit} Import`,
  'git update-ref refs/remotes/origin/main HEAD',
];
const author = { GIT_AUTHOR_NAME: 'Ana', GIT_AUTHOR_EMAIL: 'ana@acme.dev' };
const identity = { ...author, GIT_COMMITTER_NAME: 'Ana', GIT_COMMITTER_EMAIL: 'ana@acme.dev' };

const closing: (() => unknown)[] = [];
afterAll(() => Promise.all(closing.map((close) => close())));

/** A platform, and the repository of a reader who has imported it. */
async function opened(dialect: '2025-06' | 'gitbook', seed?: 'small') {
  const platform = await startPlatform({ seed: seed ?? world, dialect });
  closing.push(() => platform.close());
  const environment = { DOCFORM_API_URL: platform.url, DOCFORM_TOKEN: platform.token };
  const directory = directoryWith();
  const walker = { directory, environment: { ...environment, ...identity } };
  if (seed === undefined) {
    for (const line of ['docform import', ...opening])
      expect(await walkLine(walker, line), line).toMatchObject({ exit: 0 });
    const file = join(directory, 'docform.yaml');
    writeFileSync(file, `${readFileSync(file, 'utf8')}include: [docs/portal.yaml]\n`);
    mkdirSync(join(directory, 'docs'));
    writeFileSync(join(directory, 'docs/portal.yaml'), 'teams:\n  writers-of-docs: { title: Writers }\n');
    for (const line of ['git add --all', `${commit} Edit`]) await walkLine(walker, line);
  }
  const ids = seed === undefined ? readIds(join(directory, 'imported.json')) : {};
  const written = {
    'node_modules/@docform/cli': projectDirectory,
    'http://127.0.0.1:4010 DOCFORM_ORG=... DOCFORM_TOKEN=...': `${platform.url} DOCFORM_ORG=${platform.organization} DOCFORM_TOKEN=${platform.token}`,
    'http://127.0.0.1:4011': 'local:staging.db',
    'http://127.0.0.1:4012': 'local:production.db',
    'https://api.gitbook.com': platform.url,
    'https://docs-proxy.example.com': platform.url.replace('127.0.0.1', 'localhost'),
    'api.example.com': new URL(platform.url).host,
    '<organization id>': platform.organization,
    '<token>': platform.token,
    'teams/id:TEAM': `teams/id:${ids['teams/lunch']}`,
    'teams/id:ID': `teams/id:${ids['teams/lunch']}`,
    '/spaces/SPACE/': `/spaces/${ids['spaces/home']}/`,
    '-sha SHA': `-sha ${'1'.repeat(40)}`,
    COMMIT: 'HEAD^',
  };
  platform.snapshots.take('start');
  return { platform, directory, environment, written };
}

function readIds(file: string) {
  const { resources } = JSON.parse(readFileSync(file, 'utf8')) as Ledger;
  return Object.fromEntries(Object.entries(resources).map(([address, { id }]) => [address, id]));
}

const platforms = new Map<string, ReturnType<typeof opened>>();

function platformOf(dialect: '2025-06' | 'gitbook', seed?: 'small') {
  const name = `${dialect} ${seed}`;
  const found = platforms.get(name) ?? opened(dialect, seed);
  platforms.set(name, found);
  return found;
}

const guides = filesBelow('docs/guides', '.md').map((path) => ({ path, name: basename(path, '.md') }));

function linesOf({ path, name }: (typeof guides)[number]) {
  const { until } = walks[name] ?? {};
  const page = pageAt(path);
  const end = until === undefined ? page.text.length : page.text.indexOf(until);
  return commandsOf({ ...page, text: page.text.slice(0, end) });
}

const walked = guides.filter((guide) => linesOf(guide).length > 0);

test.each((['2025-06', 'gitbook'] as const).flatMap((dialect) => walked.map((guide) => ({ ...guide, dialect }))))(
  'the commands of the guide $name work ($dialect)',
  async ({ path, name, dialect }) => {
    const { isNew, seed, files = {}, before = [], anew, skipped = {}, exits = {} } = walks[name] ?? {};
    if (name === 'backends' && isWithoutPostgres()) return;
    const { platform, directory: imported, environment, written } = await platformOf(dialect, seed);
    const database = name === 'backends' ? await freshUrl(await sharedPostgres()) : '';
    const typed = (line: string) =>
      Object.entries({ ...written, 'postgres://docform@db.example.com/docform': database }).reduce(
        (text, [words, actual]) => text.replaceAll(words, actual),
        line,
      );
    const begin = async () => {
      platform.snapshots.restore('start');
      const directory = join(directoryWith(), 'repository');
      if (isNew) mkdirSync(directory);
      else cpSync(imported, directory, { recursive: true });
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(dirname(join(directory, file)), { recursive: true });
        writeFileSync(join(directory, file), text);
      }
      const walker = { directory, environment: { ...environment, ...identity } };
      for (const line of before) expect(await walkLine(walker, typed(line)), line).toMatchObject({ exit: 0 });
      return walker;
    };
    let walker = await begin();
    for (const line of linesOf({ path, name })) {
      if (Object.keys(skipped).some((words) => line.includes(words))) continue;
      if (anew?.test(line)) walker = await begin();
      const expected = exits[line] ?? 0;
      const { exit, stderr } = await walkLine(walker, typed(line));
      expect({ line, exit, stderr: exit === expected ? '' : stderr }).toEqual({ line, exit: expected, stderr: '' });
    }
  },
);

test('each exception names a guide and a command that exist', () => {
  const unused = Object.entries(walks).flatMap(([name, { skipped = {}, exits = {}, anew }]) => {
    const lines = walked.flatMap((guide) => (guide.name === name ? linesOf(guide) : []));
    const isUsed = (words: string) => lines.some((line) => line.includes(words));
    return [
      ...[...Object.keys(skipped), ...Object.keys(exits)].filter((words) => !isUsed(words)),
      ...(lines.length === 0 || (anew !== undefined && !lines.some((line) => anew.test(line))) ? [name] : []),
    ];
  });
  expect(unused).toEqual([]);
});
