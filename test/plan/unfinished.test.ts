/** What a run was making when it died is known again, also while it lacks the natural key that a later call sets; what only looks like it is not. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Change, memoryLedger, openLocalPlatform, plan, type Step, validate } from '../../src/index.ts';
import type { Brought } from '../../src/plan/change.ts';
import { startPlatform } from '../../src/server/index.ts';
import { directoryWith } from '../cli/harness.ts';

const server = await startPlatform({ seed: 'small' });
beforeEach(() => server.reset());
afterAll(() => server.close());

const site = 'sites/docs';
const section = `${site}/sections/long`;
const long = `A title of more than sixty-four units that ends with ${'a flag '.repeat(3)}`.trim();

async function make(method: string, path: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await server.fetch(`/v1/orgs/${server.organization}/${path}`, { method, headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { readonly id: string }).id;
}

/** `open`: addresses that an earlier run was making, each with the ids that looked like it before; `brings`: what comes along with each. */
async function planned(configuration: string, open: { readonly [address: string]: readonly string[] }, brings?: readonly Brought[]) {
  const { organization, token } = server;
  const directory = await directoryWith({ 'docform.yaml': `version: 1\n${configuration}` });
  const desired = (await validate({ directory, organization }))?.desired;
  if (desired === undefined) throw new Error('the configuration of the test is wrong');
  const ledger = memoryLedger();
  const lease = await ledger.acquire({ who: 'ana@build-7', since: '2026-01-01T10:00:00Z' }, { waitMs: 0, ttlMs: 60_000 });
  for (const [address, twins] of Object.entries(open))
    await lease.append({
      type: 'intent',
      step: `${address}#create`,
      address,
      operation: 'create',
      data: { twins, ...(brings ? { brings } : {}) },
    });
  await lease.release();
  const platform = await openLocalPlatform({ fetch: (request) => server.fetch(request), token, host: 'local' });
  const { plan: made } = await plan({ desired, platform, ledger });
  const at = (address: string): Change | undefined => made.changes.find((change) => change.address === address);
  const create = (address: string): Step | undefined => made.steps.find((step) => step.id === `${address}#create`);
  return { at, create, made };
}

const born = `spaces: { guide: { title: Guide } }
sites: { docs: { title: Docs, structure: [{ space: guide }] } }
`;
const bornWith = [
  { role: 'space', address: 'spaces/guide' },
  { role: 'site-space', address: 'sites/docs/spaces/guide' },
] as const;

test('the space that came along with a site is known again, whatever its title', async () => {
  await make('POST', 'sites', { title: 'Docs', spaces: 'empty' });
  const { at, made } = await planned(born, { [site]: [] }, bornWith);
  expect(made.steps.filter(({ operation }) => operation === 'create')).toEqual([]);
  expect(at('spaces/guide')).toMatchObject({ action: 'update', fields: [{ field: 'title', before: 'Docs', after: 'Guide' }] });
  expect(made.ids['sites/docs/spaces/guide']).toBe(made.bookkeeping.set['sites/docs/spaces/guide']?.id);
  expect(made.unmanaged.flatMap(({ objects }) => objects.map(({ name }) => name))).not.toContain('Docs');
});

test('without that a run was making it, nobody takes it for the declared one', async () => {
  await make('POST', 'sites', { title: 'Docs', spaces: 'empty' });
  expect((await planned(born, {})).at('spaces/guide')).toMatchObject({ action: 'create', blocked: { code: 'B-CANNOT-CREATE' } });
});

const docs = 'sites: { docs: { title: Docs, basename: handbook } }\n';

test('the one that is new is taken for it', async () => {
  const stranger = await make('POST', 'sites', { title: 'Docs' });
  const own = await make('POST', 'sites', { title: 'Docs' });
  const { at, create } = await planned(docs, { [site]: [stranger] });
  expect(at(site)).toMatchObject({ id: own });
  expect(create(site)).toBeUndefined();
});

test('one that was there before is left alone, and remembered for the next attempt', async () => {
  const stranger = await make('POST', 'sites', { title: 'Docs' });
  for (const open of [{ [site]: [stranger] }, {}]) expect((await planned(docs, open)).create(site)).toMatchObject({ twins: [stranger] });
});

test('of several new ones nobody can say which it is', async () => {
  const ids = [await make('POST', 'sites', { title: 'Docs' }), await make('POST', 'sites', { title: 'Docs' })];
  const { at, create } = await planned(docs, { [site]: [] });
  expect(at(site)?.blocked).toMatchObject({ code: 'B-AMBIGUOUS', reason: expect.stringContaining(ids.sort().join(', ')) });
  expect(create(site)).toBeUndefined();
});

test('one whose natural key is there is that one, whatever looks like what was being made', async () => {
  await make('POST', 'sites', { title: 'Docs' });
  const { at } = await planned('sites: { docs: { title: Docs } }\n', { [site]: [] });
  expect(at(site)).toMatchObject({ action: 'adopt', why: 'found by its title' });
});

test('a section whose title was cut for the call that makes it', async () => {
  const siteId = await make('POST', 'sites', { title: 'Docs' });
  const spaces = await server.fetch(`/v1/orgs/${server.organization}/members?role=admin`);
  const [admin] = ((await spaces.json()) as { readonly items: readonly { readonly id: string }[] }).items;
  const list = await server.fetch(`/v1/orgs/${server.organization}/members/${admin?.id}/spaces`);
  const [first] = ((await list.json()) as { readonly items: readonly { readonly space: { readonly id: string } }[] }).items;
  const spaceId = first?.space.id ?? '';
  const own = await make('POST', `sites/${siteId}/sections`, { spaceId, title: long.slice(0, 64) });
  const configuration = `spaces: { first: { id: ${spaceId} } }
sites:
  docs: { title: Docs, structure: [{ section: long, title: ${long}, path: somewhere, spaces: [{ space: first }] }] }
`;
  const { at, create } = await planned(configuration, { [section]: [] });
  expect(create(section)).toBeUndefined();
  expect(at(section)).toMatchObject({ id: own });
});
