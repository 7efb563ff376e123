/** A list is complete or unknown. */
import { expect, test } from 'vitest';
import type { Call } from '../../src/contract/endpoint.ts';
import type { Transport } from '../../src/contract/transport.ts';
import { TransportError } from '../../src/contract/transport-error.ts';
import { createClient, type Listing } from '../../src/remote/client/client.ts';
import { answer, list, manualTiming, type Reply, refused, scripted } from './scripted.ts';

const item = (id: string) => ({ object: 'share-link', id });
const page = (ids: readonly string[], next?: string, count?: number) =>
  answer(200, {
    items: ids.map(item),
    ...(next === undefined ? {} : { next: { page: next } }),
    ...(count === undefined ? {} : { count }),
  });

async function listing(
  replies: readonly Reply[],
  target: Call = list,
): Promise<{ listing: Listing; queries: readonly unknown[] }> {
  const { transport, requests } = scripted(...replies);
  const client = createClient({ transport, timing: manualTiming(), retry: { attempts: 2 } });
  const found = await client.list(target);
  return { listing: found, queries: requests.map(({ query }) => Object.fromEntries(query)) };
}

test('list reads all pages of 1000 items', async () => {
  const found = await listing([page(['a', 'b'], 'p2', 3), page(['c'], undefined, 3)]);
  expect(found.listing).toEqual({ items: [item('a'), item('b'), item('c')], count: 3 });
  expect(found.queries).toEqual([{ limit: '1000' }, { limit: '1000', page: 'p2' }]);
});

test('an empty list without a count is complete', async () => {
  expect((await listing([page([])])).listing).toEqual({ items: [] });
});

test('a list keeps the query and the limit of its call', async () => {
  const found = await listing([page(['a'], 'p2'), page(['b'])], { ...list, query: { limit: 1, default: true } });
  expect(found.queries).toEqual([
    { limit: '1', default: 'true' },
    { limit: '1', default: 'true', page: 'p2' },
  ]);
});

test.each([
  ['null', null],
  ['an object without page', {}],
  ['an empty page', { page: '' }],
  ['a null page', { page: null }],
])('%s as next ends the list', async (_, next) => {
  expect((await listing([answer(200, { items: [item('a')], next })])).listing).toEqual({ items: [item('a')] });
});

test.each([
  ['a 403', [refused(403, 'no access')], /403 no access/, 403, []],
  ['a 404', [refused(404, 'not found')], /404 not found/, 404, []],
  ['a 500 that stays', [refused(500, 'oops')], /500 oops/, 500, []],
  ['a 403 on the second page', [page(['a'], 'p2'), refused(403, 'no access')], /403/, 403, ['a']],
  ['no answer', [new TransportError('closed', true)], /no response: closed/, undefined, []],
  [
    'a body that is not JSON',
    [{ status: 200, headers: {}, body: undefined, isMalformed: true as const }],
    /not valid JSON/,
    200,
    [],
  ],
  ['no body', [answer(200)], /not a page of a list/, undefined, []],
  ['a body without items', [answer(200, { count: 0 })], /not a page of a list/, undefined, []],
  ['items that are no list', [answer(200, { items: {} })], /not a page of a list/, undefined, []],
  [
    'a next that is no object',
    [answer(200, { items: [item('a')], next: 'p2' })],
    /not a page of a list/,
    undefined,
    [],
  ],
  [
    'a cursor that comes back',
    [page(['a'], 'p2'), page(['b'], 'p3'), page(['c'], 'p2')],
    /same next page twice/,
    undefined,
    ['a', 'b', 'c'],
  ],
  ['an empty page with a next', [page([], 'p2')], /empty page has a next/, undefined, []],
  [
    'fewer items than count',
    [page(['a', 'b'], undefined, 3)],
    /2 items read, but the platform counts 3/,
    undefined,
    ['a', 'b'],
  ],
  [
    'an item twice in place of another',
    [page(['a'], 'p2', 2), page(['a'], undefined, 2)],
    /1 item read/,
    undefined,
    ['a'],
  ],
])('the list is unknown after %s', async (_, replies, reason, status, ids) => {
  const found = (await listing(replies)).listing;
  expect(found.unknown).toMatch(reason);
  expect(found.unknown).toContain('listShareLinks');
  expect(found.failure?.status).toBe(status);
  expect(found.items).toEqual(ids.map(item));
});

test('a rejected token is an error on any page', async () => {
  await expect(listing([refused(401, 'who are you')])).rejects.toMatchObject({ name: 'ApiError', status: 401 });
  await expect(listing([page(['a'], 'p2'), refused(401, 'who are you')])).rejects.toMatchObject({ status: 401 });
});

test('all items are kept if there are more than counted', async () => {
  expect((await listing([page(['a', 'b'], undefined, 1)])).listing).toEqual({
    items: [item('a'), item('b')],
    count: 1,
  });
});

test('an endless list is cancelled', async () => {
  let pages = 0;
  const transport: Transport = async () => {
    pages += 1;
    return page([`i${pages}`], `p${pages}`);
  };
  const found = await createClient({ transport, timing: manualTiming() }).list(list);
  expect(found.unknown).toMatch(/more than 2000 pages/);
  expect(pages).toBe(2_000);
});

test('an endless list of full pages is cancelled after 100,000 items, with its name', async () => {
  let pages = 0;
  const transport: Transport = async () => {
    pages += 1;
    return page(
      Array.from({ length: 1_000 }, (_, at) => `i${pages}-${at}`),
      `p${pages}`,
    );
  };
  const found = await createClient({ transport, timing: manualTiming() }).list(list);
  expect(found).toEqual({ items: [], unknown: 'listShareLinks: more than 100000 items' });
  expect(pages).toBe(101);
});

test('the number of further pages is limited for all lists together', async () => {
  let pages = 0;
  const transport: Transport = async () => {
    pages += 1;
    return page([`s${pages}`], `p${pages}`);
  };
  const client = createClient({ transport, timing: manualTiming() });
  const reasons: (string | undefined)[] = [];
  for (let number = 0; number < 40; number += 1) reasons.push((await client.list(list)).unknown);
  expect(reasons[0]).toMatch(/more than 2000 pages/);
  expect(reasons.at(-1)).toBe('listShareLinks: more than 20000 pages in all lists together');
  expect(pages).toBeLessThan(20_100);
});
