/** The requests of a whole apply and of a plan without changes, for sites of sections that show one shared space. */
import { expect, test } from 'vitest';
import { startPlatform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { plantedIds, worldOf } from '../support/live-world.ts';
import { run } from './harness.ts';

function configurationOf(shared: string, sites: number, sections: number): string {
  const section = (at: number) =>
    `{ section: s${at}, title: Section ${at}, path: section-${at}, spaces: [{ space: shared }] }`;
  const structure = Array.from({ length: sections }, (_, at) => section(at)).join(', ');
  const each = (at: number) => `  site-${at}: { title: Site ${at}, structure: [${structure}] }\n`;
  const all = Array.from({ length: sites }, (_, at) => each(at)).join('');
  return `version: 1\nspaces: { shared: { id: ${shared} } }\nsites:\n${all}`;
}

async function countsOf(dialect: 'gitbook' | '2025-06', sites: number, sections: number) {
  let sent = 0;
  const world = worldOf({ spaces: { shared: { title: 'Shared' } } });
  const platform = await startPlatform({ seed: world, dialect, onRequest: () => (sent += 1) });
  const shared = plantedIds(world).get('spaces/shared') ?? '';
  const directory = directoryWith({ 'docform.yaml': configurationOf(shared, sites, sections) });
  const environment = {
    DOCFORM_API_URL: platform.url,
    DOCFORM_TOKEN: platform.token,
    DOCFORM_ORG: platform.organization,
  };
  const counted = async (...argv: readonly string[]) => {
    const before = sent;
    const { exit, stdout, stderr } = await run(argv, { directory, environment });
    expect(exit, stdout + stderr).toBe(0);
    return sent - before;
  };
  const create = await counted('apply', '--yes');
  const unchanged = await counted('plan');
  await platform.close();
  return { create, unchanged };
}

/**
 * A create: the lists before the apply, one request for each new object, and the lists of the verification. The
 * contract reads the structure of a site with three requests, because it has separate lists of sections, groups and
 * site-spaces. The `gitbook` dialect has one. Before the first apply of an organization without sites, the contract is
 * also detected with one request more.
 */
test.each([
  ['gitbook', 1, 2, 12, 4],
  ['gitbook', 5, 5, 43, 8],
  ['gitbook', 20, 8, 208, 23],
  ['gitbook', 50, 10, 608, 53],
  ['2025-06', 1, 2, 15, 6],
  ['2025-06', 5, 5, 54, 18],
  ['2025-06', 20, 8, 249, 63],
] as const)(
  '%s: %i sites of %i sections take %i requests to create and %i to plan again',
  async (dialect, sites, sections, create, unchanged) => {
    expect(await countsOf(dialect, sites, sections)).toEqual({ create, unchanged });
  },
);
