/** Two configurations of one organization never own the same object. */
import { renameSync, rmSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freshUrl, isWithoutPostgres, type SharedPostgres, sharedPostgres } from '../ledger/postgres-server.ts';
import { initRepository } from '../support/directory.ts';
import { closeWorkspaces } from './import-workspace.ts';
import { twoTeams } from './two-teams.ts';

const hasPostgres = !isWithoutPostgres();
let server: SharedPostgres | undefined;
beforeAll(async () => {
  server = await sharedPostgres();
});
afterEach(closeWorkspaces);

const backends = hasPostgres ? ['files', 'PostgreSQL'] : ['files'];
const open = async (backend: string) => twoTeams(backend === 'files' ? undefined : await freshUrl(server));

const mine = 'teams: { docs: { title: Docs } }\n';

describe.each(backends)('with ledgers in %s', (backend) => {
  test('each configuration has its own ledger, and neither plans to delete or adopt objects of the other', async () => {
    const { declare, docform, blocks, hasWritten } = await open(backend);
    declare('all', mine);
    declare('sites/portal', 'collections: { guides: { title: Guides } }\n');
    expect((await docform('all', 'apply', '--yes')).exit).toBe(0);
    expect((await docform('sites/portal', 'apply', '--yes')).exit).toBe(0);
    for (const name of ['all', 'sites/portal'])
      expect((await docform(name, 'plan', '--detailed-exitcode')).stdout).toContain('No changes.');
    declare('all', `${mine}collections: { mine: { title: Guides } }\n`);
    expect(await blocks('all', '--allow', 'collections/mine')).toEqual(['B-OWNED-ELSEWHERE collections/mine']);
    const { exit, stderr } = await docform('all', 'apply', '--yes', '--allow', 'collections/mine');
    expect(exit).toBe(6);
    expect(stderr).toContain('the configuration sites/portal (sites/portal/docform');
    expect(stderr).toContain('owns collections/guides');
    expect(hasWritten()).toBe(false);
  });

  test('`prune: all` deletes nothing that another configuration owns, and lists it as managed elsewhere', async () => {
    const { declare, docform, blocks, write, hasWritten } = await open(backend);
    declare('portal', 'name: portal\ncollections: { guides: { title: Guides } }\n');
    declare('all', 'policy: { prune: { collections: all } }\ncollections: { old: { title: Old } }\n');
    expect((await docform('all', 'apply', '--yes')).exit).toBe(0);
    expect((await docform('portal', 'apply', '--yes')).exit).toBe(0);
    const { exit, stdout } = await docform('all', 'plan', '--detailed-exitcode');
    expect(exit, stdout).toBe(0);
    expect(stdout).toContain('Managed by other configurations\n  collections: 1 of portal\n\nNo changes.');
    expect((await docform('all', 'apply', '--yes')).exit).toBe(0);
    expect(hasWritten()).toBe(false);
    const listed = await docform('all', 'get', '--unmanaged');
    expect(listed.stdout).not.toContain('Guides');
    expect((await docform('all', 'get')).stdout).toMatch(/external {2,}"Guides"; managed by portal \(portal\/docform/);
    if (backend !== 'files') return;
    write('portal/docform.ledger.json', '{');
    expect(await blocks('all')).toEqual([expect.stringMatching(/^B-OWNER-UNKNOWN collections\/id:/)]);
  });

  test('of two configurations that adopt the same object at the same moment, one gets the object', async () => {
    const { declare, docform, blocks } = await open(backend);
    const names = ['a', 'b', 'c'];
    for (const name of names) declare(name, mine);
    const runs = await Promise.all(names.map((name) => docform(name, 'apply', '--yes')));
    const won = runs.filter(({ exit }) => exit === 0);
    expect(won, runs.map(({ exit, stdout, stderr }) => `${exit} ${stdout} ${stderr}`).join('\n')).toHaveLength(1);
    for (const [at, name] of names.entries())
      expect(await blocks(name)).toEqual(runs[at]?.exit === 0 ? [] : ['B-OWNED-ELSEWHERE teams/docs']);
  });

  test('drift does not list objects of another configuration', async () => {
    const { declare, docform } = await open(backend);
    declare('all', 'collections: { old: { title: Old } }\n');
    declare('portal', 'collections: { guides: { title: Guides } }\n');
    for (const name of ['all', 'portal']) expect((await docform(name, 'apply', '--yes')).exit).toBe(0);
    for (const name of ['all', 'portal']) {
      const { exit, stdout } = await docform(name, 'drift', '--detailed-exitcode');
      expect(exit, stdout).toBe(0);
      expect(stdout).toContain('not listed: 1 object of other configurations');
    }
  });

  test('two configurations share a field with the same value, and are blocked by name with different values', async () => {
    const { declare, docform, blocks, write, read, hasWritten } = await open(backend);
    const settings = (title: string) => `settings:\n  title: ${title}\n`;
    declare('all', settings('Acme'));
    declare('portal', settings('Acme'));
    for (const name of ['all', 'portal']) expect((await docform(name, 'apply', '--yes')).exit).toBe(0);
    for (const name of ['all', 'portal']) {
      expect((await docform(name, 'plan', '--detailed-exitcode')).exit).toBe(0);
      expect((await docform(name, 'drift', '--detailed-exitcode')).exit).toBe(0);
    }
    declare('all', settings('Acme Docs'));
    hasWritten();
    const { exit, stderr } = await docform('all', 'apply', '--yes');
    expect(exit).toBe(6);
    expect(stderr).toContain('title is declared with another value by portal (portal/docform.yaml:3)');
    expect(hasWritten()).toBe(false);
    write('portal/docform.yaml', read('portal/docform.yaml').replace('Acme', 'Acme Docs'));
    expect(await blocks('all')).toEqual([]);
    expect((await docform('all', 'apply', '--yes')).exit).toBe(0);
    write('portal/docform.yaml', read('portal/docform.yaml').replace('Acme Docs', 'Acme'));
    const drift = await docform('portal', 'drift');
    expect(drift.stdout).toContain('title is declared by all (all/docform.yaml:3)');
    const [entry] = (
      JSON.parse((await docform('portal', 'drift', '--json')).stdout) as { entries: { fields: object[] }[] }
    ).entries;
    expect(entry?.fields).toMatchObject([{ field: 'title', declaredBy: 'all (all/docform.yaml:3)' }]);
  });
});

describe.skipIf(!hasPostgres)('in one database, configurations with the same name', () => {
  const shown = 'teams: { docs: { title: Docs } }\n';
  const cloned = async (first: string, second: string) => {
    const teams = await open('PostgreSQL');
    initRepository(teams.at('one'), first === '' ? {} : { origin: first });
    initRepository(teams.at('two'), second === '' ? {} : { origin: second });
    teams.declare('one/docs', shown);
    teams.declare('two/docs', 'teams: {}\n');
    expect((await teams.docform('one/docs', 'apply', '--yes')).exit).toBe(0);
    teams.hasWritten();
    return teams;
  };

  test.each([
    ['https://ci:secret@github.com/acme/one.git', 'https://ci:secret@github.com/acme/two.git'],
    ['git@github.com:acme/one', 'ssh://git@github.com:22/acme/two.git'],
  ])('in %s and %s, the second is refused', async (first, second) => {
    const { docform, hasWritten, write } = await cloned(first, second);
    for (const argv of [['plan'], ['apply', '--yes', '--allow-deletes', '9'], ['drift']]) {
      const { exit, stdout, stderr } = await docform('two/docs', ...argv);
      expect([exit, stdout]).toEqual([1, '']);
      expect(stderr).toContain('the ledger "docs" belongs to docs/docform.yaml in the repository acme/one');
      expect(stderr).toContain('set another `name`');
      expect(stderr).not.toContain('secret');
    }
    expect(hasWritten()).toBe(false);
    write('two/docs/docform.yaml', 'version: 1\nname: two\nteams: {}\n');
    expect((await docform('two/docs', 'plan')).stdout).toContain('No changes.');
  });

  test.each([
    ['https://ci@github.com/acme/one.git', 'git@github.com:Acme/One.git'],
    ['https://github.com/acme/one', 'git@gitlab.com:acme/one.git'],
  ])('in clones of one repository (%s, %s), both are used', async (first, second) => {
    const { docform, declare } = await cloned(first, second);
    declare('two/docs', shown);
    expect((await docform('two/docs', 'apply', '--yes')).stdout).toContain('Nothing to apply.');
    expect((await docform('one/docs', 'plan')).stdout).toContain('No changes.');
  });

  test('a fork with the first repository as a remote does not take the ledger', async () => {
    const { docform, declare, at } = await cloned('git@host:acme/one.git', 'git@host:me/one.git');
    initRepository(at('two'), { origin: 'git@host:me/one.git', upstream: 'git@host:acme/one.git' });
    declare('two/docs', shown);
    expect((await docform('two/docs', 'apply', '--yes')).exit).toBe(0);
    expect((await docform('one/docs', 'plan')).stdout).toContain('No changes.');
  });

  test('in one repository, the second is refused until the first has another name or no file', async () => {
    const { declare, docform, at } = await open('PostgreSQL');
    declare('first', `name: docs\n${shown}`);
    expect((await docform('first', 'apply', '--yes')).exit).toBe(0);
    declare('second', 'name: docs\nteams: {}\n');
    const { exit, stderr } = await docform('second', 'plan');
    expect(exit).toBe(1);
    expect(stderr).toContain('the ledger "docs" belongs to first/docform.yaml');
    rmSync(at('first'), { recursive: true });
    expect((await docform('second', 'plan')).stdout).toContain('1 to delete');
  });
});

test('two main files in one directory cannot use the same ledger', async () => {
  const { write, at, docform } = await open('files');
  write('all/a.yaml', `version: 1\n${mine}`);
  write('all/b.yaml', 'version: 1\nname: b\nteams: {}\n');
  expect((await docform('all', '-c', 'a.yaml', 'apply', '--yes')).exit).toBe(0);
  for (const command of ['plan', 'drift', 'forget teams/docs']) {
    const { exit, stderr } = await docform('all', '-c', 'b.yaml', ...command.split(' '));
    expect([exit, stderr]).toEqual([3, expect.stringContaining('the ledger belongs to a.yaml, not to b.yaml')]);
  }
  renameSync(at('all/a.yaml'), at('all/docform.yaml'));
  expect((await docform('all', 'plan')).stdout).toContain('No changes.');
});

test('an unreadable ledger of another configuration blocks adoptions and deletes, and nothing else', async () => {
  const { declare, docform, blocks, write, read } = await open('files');
  declare('all', mine);
  declare('portal', 'collections: { guides: { title: Guides } }\n');
  for (const name of ['all', 'portal']) expect((await docform(name, 'apply', '--yes')).exit).toBe(0);
  write('portal/docform.ledger.json', `<<<<<<< ours\n${read('portal/docform.ledger.json')}`);
  declare('all', 'teams: { docs: { title: Documentation } }\n');
  expect(await blocks('all')).toEqual([]);
  declare('all', 'teams: { docs: { title: Docs } }\ncollections: { old: { title: Old } }\n');
  expect(await blocks('all')).toEqual(['B-OWNER-UNKNOWN collections/old']);
  declare('all', 'teams: {}\n');
  expect(await blocks('all')).toEqual(['B-OWNER-UNKNOWN teams/docs']);
  const { stderr } = await docform('all', 'apply', '--yes');
  expect(stderr).toContain('portal/docform.ledger.json could not be read');
  for (const cut of ['', '{', '{\n  "version": 2,\n']) {
    write('portal/docform.ledger.json', cut);
    expect(await blocks('all')).toEqual(['B-OWNER-UNKNOWN teams/docs']);
  }
});

test('several hundred ledgers of other configurations are read', async () => {
  const { declare, docform, write, read, blocks } = await open('files');
  declare('portal', mine);
  expect((await docform('portal', 'apply', '--yes')).exit).toBe(0);
  const ledger = read('portal/docform.ledger.json');
  for (let at = 0; at < 400; at += 1) {
    const own = ledger.replace(/"id":"[^"]+"/, `"id":"own-${at}"`);
    write(
      `many/c${at}/docform.ledger.json`,
      at % 2 === 0 ? own : own.replace(/"organization": "/, '"organization": "x'),
    );
  }
  declare('all', mine);
  expect(await blocks('all')).toEqual(['B-OWNED-ELSEWHERE teams/docs']);
});
