/** A configuration that only shows a space of another team never deletes the space, whatever it protects and removes. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freshUrl, isWithoutPostgres, type SharedPostgres, sharedPostgres } from '../ledger/postgres-server.ts';
import { plantedIds, worldOf } from '../support/live-world.ts';
import { closeWorkspaces } from './import-workspace.ts';
import { type TwoTeams, twoTeams } from './two-teams.ts';

const live = {
  spaces: { home: { title: 'Home' }, changelog: { title: 'Changelog' } },
  sites: {
    product: { title: 'Product', structure: [{ space: 'changelog' }] },
    'partner-portal': { title: 'Partner Portal', structure: [{ space: 'home' }, { space: 'changelog' }] },
  },
};
const changelog = plantedIds(worldOf(live)).get('spaces/changelog');
/** The configuration of the team that owns the changelog. */
const product = 'spaces: { changelog: { title: Changelog } }\nsites: { product: { title: Product } }\n';
const showsHome = 'sites: { partner-portal: { title: Partner Portal, structure: [{ space: home }] } }\n';

let server: SharedPostgres | undefined;
beforeAll(async () => {
  server = await sharedPostgres();
});
afterEach(closeWorkspaces);

async function importPortal({ declare, docform }: TwoTeams, ...flags: readonly string[]) {
  declare('portal', 'organization: acme\n');
  return docform('portal', 'import', 'sites/partner-portal', '--yes', ...flags);
}

/** The blocks of deletes of spaces, after an apply with every flag that could allow them. */
async function blockedDeletes(place: TwoTeams): Promise<readonly string[]> {
  const { stdout, stderr } = await place.docform('portal', 'plan', '--json');
  if (!stdout.startsWith('{')) throw new Error(stderr);
  const { changes } = JSON.parse(stdout) as {
    readonly changes: readonly {
      readonly action: string;
      readonly address: string;
      readonly blocked: { readonly code: string } | null;
    }[];
  };
  const deletes = changes.filter(({ action, address }) => action === 'delete' && /^spaces\/[^/]+$/.test(address));
  const allowed = changes.flatMap(({ address }) => ['--allow', address]);
  await place.docform('portal', 'apply', '--yes', '--allow-deletes', '99', ...allowed);
  expect(await place.ask('GET', `/v1/spaces/${changelog}`)).not.toHaveProperty('deletedAt');
  return deletes.map(({ address, blocked }) => `${blocked?.code} ${address}`);
}

const removals = [
  ['the space', `spaces: { home: {} }\n${showsHome}`],
  ['the site and its spaces', 'spaces: {}\nsites: {}\n'],
  ['all lists', ''],
] as const;

describe.each(removals)('without %s', (_, removed) => {
  const text = (policy: string) => `organization: acme\npolicy: ${policy}\n${removed}`;

  test('an imported site owns none of the spaces that it shows, so no plan deletes them', async () => {
    const place = await twoTeams(undefined, live);
    expect((await importPortal(place)).exit).toBe(0);
    expect(place.read('portal/docform.ledger.json')).not.toMatch(/"spaces\/\w+": \{/);
    for (const policy of ['{ protect: [sites] }', '{ unprotect: [spaces] }', '{ prune: all, unprotect: [spaces] }']) {
      place.declare('portal', text(policy));
      expect(await blockedDeletes(place)).toEqual([]);
    }
  });

  test('spaces that docform manages stay protected, and are in use without their protection', async () => {
    const place = await twoTeams(undefined, live);
    expect((await importPortal(place, '--manage-references')).exit).toBe(0);
    const imported = place.read('portal/docform.yaml');
    place.declare('portal', text('{ protect: [sites] }'));
    for (const block of await blockedDeletes(place)) expect(block).toMatch(/^B-PROTECTED /);
    place.write('portal/docform.yaml', `${imported}policy: { unprotect: [spaces] }\n`);
    expect((await place.docform('portal', 'apply', '--yes')).exit).toBe(0);
    place.declare('portal', text('{ unprotect: [spaces] }'));
    expect(await blockedDeletes(place)).toContain('B-IN-USE spaces/changelog');
  });
});

describe.each(isWithoutPostgres() ? ['files'] : ['files', 'PostgreSQL'])(
  'with the owner in reach, in %s',
  (backend) => {
    const open = async () => {
      const place = await twoTeams(backend === 'files' ? undefined : await freshUrl(server), live);
      place.declare('product', product);
      expect((await place.docform('product', 'apply', '--yes')).exit).toBe(0);
      return place;
    };

    test('an import refers to the space, or is refused', async () => {
      const place = await open();
      const { exit, stderr } = await importPortal(place, '--manage-references');
      expect(exit).toBe(6);
      expect(stderr).toMatch(/error\[B-OWNED-ELSEWHERE\]: spaces\/changelog cannot be imported/);
      expect((await importPortal(place)).exit).toBe(0);
      expect(place.read('portal/docform.yaml')).toContain(`changelog: { external: { id: ${changelog} } }`);
      for (const [, removed] of removals) {
        place.declare('portal', `organization: acme\npolicy: { unprotect: [spaces] }\n${removed}`);
        expect(await blockedDeletes(place)).toEqual([]);
      }
    });

    test('an import by address refers to what the other configuration owns, and refuses kinds that cannot be external', async () => {
      const place = await open();
      place.declare('portal', 'organization: acme\n');
      const { exit, stderr } = await place.docform('portal', 'import', 'sites/product', '--yes');
      expect(exit).toBe(6);
      expect(stderr).toMatch(
        /sites\/product cannot be imported: the configuration product \(.*\) owns sites\/product; nothing was written\n.*help: move it here: `docform mv sites\/product --to NAME`, in product\n/,
      );
      for (const address of ['spaces/changelog', 'spaces', 'spaces/*']) {
        place.declare('portal', 'organization: acme\n');
        const imported = await place.docform('portal', 'import', address, '--yes');
        expect(imported.exit, imported.stderr).toBe(0);
        const text = place.read('portal/docform.yaml');
        expect(text).toContain(`changelog: { external: { id: ${changelog} } }`);
        expect(text.includes('title: Home')).toBe(address !== 'spaces/changelog');
        const plan = await place.docform('portal', 'plan');
        expect(plan.stdout + plan.stderr).toContain('\nNo changes.\n');
        expect((await place.docform('portal', 'forget', 'spaces/home', '--yes')).exit).toBe(
          address === 'spaces/changelog' ? 3 : 0,
        );
      }
    });

    test('a declaration of the space is blocked before the ledger records it', async () => {
      const place = await open();
      place.declare('portal', `organization: acme\n${product.split('\n')[0]}\n`);
      const { exit, stderr } = await place.docform('portal', 'apply', '--yes', '--allow', 'spaces/changelog');
      expect(exit).toBe(6);
      expect(stderr).toContain('blocked[B-OWNED-ELSEWHERE]');
      place.declare('portal', 'organization: acme\npolicy: { unprotect: [spaces] }\nspaces: {}\n');
      expect(await blockedDeletes(place)).toEqual([]);
    });
  },
);

test('two ledgers of an earlier version that both own the space block its delete in both configurations', async () => {
  const place = await twoTeams(undefined, live);
  for (const name of ['portal', 'product']) {
    place.declare(name, 'spaces: { changelog: { title: Changelog } }\n');
    expect((await place.docform(name, 'apply', '--yes')).exit).toBe(0);
    // Git does not list the files, so the next configuration does not see this one.
    place.write('.git/info/exclude', 'portal\n');
  }
  place.write('.git/info/exclude', '');
  place.declare('portal', 'policy: { unprotect: [spaces] }\nspaces: {}\n');
  expect(await blockedDeletes(place)).toEqual(['B-OWNED-ELSEWHERE spaces/changelog']);
});
