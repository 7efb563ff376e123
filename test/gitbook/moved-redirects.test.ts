/** Tests that every path that a plan moves gets its redirect, also after an interrupted apply, and that docform does not own it. */
import { expect, test } from 'vitest';
import type { Transport } from '../../src/contract/transport.ts';
import { kindsOfDialect } from '../../src/kinds/index.ts';
import { apply } from '../../src/library/apply.ts';
import { drift } from '../../src/library/drift.ts';
import { plan } from '../../src/library/plan.ts';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { mortal } from '../chaos/hazards.ts';
import { type Case, readCase } from '../support/case.ts';
import { openCase } from '../support/case-world.ts';

const moving = readCase('redirect/of-a-moved-path-is-created-with-the-move');
const sources = ['/reference', '/reference/*', '/reference/fr', '/reference/fr/*'];

const generated = ({ plan: { changes } }: Awaited<ReturnType<typeof plan>>) =>
  changes.filter(({ kind, action }) => kind === 'redirect' && action === 'create').map(({ address }) => address);

async function opened(each: Case = moving) {
  const { options, reference } = await openCase(each);
  const applied = async (around = (send: Transport) => send) => {
    const { platform, ledger } = options;
    const planned = await plan(options);
    const report = await apply(planned, { platform: { ...platform, transport: around(platform.transport) }, ledger });
    return { planned, report };
  };
  return { options, reference, applied };
}

/** Refuses these requests. */
const refusing =
  (path: RegExp) =>
  (send: Transport): Transport =>
  async (request) =>
    path.test(request.path) && request.method !== 'GET'
      ? { status: 400, headers: {}, body: { error: { code: 400, message: 'refused' } } }
      : send(request);

test('redirects of a plan are neither in the ledger nor drift, and a second plan is empty', async () => {
  const { options, reference, applied } = await opened();
  await applied();
  const { ledger } = await options.ledger.load();
  expect(Object.keys(ledger.resources).filter((address) => address.includes('/redirects/'))).toEqual([
    'sites/docs/redirects/:status',
  ]);
  const second = await plan(options);
  expect(remoteChanges(second.plan)).toEqual([]);
  expect(second.wasInterrupted).toBeUndefined();
  expect((await drift({ ...options, today: '2026-01-01' })).drift.entries).toEqual([]);
  reference.close();
});

test('redirects that the platform refused are in every plan until they are created', async () => {
  const { options, reference, applied } = await opened();
  const { report } = await applied(refusing(/\/redirects$/));
  expect(report.changes.filter(({ status }) => status === 'failed')).toHaveLength(sources.length);
  const again = await plan(options);
  expect(generated(again)).toEqual(sources.map((source) => `sites/docs/redirects/${source.replaceAll('/', ':')}`));
  await applied(refusing(/\/redirects$/));
  expect(generated(await plan(options))).toHaveLength(sources.length);
  await applied();
  const last = await plan(options);
  expect(remoteChanges(last.plan)).toEqual([]);
  expect(last.wasInterrupted).toBeUndefined();
  reference.close();
});

test('redirects that the platform refused are in every plan, also after a killed apply', async () => {
  const { options, reference, applied } = await opened();
  await applied(refusing(/\/redirects$/));
  for (const [at, isWritten] of [
    [1, true],
    [2, true],
    [3, true],
  ] as const) {
    await apply(await plan(options), { ...options, ledger: mortal(options.ledger, at, isWritten) });
    expect(generated(await plan(options))).toHaveLength(sources.length);
  }
  await applied();
  const last = await plan(options);
  expect(remoteChanges(last.plan)).toEqual([]);
  expect(last.wasInterrupted).toBeUndefined();
  reference.close();
});

test('a move that failed leaves no redirect', async () => {
  const { options, reference, applied } = await opened();
  await applied(refusing(/\/sections\//));
  const again = await plan(options);
  expect(again.live.objects.filter(({ kind }) => kind === 'redirect')).toHaveLength(1);
  expect(generated(again)).toHaveLength(sources.length);
  await applied();
  expect(remoteChanges((await plan(options)).plan)).toEqual([]);
  reference.close();
});

const withDesired = (edit: (desired: string) => string): Case => ({ ...moving, desired: edit(moving.desired) });

test('a site without redirectMoved gets no redirects', async () => {
  const { options, reference } = await opened(withDesired((text) => text.replace(/ *redirectMoved: live\n/, '')));
  expect(generated(await plan(options))).toEqual([]);
  reference.close();
});

test('a declared redirect takes the place of the one of a plan', async () => {
  const declared = withDesired((text) => text.replace('redirects: {', 'redirects: { /reference: https://acme.dev,'));
  const { options, reference, applied } = await opened(declared);
  const { planned } = await applied();
  expect(planned.plan.changes.filter(({ address }) => address.endsWith('/:reference'))).toMatchObject([
    { fields: [{ field: 'source' }, { field: 'url', after: 'https://acme.dev' }] },
  ]);
  expect(remoteChanges((await plan(options)).plan)).toEqual([]);
  reference.close();
});

test('a request contains at most 500 redirects', () => {
  const items = Array.from({ length: 501 }, (_, at) => ({
    operation: 'create' as const,
    id: Buffer.from(`/old-${at}`).toString('base64url'),
    fields: { source: `/old-${at}`, url: 'https://acme.dev' },
  }));
  const step = { organization: 'acme', address: '', id: '', fields: {}, passthrough: {}, companions: [] };
  const calls =
    kindsOfDialect('gitbook')
      .get('redirect')
      ?.bulkCalls?.({ ...step, up: () => 'site_1', items }) ?? [];
  expect(calls.map(({ body }) => (body as { redirects: unknown[] }).redirects.length)).toEqual([500, 1]);
});
