/** Objects that an interrupted run created are found again, even without their natural key, and never confused with similar objects. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { validate } from '../../src/library/configuration.ts';
import { plan } from '../../src/library/plan.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import type { Change } from '../../src/plan/result/change.ts';
import type { Companion, Step } from '../../src/plan/result/step.ts';
import { startPlatform } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { localPlatform } from '../support/local-platform.ts';

const server = await startPlatform({ seed: 'small' });
beforeEach(() => server.reset());
afterAll(() => server.close());

const site = 'sites/docs';
const section = `${site}/sections/long`;
const long = `A title of more than sixty-four units that ends with ${'a flag '.repeat(3)}`.trim();

async function make(method: string, path: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await server.fetch(`/v1/orgs/${server.organization}/${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { readonly id: string }).id;
}

/** `open`: addresses in creation, each with the ids of similar objects that existed before. `companions`: objects that are created with each. */
async function planned(
  configuration: string,
  open: { readonly [address: string]: readonly string[] },
  companions?: readonly Companion[],
) {
  const { organization, token } = server;
  const directory = directoryWith({ 'docform.yaml': `version: 1\n${configuration}` });
  const desired = (await validate({ directory, organization }))?.desired;
  if (desired === undefined) throw new Error('the configuration of the test is wrong');
  const ledger = memoryLedger();
  const lock = await ledger.acquire(
    { who: 'ana@build-7', since: '2026-01-01T10:00:00Z' },
    { waitMs: 0, ttlMs: 60_000 },
  );
  for (const [address, candidates] of Object.entries(open))
    await lock.append({
      type: 'intent',
      step: `${address}#create`,
      address,
      operation: 'create',
      creates: { at: '2026-01-01T10:00:00Z', twins: candidates, ...(companions ? { brings: companions } : {}) },
    });
  await lock.release();
  const platform = await localPlatform({ ...server, token });
  const { plan: made } = await plan({ desired, platform, ledger });
  const at = (address: string): Change | undefined => made.changes.find((change) => change.address === address);
  const create = (address: string): Step | undefined => made.steps.find((step) => step.id === `${address}#create`);
  return { at, create, made };
}

const together = `spaces: { guide: { title: Guide } }
sites: { docs: { title: Docs, structure: [{ space: guide }] } }
`;
const companions = [
  { role: 'space', address: 'spaces/guide' },
  { role: 'site-space', address: 'sites/docs/spaces/guide' },
] as const;

test('the space that was created with a site is found again, with any title', async () => {
  await make('POST', 'sites', { title: 'Docs', spaces: 'empty' });
  const { at, made } = await planned(together, { [site]: [] }, companions);
  expect(made.steps.filter(({ operation }) => operation === 'create')).toEqual([]);
  expect(at('spaces/guide')).toMatchObject({
    action: 'update',
    fields: [{ field: 'title', before: 'Docs', after: 'Guide' }],
  });
  expect(made.ids['sites/docs/spaces/guide']).toBe(made.stateUpdates.set['sites/docs/spaces/guide']?.id);
  expect(made.unmanaged.flatMap(({ objects }) => objects.map(({ name }) => name))).not.toContain('Docs');
});

test('without an interrupted create, the space is not matched with the declared one', async () => {
  await make('POST', 'sites', { title: 'Docs', spaces: 'empty' });
  expect((await planned(together, {})).at('spaces/guide')).toMatchObject({ action: 'pending' });
});

const docs = 'sites: { docs: { title: Docs, basename: handbook } }\n';

test('a single new object is matched with the interrupted create', async () => {
  const stranger = await make('POST', 'sites', { title: 'Docs' });
  const own = await make('POST', 'sites', { title: 'Docs' });
  const { at, create } = await planned(docs, { [site]: [stranger] });
  expect(at(site)).toMatchObject({ id: own });
  expect(create(site)).toBeUndefined();
});

test('an object that existed before is ignored, and recorded for the next attempt', async () => {
  const stranger = await make('POST', 'sites', { title: 'Docs' });
  for (const open of [{ [site]: [stranger] }, {}])
    expect((await planned(docs, open)).create(site)).toMatchObject({ candidates: [stranger] });
});

test('several new objects block the create as ambiguous', async () => {
  const ids = [await make('POST', 'sites', { title: 'Docs' }), await make('POST', 'sites', { title: 'Docs' })];
  const { at, create } = await planned(docs, { [site]: [] });
  expect(at(site)?.blocked).toMatchObject({
    code: 'B-AMBIGUOUS',
    reason: expect.stringContaining(ids.sort().join(', ')),
  });
  expect(create(site)).toBeUndefined();
});

test('an object with the natural key is adopted by that key after an interrupted create', async () => {
  await make('POST', 'sites', { title: 'Docs' });
  const { at } = await planned('sites: { docs: { title: Docs } }\n', { [site]: [] });
  expect(at(site)).toMatchObject({ action: 'adopt', why: 'found by its title' });
});

test('a section with a title that was truncated by its create call is found again', async () => {
  const siteId = await make('POST', 'sites', { title: 'Docs' });
  const spaces = await server.fetch(`/v1/orgs/${server.organization}/members?role=admin`);
  const [admin] = ((await spaces.json()) as { readonly items: readonly { readonly id: string }[] }).items;
  const list = await server.fetch(`/v1/orgs/${server.organization}/members/${admin?.id}/spaces`);
  const [first] = ((await list.json()) as { readonly items: readonly { readonly space: { readonly id: string } }[] })
    .items;
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

const copies = (id: string) => `spaces: { first: { id: ${id} }, second: { title: Second, copyOf: first } }\n`;
const second = 'spaces/second';

async function sendTo(path: string, method: string, body: object = {}): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await server.fetch(`/v1/spaces/${path}`, { method, headers, body: JSON.stringify(body) });
  expect(answer.ok).toBe(true);
  return ((await answer.json()) as { readonly id: string }).id;
}

async function spacesThere(): Promise<readonly { readonly id: string; readonly title: string }[]> {
  const people = await (await server.fetch(`/v1/orgs/${server.organization}/members?role=admin`)).json();
  const [admin] = (people as { readonly items: readonly { readonly id: string }[] }).items;
  const answer = await (await server.fetch(`/v1/orgs/${server.organization}/members/${admin?.id}/spaces`)).json();
  return (
    answer as { readonly items: readonly { readonly space: { readonly id: string; readonly title: string } }[] }
  ).items.map(({ space }) => space);
}

async function aSpace(): Promise<{ readonly id: string; readonly before: readonly string[] }> {
  const spaces = await spacesThere();
  return { id: spaces[0]?.id ?? '', before: spaces.map(({ id }) => id) };
}

test('the only new space that looks like a copy with a lost answer is adopted as that copy', async () => {
  const { id, before } = await aSpace();
  const copy = await sendTo(`${id}/duplicate`, 'POST');
  const { at, create, made } = await planned(copies(id), { [second]: before });
  expect(create(second)).toBeUndefined();
  expect(at(second)).toMatchObject({ action: 'adopt', id: copy });
  expect(made.steps).toMatchObject([{ operation: 'update', address: second, fields: { title: 'Second' } }]);
  expect(made.changes.filter(({ blocked }) => blocked)).toEqual([]);
  expect(made.stateUpdates.set[second]?.id).toBe(copy);
});

test('a copy is uncertain if it is missing, exists twice, or the earlier spaces were not recorded', async () => {
  const { id, before } = await aSpace();
  const isOpen = async (known: readonly string[] | undefined) =>
    expect((await planned(copies(id), { [second]: known as readonly string[] })).at(second)).toMatchObject({
      action: 'create',
      steps: [],
      blocked: { code: 'B-UNCERTAIN-COPY', override: `--allow ${second}` },
    });
  await isOpen(before);
  const first = await sendTo(`${id}/duplicate`, 'POST');
  await isOpen(undefined);
  await isOpen([...before, first]);
  const again = await sendTo(`${id}/duplicate`, 'POST');
  await isOpen(before);
  const { at } = await planned(copies(id), { [second]: before });
  for (const each of [first, again]) expect(at(second)?.blocked?.reason).toContain(each);
  expect((await planned(copies(id), { [second]: [...before, first] })).at(second)).toMatchObject({ id: again });
});

test.each([{ title: 'Notes of somebody' }, { emoji: '1f600' }])(
  'a new space that differs from the copy is not adopted as the copy: %o',
  async (changed) => {
    const { id, before } = await aSpace();
    await sendTo(await sendTo(`${id}/duplicate`, 'POST'), 'PATCH', changed);
    expect((await planned(copies(id), { [second]: before })).at(second)?.blocked).toMatchObject({
      code: 'B-UNCERTAIN-COPY',
    });
  },
);

test('a copy that another resource declares is not adopted for the lost answer', async () => {
  const { id, before } = await aSpace();
  const copy = await sendTo(`${id}/duplicate`, 'POST');
  const configuration = `spaces: { first: { id: ${id} }, second: { title: Second, copyOf: first }, third: { id: ${copy} } }\n`;
  expect((await planned(configuration, { [second]: before })).at(second)?.blocked).toMatchObject({
    code: 'B-UNCERTAIN-COPY',
  });
});

test('all existing spaces are recorded before a copy is requested', async () => {
  const { id, before } = await aSpace();
  const { create } = await planned(copies(id), {});
  expect([...(create(second)?.candidates ?? [])].sort()).toEqual([...before].sort());
});
