/** One listing of a site that is refused keeps docform from tearing down what only that listing could explain. */
import { expect, test } from 'vitest';
import { apply, memoryLedger, openLocalPlatform, plan } from '../../src/library/index.ts';
import { readCase } from '../support/case.ts';
import { openCaseWorld } from '../support/case-world.ts';
import { desiredOf } from '../support/desired.ts';

/** What a case sends while the listings that end so are refused. */
async function writesWithout(name: string, refused: RegExp): Promise<{ readonly writes: readonly string[]; readonly notes: string }> {
  const each = readCase(name);
  const { platform: reference, ids, ledger } = await openCaseWorld(each);
  const local = await openLocalPlatform({ fetch: (request) => reference.fetch(request), token: reference.token, host: 'local' });
  const writes: string[] = [];
  const platform: typeof local = {
    ...local,
    transport: async (request, options) => {
      if (request.method !== 'GET') writes.push(`${request.method} ${request.path}`);
      const answer = await local.transport(request, options);
      const body = { error: { code: 403, message: 'refused' } };
      return request.method === 'GET' && refused.test(request.path) ? { ...answer, status: 403, body } : answer;
    },
  };
  const store = memoryLedger(ledger);
  const planned = await plan({ desired: desiredOf(each, ids), platform, ledger: store });
  await apply(planned, { platform, ledger: store });
  reference.close();
  expect((await store.load()).ledger.resources).toMatchObject(ledger.resources);
  return { writes, notes: planned.plan.notes.map(({ text }) => text).join('\n') };
}

const sections = /\/sections$/;
const groups = /\/section-groups$/;
const siteSpaces = /\/site-spaces$/;

test.each([
  ['site/flat-one-becomes-sectioned', sections],
  ['site/flat-one-is-parted-into-sections', sections],
  ['site-space/goes-to-another-section', sections],
  ['section-group/holding-what-nobody-manages-is-not-deleted', sections],
  ['section/that-is-dropped-is-deleted', siteSpaces],
] as const)('%s: while %s is refused, nothing is sent, and the plan says what stays', async (name, refused) => {
  const { writes, notes } = await writesWithout(name, refused);
  expect(writes).toEqual([]);
  expect(notes).toContain('not deleted now');
});

test.each(['section-group/is-adopted-by-its-title', 'section/moves-from-one-group-to-another', 'section-group/title-and-icon-change'])(
  '%s: while groups are refused, no section leaves its own',
  async (name) => {
    expect((await writesWithout(name, groups)).writes).toEqual([]);
  },
);
