/** A handover moves blocks and ledger entries between two configurations, and no interruption leads to a delete or a create. */
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import * as files from '../../src/cli/files/write-configuration.ts';
import * as locks from '../../src/cli/target/held-lock.ts';
import { freshUrl, isWithoutPostgres, type SharedPostgres, sharedPostgres } from '../ledger/postgres-server.ts';
import { acme, closeWorkspaces } from './import-workspace.ts';
import { twoTeams } from './two-teams.ts';

let server: SharedPostgres | undefined;
beforeAll(async () => {
  server = await sharedPostgres();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await closeWorkspaces();
});

const backends = isWithoutPostgres() ? ['files'] : ['files', 'PostgreSQL'];

async function open(backend: string) {
  const place = await twoTeams(backend === 'files' ? undefined : await freshUrl(server), acme);
  place.declare('all', '');
  const imported = await place.docform('all', 'import', '--yes');
  expect(imported.exit, imported.stderr).toBe(0);
  const text = place.read('all/docform.yaml');
  place.write(
    'all/docform.yaml',
    text
      .replace('  docs:\n    title: Docs\n    visibility', '  # Our site.\n$&')
      .replace('review: {', '# For Globex.\n      review: {'),
  );
  place.declare('portal', 'name: portal\nteams: {} # none yet\n');
  const handover = (...addresses: readonly string[]) =>
    place.docform('all', 'mv', ...addresses, '--to', 'portal', '--yes');
  const planned = async () => {
    const found: string[] = [];
    for (const name of ['all', 'portal']) {
      const { stdout, stderr } = await place.docform(name, 'plan', '--json');
      if (!stdout.startsWith('{')) throw new Error(stderr);
      const { changes } = JSON.parse(stdout) as {
        readonly changes: readonly { readonly action: string; readonly address: string; readonly blocked: unknown }[];
      };
      found.push(
        ...changes.map(({ action, address, blocked }) => `${action} ${address}${blocked ? ' (blocked)' : ''}`),
      );
    }
    return found;
  };
  return { ...place, handover, planned };
}

test('a team with several members that the source declares is handed over', async () => {
  const live = { members: { 'ana@acme.dev': 'admin', 'bo@acme.dev': 'read' } };
  const { declare, docform } = await twoTeams(undefined, live);
  const people = 'members: { ana@acme.dev: admin, bo@acme.dev: read }\n';
  declare('all', `${people}teams: { docs: { title: Docs, members: { ana@acme.dev: owner, bo@acme.dev: member } } }\n`);
  declare('portal', 'name: portal\nteams: {}\n');
  const applied = await docform('all', 'apply', '--yes');
  expect(applied.exit, applied.stderr).toBe(0);
  const { exit, stderr } = await docform('all', 'mv', 'teams/docs', '--to', 'portal', '--yes');
  expect(exit, stderr).toBe(0);
  for (const name of ['all', 'portal']) expect((await docform(name, 'plan')).stdout).toContain('No changes');
});

describe.each(backends)('with ledgers in %s', (backend) => {
  test.each([
    [['sites/docs']],
    [['spaces/home']],
    [['sites/docs', 'spaces/home', 'collections/product']],
    [['teams/docs']],
  ])(
    'a handover of %j leaves two empty plans, no drift and every comment',
    async (addresses) => {
      const place = await open(backend);
      const { exit, stdout, stderr } = await place.handover(...addresses);
      expect(exit, stderr).toBe(0);
      expect(stdout).toContain('Moved ');
      const [all, portal] = [place.read('all/docform.yaml'), place.read('portal/docform.yaml')];
      for (const comment of ['# Our site.', '# For Globex.', '# none yet']) expect(all + portal).toContain(comment);
      expect(portal.includes('# Our site.')).toBe(addresses.includes('sites/docs'));
      for (const name of ['all', 'portal']) {
        const plan = await place.docform(name, 'plan', '--detailed-exitcode');
        expect(plan.stdout + plan.stderr).toContain('No changes.');
        expect(plan.stdout).not.toContain('Ledger:');
        const drift = await place.docform(name, 'drift', '--json');
        const { entries } = JSON.parse(drift.stdout) as { readonly entries: readonly { readonly class: string }[] };
        expect(entries.filter((entry) => entry.class !== 'unmanaged')).toEqual([]);
      }
      expect((await place.handover(...addresses)).stdout).toContain('Nothing to move');
      expect(place.hasWritten()).toBe(false);
    },
    60_000,
  );

  test.each([1, 2, 3, 4])(
    'an interruption before write %i leads to no delete, and the next run completes',
    async (at) => {
      const place = await open(backend);
      const write = files.writeEdit;
      const take = locks.takeStateLock;
      let writes = 0;
      const count = () => {
        writes += 1;
        if (writes === at) throw new Error('interrupted');
      };
      vi.spyOn(files, 'writeEdit').mockImplementation(async (...given) => {
        count();
        await write(...given);
      });
      vi.spyOn(locks, 'takeStateLock').mockImplementation(async (...given) => {
        const lock = await take(...given);
        const save: typeof lock.save = async (...saved) => {
          count();
          await lock.save(...saved);
        };
        return { ...lock, save };
      });
      expect((await place.handover('sites/docs', 'spaces/home')).exit).not.toBe(0);
      expect(writes).toBe(at);
      vi.restoreAllMocks();
      const changes = (await place.planned()).filter((change) => !change.endsWith('(blocked)'));
      expect(changes.filter((change) => /^(delete|create) /.test(change))).toEqual([]);
      const { exit, stderr } = await place.handover('sites/docs', 'spaces/home');
      expect(exit, stderr).toBe(0);
      expect(await place.planned()).toEqual([]);
    },
    60_000,
  );
});

test('a pattern hands over every declared resource that it matches, and an unknown pattern is refused', async () => {
  const { docform } = await open('files');
  expect((await docform('all', 'mv', 'spaces/none-*', '--to', 'portal', '--yes')).stderr).toContain(
    'spaces/none-* matches no declared resource',
  );
  const moved = await docform('all', 'mv', 'teams/*', '--to', 'portal', '--dry-run', '--json');
  const { moved: found } = JSON.parse(moved.stdout) as { readonly moved: readonly { readonly address: string }[] };
  const teams = found.flatMap(({ address }) => (address.split('/').length === 2 ? [address] : []));
  expect(teams).toEqual(['teams/docs', 'teams/support']);
});

test('a handover names the reason if it cannot move a resource', async () => {
  const place = await open('files');
  expect((await place.docform('all', 'mv', 'sites/docs', '--to', 'nowhere', '--yes')).stderr).toContain(
    'no configuration nowhere in this Git repository',
  );
  expect((await place.handover('sites/docs/shareLinks/review')).stderr).toContain('not at the top level');
  place.declare('portal', 'name: portal\nsites: { docs: { title: Another } }\n');
  expect((await place.handover('sites/docs')).stderr).toContain('portal has another sites/docs (docform.yaml:');
  expect((await place.docform('all', 'mv', 'sites/docs', '--to', 'portal')).stderr).toContain('--yes');
});

test('a handover accepts a resource that the source refers to and the target manages, and writes outside of bounds', async () => {
  const place = await twoTeams(undefined, {
    collections: { guides: { title: 'Guides' } },
    spaces: { home: { title: 'Home', collection: 'guides' }, partner: { title: 'Partner' } },
  });
  place.declare(
    'all',
    'collections: { guides: { external: { title: Guides } } }\nspaces: { home: { title: Home, collection: guides } }\n',
  );
  place.declare(
    'portal',
    'name: portal\ninclude: [{ files: partner.yaml, within: [spaces/partner*] }]\ncollections: { guides: { title: Guides } }\nspaces: {}\n',
  );
  place.write('portal/partner.yaml', 'spaces: { partner: { title: Partner } }\n');
  for (const name of ['all', 'portal']) expect((await place.docform(name, 'apply', '--yes')).exit).toBe(0);
  const { exit, stderr } = await place.docform('all', 'mv', 'spaces/home', '--to', 'portal', '--yes');
  expect(exit, stderr).toBe(0);
  expect(place.read('portal/docform.yaml')).toContain('home: { title: Home, collection: guides }');
  for (const name of ['all', 'portal']) expect((await place.docform(name, 'plan')).stdout).toContain('\nNo changes.\n');
});

const shared = {
  teams: { docs: { title: 'Docs' }, ops: { title: 'Ops' } },
  spaces: { home: { title: 'Home' }, partner: { title: 'Partner' } },
};

async function openTwo() {
  const place = await twoTeams(undefined, shared);
  place.declare(
    'all',
    'name: all\ninclude: [more.yaml]\nspaces: { home: { title: Home } }\nteams: { docs: { title: Docs } }\n',
  );
  place.write('all/more.yaml', 'spaces:\n  # For Globex.\n  partnr: { title: Partner }\n');
  place.declare('portal', 'name: portal\nteams:\n  ops: { title: Ops }\n');
  for (const name of ['all', 'portal']) expect((await place.docform(name, 'apply', '--yes')).exit).toBe(0);
  return place;
}

test('a handover leaves no empty lists, and its diff has paths in the repository', async () => {
  const place = await openTwo();
  expect((await place.docform('all', 'mv', 'spaces/partnr', 'partner')).exit).toBe(0);
  expect((await place.docform('all', 'apply', '--yes')).exit).toBe(0);
  const moved = await place.docform('all', 'mv', 'spaces/partner', '--to', 'portal', '--yes');
  expect(moved).toMatchObject({ exit: 0, stdout: expect.stringMatching(/^diff --git a\/all\/docform\.yaml b\/all\//) });
  expect(moved.stdout).toContain('--- a/portal/docform.yaml\n+++ b/portal/docform.yaml\n');
  expect(place.read('all/docform.yaml')).toMatch(/teams: \{ docs: \{ title: Docs \} \}\n$/);
  expect(place.read('all/more.yaml')).toBe('');
  const block = 'spaces:\n  # For Globex.\n  partner: { title: Partner }\n';
  expect(place.read('portal/docform.yaml')).toContain(block);
  expect((await place.docform('portal', 'mv', 'teams/ops', '--to', 'all', '--yes')).exit).toBe(0);
  expect(place.read('portal/docform.yaml')).toBe(`version: 1\nname: portal\n${block}`);
  for (const name of ['all', 'portal']) {
    const { stdout } = await place.docform(name, 'plan', '--detailed-exitcode');
    expect(stdout).toContain('\nNo changes.\n');
    expect(stdout).not.toContain('Ledger:');
  }
});

test.each([[[]], [['--lock-timeout', '20s']]])(
  'two handovers in opposite directions at once never wait for each other, and lose nothing: %j',
  async (flags) => {
    const place = await openTwo();
    const handovers = [
      ['all', 'mv', 'spaces/home', '--to', 'portal'],
      ['portal', 'mv', 'teams/ops', '--to', 'all'],
    ] as const;
    const run = ([name, ...argv]: (typeof handovers)[number]) => place.docform(name, ...argv, '--yes', ...flags);
    const both = await Promise.all(handovers.map(run));
    expect(
      both.some(({ exit }) => exit === 0),
      both.map(({ stderr }) => stderr).join(),
    ).toBe(true);
    for (const { exit, stderr } of both)
      if (exit !== 0) expect(stderr).toMatch(/error\[(E-LOCK-HELD|E-FILE-CHANGED)\]/);
    for (const each of handovers) expect((await run(each)).exit).toBe(0);
    expect(place.read('all/docform.yaml')).toContain('ops: { title: Ops }');
    expect(place.read('portal/docform.yaml')).toContain('home: { title: Home }');
    for (const name of ['all', 'portal'])
      expect((await place.docform(name, 'plan')).stdout).toContain('\nNo changes.\n');
  },
);

test('an undo after a handover declares nothing that the other configuration owns', async () => {
  const place = await openTwo();
  place.write('all/docform.yaml', place.read('all/docform.yaml').replace('title: Home', 'title: Start'));
  expect((await place.docform('all', 'apply', '--yes')).exit).toBe(0);
  expect((await place.docform('all', 'mv', 'spaces/home', '--to', 'portal', '--yes')).exit).toBe(0);
  const before = place.read('all/docform.yaml');
  const undone = await place.docform('all', 'undo', '--yes');
  expect(undone).toMatchObject({ exit: 0, stdout: expect.stringContaining('\nNo changes to the configuration.\n') });
  expect(place.read('all/docform.yaml')).toBe(before);
  for (const name of ['all', 'portal']) expect((await place.docform(name, 'plan')).stdout).toContain('\nNo changes.\n');
});

test('a handover keeps the deletes that the source did not apply yet', async () => {
  const place = await openTwo();
  place.write('all/more.yaml', '');
  const changes = async () => (await place.docform('all', 'plan')).stdout;
  expect(await changes()).toContain('- spaces/partnr');
  expect((await place.docform('all', 'mv', 'spaces/home', '--to', 'portal', '--yes')).exit).toBe(0);
  expect(place.read('all/docform.yaml')).toContain('spaces: {}\n');
  expect(await changes()).toContain('- spaces/partnr');
});
