/** Tests the detection of the dialect, and declarations that a platform does not support. */
import { expect, test } from 'vitest';
import type { WireRequest } from '../../src/contract/transport.ts';
import type { Desired } from '../../src/core/state.ts';
import { apply } from '../../src/library/apply.ts';
import { dialectOf } from '../../src/library/detect-dialect.ts';
import { plan } from '../../src/library/plan.ts';
import { memoryLedger, openLocalPlatform, readerFor } from '../../src/library/platform.ts';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { createPlatform, type DialectName } from '../../src/server/index.ts';
import { load } from '../config/memory-files.ts';
import { readCase } from '../support/case.ts';
import { carryOutCase } from '../support/run-case.ts';

function desiredFrom(text: string, organization: string): Desired {
  const { desired } = load({ 'docform.yaml': `version: 1\norganization: ${organization}\n${text}` });
  if (desired === undefined) throw new Error('the configuration is invalid');
  return desired;
}

/** A platform whose dialect docform has to find out. */
async function opened(dialect: DialectName, seed: 'small' | 'medium' | 'empty', answers = (body: unknown) => body) {
  const server = createPlatform({ dialect, seed });
  const { fetch, answer, token, organization } = server;
  const local = await openLocalPlatform({ fetch, answer, token, host: 'local' });
  const requests: WireRequest[] = [];
  const platform = {
    host: 'local',
    close: local.close,
    transport: async (request: WireRequest, options: Parameters<typeof local.transport>[1]) => {
      requests.push(request);
      const response = await local.transport(request, options);
      return { ...response, body: answers(response.body) };
    },
  };
  return { platform, organization, requests };
}

test.each([
  ['2025-06', 'small', undefined],
  ['2025-06', 'empty', undefined],
  ['gitbook', 'small', 'gitbook'],
  ['gitbook', 'empty', 'gitbook'],
  ['gitbook-0.180', 'medium', 'gitbook-0.180'],
  ['gitbook-0.180', 'empty', 'gitbook-0.180'],
] as const)('docform plans against the API %s with the fixture %s in the dialect %s', async (dialect, seed, found) => {
  const { platform, organization } = await opened(dialect, seed);
  const { plan: made } = await plan({ platform, desired: desiredFrom('', organization), ledger: memoryLedger() });
  expect(made.stateUpdates.dialect).toBe(found);
});

test('docform stops if neither a site nor a member shows the dialect', async () => {
  const { platform, organization } = await opened('gitbook', 'empty', (body) =>
    JSON.parse(JSON.stringify(body ?? null), (_, value: { object?: string }[]) =>
      Array.isArray(value) ? value.filter((each) => each?.object !== 'member') : value,
    ),
  );
  const planned = plan({ platform, desired: desiredFrom('', organization), ledger: memoryLedger() });
  await expect(planned).rejects.toMatchObject({
    message: 'docform cannot detect the dialect of the platform: the organization shows neither a site nor a member',
    hint: expect.stringContaining('`--dialect gitbook-0.180`'),
  });
});

test('a site whose structure is not found does not make the platform one of the contract', async () => {
  const { platform, organization } = await opened('gitbook', 'small');
  const transport: typeof platform.transport = async (request, options) =>
    request.path.endsWith('/structure')
      ? { status: 404, headers: {}, body: { error: { code: 404, message: 'not found' } } }
      : platform.transport(request, options);
  const options = { organization, ledger: (await memoryLedger().load()).ledger, stated: undefined };
  const { client } = await readerFor({ ...platform, transport }, {});
  expect(await dialectOf(client, options)).toEqual({ dialect: 'gitbook' });
});

test('an apply records the dialect in the ledger, and later plans send no request to detect it', async () => {
  const { platform, organization, requests } = await opened('gitbook', 'empty');
  const ledger = memoryLedger();
  const desired = desiredFrom('spaces: { home: { title: Home } }', organization);
  await apply(await plan({ platform, desired, ledger }), { platform, ledger });
  expect((await ledger.load()).ledger.dialect).toBe('gitbook');
  requests.length = 0;
  const { plan: second } = await plan({ platform, desired, ledger });
  expect([second.changes, requests.filter(({ path }) => path.endsWith('/sites'))]).toEqual([[], []]);
});

test('a plan with ledger entries and no recorded dialect uses the contract', async () => {
  const { platform, organization, requests } = await opened('2025-06', 'small');
  const ledger = memoryLedger({ resources: { 'teams/gone': { id: 'gone' } }, lists: [] });
  await plan({ platform, desired: desiredFrom('', organization), ledger });
  expect(requests.filter(({ path }) => path.endsWith('/sites') || path.endsWith('/structure'))).toEqual([]);
});

test('a plan has one note, and no change, for each kind and field that the platform does not support', async () => {
  const { platform, organization } = await opened('gitbook', 'empty');
  const text = `
customFields: { owner: { type: text }, status: { type: text } }
sites: { docs: { title: Docs, agentsContext: excluded } }`;
  const { plan: made } = await plan({ platform, desired: desiredFrom(text, organization), ledger: memoryLedger() });
  expect(made.changes.map(({ address }) => address)).toEqual(['sites/docs']);
  expect(made.notes).toEqual([
    {
      address: 'customFields/owner',
      text: 'this platform has no custom fields: the declaration has no effect (and 1 more declaration)',
    },
    { address: 'sites/docs', text: 'this platform has no `agentsContext`: the declaration has no effect' },
  ]);
});

test('a missing field that only this platform requires is an error with its position', async () => {
  const { platform, organization } = await opened('gitbook', 'empty');
  const desired = desiredFrom('translations: { french: { title: French } }', organization);
  await expect(plan({ platform, desired, ledger: memoryLedger() })).rejects.toMatchObject({
    code: 'E-REQUIRED',
    message: expect.stringMatching(/^docform\.yaml:\d+: translations\/french has no `space`/),
  });
});

const visibleAtFirst = readCase('section/a-new-one-is-seen-until-its-condition-is-set');

test('a section with a condition is created as a draft and opened together with its condition, if it declares draft', async () => {
  const desired = visibleAtFirst.desired.replace('condition: visitor', 'draft: false, condition: visitor');
  const run = await carryOutCase({ ...visibleAtFirst, desired }, { dialect: 'gitbook' });
  const bodies = run.writes.filter(({ path }) => path.includes('/sections')).map(({ body }) => body);
  expect(bodies).toEqual([
    expect.objectContaining({ title: 'Internal', draft: true }),
    expect.objectContaining({ condition: 'visitor.claims.staff == true', draft: false }),
  ]);
  expect(remoteChanges(run.second.plan)).toEqual([]);
});

test('a section with a condition is created as a draft, also if it does not declare draft', async () => {
  const run = await carryOutCase(visibleAtFirst, { dialect: 'gitbook' });
  const bodies = run.writes.filter(({ path }) => path.includes('/sections')).map(({ body }) => body);
  expect(bodies).toEqual([
    expect.objectContaining({ title: 'Internal', draft: true }),
    expect.objectContaining({ condition: 'visitor.claims.staff == true', draft: false }),
  ]);
  expect(remoteChanges(run.second.plan)).toEqual([]);
});
