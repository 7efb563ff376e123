/** Two configurations of one organization never own the same object. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freshUrl, isWithoutPostgres, type PostgresServer, startPostgres } from '../ledger/postgres-server.ts';
import { closeWorkspaces } from './import-workspace.ts';
import { twoTeams } from './two-teams.ts';

const hasPostgres = !isWithoutPostgres();
let server: PostgresServer | undefined;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server?.stop());
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

  test('`prune: all` deletes nothing that another configuration owns, also not with flags', async () => {
    const { declare, docform, blocks, hasWritten } = await open(backend);
    declare('portal', 'name: portal\ncollections: { guides: { title: Guides } }\n');
    declare('all', 'policy: { prune: { collections: all } }\ncollections: { old: { title: Old } }\n');
    expect((await docform('all', 'apply', '--yes')).exit).toBe(0);
    expect((await docform('portal', 'apply', '--yes')).exit).toBe(0);
    const [block = ''] = await blocks('all');
    expect(block).toMatch(/^B-OWNED-ELSEWHERE collections\/id:/);
    const flags = ['--allow', block.split(' ')[1] ?? '', '--allow-deletes', '1'];
    const { exit, stderr } = await docform('all', 'apply', '--yes', ...flags);
    expect(exit).toBe(6);
    expect(stderr).toContain('portal (portal/docform');
    expect(hasWritten()).toBe(false);
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

test('an unreadable ledger of another configuration blocks adoptions and deletes, and nothing else', async () => {
  const { declare, docform, blocks, write, read } = await open('files');
  declare('all', mine);
  declare('portal', 'collections: { guides: { title: Guides } }\n');
  for (const name of ['all', 'portal']) expect((await docform(name, 'apply', '--yes')).exit).toBe(0);
  write('portal/docform.ledger.json', `<<<<<<< ours\n${read('portal/docform.ledger.json')}`);
  declare('all', 'teams: { docs: { title: Documentation } }\n');
  expect(await blocks('all')).toEqual([]);
  declare('all', 'teams: { docs: { title: Docs } }\ncollections: { old: { title: Old } }\n');
  expect(await blocks('all')).toEqual(['B-OWNED-ELSEWHERE collections/old']);
  declare('all', 'teams: {}\n');
  expect(await blocks('all')).toEqual(['B-OWNED-ELSEWHERE teams/docs']);
  const { stderr } = await docform('all', 'apply', '--yes');
  expect(stderr).toContain('portal/docform.ledger.json could not be read');
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
