/** A commit has one ledger, wherever its checkout lies, and a shared backend never gives a configuration the ledger of another one. */
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freshUrl, isWithoutPostgres, type SharedPostgres, sharedPostgres } from '../ledger/postgres-server.ts';
import { type StateServiceFake, startStateService } from '../ledger/state-service.ts';
import { directoryWith, initRepository } from '../support/directory.ts';
import { closeWorkspaces, importWorkspace } from './import-workspace.ts';
import { type TwoTeams, twoTeams } from './two-teams.ts';

const hasPostgres = !isWithoutPostgres();
let server: SharedPostgres | undefined;
beforeAll(async () => {
  server = await sharedPostgres();
});

let service: StateServiceFake | undefined;
afterEach(async () => {
  await closeWorkspaces();
  await service?.close();
  service = undefined;
});

const remote = 'https://github.com/acme/docs';
const docs = 'teams: { docs: { title: Docs } }\n';
const guides = 'collections: { guides: { title: Guides } }\n';
const live = { teams: { docs: { title: 'Docs' } }, collections: { guides: { title: 'Guides' } } };

async function serviceUrl(state: string) {
  service ??= await startStateService({ kind: 'plain', conflict: 423, hasManyStates: true });
  return new URL(`/state/${state}`, service.url).href.replaceAll('%7B', '{').replaceAll('%7D', '}');
}

async function done(run: ReturnType<TwoTeams['docform']>) {
  const { exit, stdout, stderr } = await run;
  expect(exit, stdout + stderr).toBe(0);
  return stdout;
}

/** Copies of one commit in directories with different names. */
async function twoCheckouts(backend: string, text: string, origin: string | undefined = remote) {
  const place = await importWorkspace({});
  const directories = ['docs', 'my-docs'].map((name) => join(directoryWith(), name));
  const source = directoryWith({ 'docform.yaml': `version: 1\n${text}` });
  if (origin !== '') initRepository(source, { origin });
  for (const directory of directories) cpSync(source, directory, { recursive: true });
  const [first = '', second = ''] = directories;
  const docform = (directory: string, ...argv: readonly string[]) =>
    place.docform(['-C', directory, ...argv], { environment: { DOCFORM_BACKEND: backend } });
  return { ...place, first, second, docform };
}

const backends = [
  ['a state service', () => serviceUrl('docs')],
  ...(hasPostgres ? ([['PostgreSQL', () => freshUrl(server)]] as const) : []),
] as const;

describe.each(backends)('with the ledger in %s', (_, backend) => {
  test.each([
    ['the remote of the repository', docs, remote],
    ['a name, without a repository', `name: docs\n${docs}`, ''],
  ])('two checkouts of one commit share the ledger, identified by %s', async (_how, text, origin) => {
    const { first, second, docform, hasWritten } = await twoCheckouts(await backend(), text, origin);
    expect((await docform(first, 'apply', '--yes')).exit).toBe(0);
    hasWritten();
    const { exit, stdout } = await docform(second, 'plan', '--detailed-exitcode');
    expect([exit, stdout]).toEqual([0, expect.stringContaining('No changes.')]);
    writeFileSync(join(second, 'docform.yaml'), `version: 1\n${text.replace('title: Docs', 'title: Manual')}`);
    expect((await docform(second, 'plan')).stdout).toContain('1 to update');
  });

  test('a configuration without a name and without a remote is refused', async () => {
    const { first, docform, hasWritten } = await twoCheckouts(await backend(), docs, '');
    for (const argv of [['plan'], ['apply', '--yes'], ['ledger', 'init']]) {
      const { exit, stderr } = await docform(first, ...argv);
      expect([exit, stderr]).toEqual([3, expect.stringContaining('error[E-LEDGER-NAME]')]);
      expect(stderr).toContain('add `name: NAME` to docform.yaml');
    }
    expect(hasWritten()).toBe(false);
  });

  test('a new name finds the ledger only after `ledger move --from-name`', async () => {
    const { first, docform, hasWritten } = await twoCheckouts(await backend(), `name: old\n${docs}`);
    expect((await docform(first, 'apply', '--yes')).exit).toBe(0);
    writeFileSync(join(first, 'docform.yaml'), `version: 1\nname: new\n${docs}`);
    hasWritten();
    for (const argv of [['plan'], ['apply', '--yes']]) {
      const { exit, stdout, stderr } = await docform(first, ...argv);
      expect([exit > 0, stdout]).toEqual([true, '']);
      expect(stderr).toContain('docform ledger move --from-name old');
    }
    const moved = await docform(first, 'ledger', 'move', '--from-name', 'old');
    expect([moved.exit, moved.stderr]).toEqual([0, expect.not.stringContaining('error')]);
    expect((await docform(first, 'plan', '--detailed-exitcode')).exit).toBe(0);
    expect(hasWritten()).toBe(false);
  });

  test('an empty backend next to a ledger file is refused, and `ledger move` moves the file', async () => {
    const teams = await twoTeams(undefined, {});
    const { declare, docform, environment, at, hasWritten } = teams;
    declare('docs', docs);
    await done(docform('docs', 'apply', '--yes'));
    hasWritten();
    environment.DOCFORM_BACKEND = await backend();
    await done(docform('docs', 'ledger', 'init'));
    declare('docs', docs.replace('Docs', 'Manual'));
    for (const argv of [['plan'], ['apply', '--yes'], ['drift'], ['import', 'teams']]) {
      const { exit, stderr } = await docform('docs', ...argv);
      expect([argv, exit, stderr]).toEqual([argv, 3, expect.stringContaining('error[E-LEDGER-NOT-MOVED]')]);
      expect(stderr).toContain('run `docform ledger move`');
    }
    expect(await done(docform('docs', 'ledger', 'move', '--dry-run'))).toContain('can get 1 resource');
    expect(await done(docform('docs', 'ledger', 'move'))).toContain('docform.ledger.json was deleted: commit this');
    expect(existsSync(at('docs/docform.ledger.json'))).toBe(false);
    expect(await done(docform('docs', 'plan'))).toContain('1 to update');
    expect(hasWritten()).toBe(false);
  });
});

describe('two configurations in a state service', () => {
  const open = async (state: string, first = 'handbook', second = 'portal') => {
    const teams = await twoTeams(await serviceUrl(state), live);
    teams.declare(first, docs);
    teams.declare(second, guides);
    return teams;
  };

  test('one state does not serve both, in one repository, in two, or with the same name', async () => {
    const { docform, declare, at, hasWritten } = await twoTeams(await serviceUrl('docs'), live);
    declare('handbook', docs);
    await done(docform('handbook', 'apply', '--yes'));
    declare('portal', 'teams: {}\n');
    declare('other', 'name: handbook\nteams: {}\n');
    declare('clone/handbook', 'teams: {}\n');
    initRepository(at('clone'), { origin: 'https://github.com/acme/other' });
    hasWritten();
    for (const [name, owner] of [
      ['portal', 'the state belongs to the configuration "handbook" (handbook/docform.yaml)'],
      ['other', 'the ledger "handbook" belongs to handbook/docform.yaml'],
      ['clone/handbook', 'belongs to handbook/docform.yaml in the repository acme/docs'],
    ] as const)
      for (const argv of [['plan'], ['apply', '--yes', '--allow-deletes', '9']]) {
        const { exit, stdout, stderr } = await docform(name, ...argv);
        expect([name, exit > 0, stdout]).toEqual([name, true, '']);
        expect(stderr).toContain(owner);
      }
    expect(hasWritten()).toBe(false);
  });

  test('with {name} in the URL, each has its own state and knows what the other one owns', async () => {
    const { docform, declare, blocks } = await open('{name}-main', 'docs/handbook', 'docs/portal');
    for (const name of ['docs/handbook', 'docs/portal']) await done(docform(name, 'apply', '--yes'));
    expect(service?.log.filter((line) => line.startsWith('LOCK'))).toEqual([
      'LOCK /state/docs-handbook-main',
      'LOCK /state/docs-portal-main',
    ]);
    declare('docs/handbook', `${docs}${guides}`);
    expect(await blocks('docs/handbook')).toEqual(['B-OWNED-ELSEWHERE collections/guides']);
    declare('docs/handbook', `policy: { prune: { collections: all } }\n${docs}collections: { new: { title: New } }\n`);
    await done(docform('docs/handbook', 'apply', '--yes'));
    expect(await blocks('docs/handbook')).toEqual([]);
    expect((await docform('docs/handbook', 'plan')).stdout).toContain('collections: 1 of docs/portal');
    declare('docs/handbook', 'teams: {}\n');
    expect(await blocks('docs/handbook')).toEqual([]);
  });

  test('with the URL of one state, the other state is unknown: nothing is adopted or deleted', async () => {
    const { docform, declare, blocks, hasWritten } = await open('docs');
    declare('handbook', 'teams: { new: { title: New } }\n');
    await done(docform('handbook', 'apply', '--yes'));
    hasWritten();
    declare('handbook', `teams: { new: { title: New } }\n${guides}`);
    expect(await blocks('handbook')).toEqual(['B-OWNER-UNKNOWN collections/guides']);
    declare('handbook', 'teams: {}\n');
    expect(await blocks('handbook')).toEqual(['B-OWNER-UNKNOWN teams/new']);
    const { exit, stderr } = await docform('handbook', 'apply', '--yes');
    expect([exit, stderr]).toEqual([6, expect.stringContaining('write {name} in DOCFORM_BACKEND')]);
    expect(hasWritten()).toBe(false);
  });
});
