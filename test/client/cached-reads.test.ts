/** Verification after an apply: reads everything again that its writes can have changed. */
import { expect, test } from 'vitest';
import type { Method } from '../../src/contract/endpoint.ts';
import type { Transport } from '../../src/contract/transport.ts';
import { cacheReads } from '../../src/remote/client/cached-reads.ts';

const root = '/v1/orgs/acme';
const paths = [
  '',
  '/spaces',
  '/spaces/p1/fields',
  '/sites',
  '/sites/s1/sections',
  '/sites/s2/sections',
  '/teams/t1/members',
  '/teams/t2/members',
];
const page = [['limit', '1000']] as const;

/** The requests of the verification after these writes; `refused` gets a 403 before them. */
async function readAgain(writes: readonly (readonly [Method, string])[], refused?: string): Promise<readonly string[]> {
  let sent: string[] = [];
  let hasBegun = false;
  const platform: Transport = async ({ path, method }) => {
    if (method === 'GET') sent.push(path.slice(root.length));
    const status = !hasBegun && path === `${root}${refused}` ? 403 : 200;
    return { status, headers: {}, body: { of: path, isAfter: hasBegun } };
  };
  const { transport, verifying } = cacheReads(platform);
  const read = (over: Transport) =>
    Promise.all(paths.map((path) => over({ method: 'GET', path: root + path, query: page })));
  await read(transport);
  hasBegun = true;
  for (const [method, path] of writes) await transport({ method, path: root + path, query: [], body: {} });
  sent = [];
  const second = verifying();
  const answers = await read(second.transport);
  expect(second.requests()).toBe(sent.length);
  // Cached responses are those from before the writes.
  const fromBefore = answers.filter(({ body }) => !(body as { readonly isAfter: boolean }).isAfter);
  expect(fromBefore.length).toBe(paths.length - sent.length);
  return sent;
}

const top = ['', '/spaces', '/sites'];

test('after a write in a site or team, only this object and top-level lists are read again', async () => {
  expect(await readAgain([['PATCH', '/sites/s1/sections/x']])).toEqual([...top, '/sites/s1/sections']);
  const both = await readAgain([
    ['PATCH', '/teams/t2'],
    ['DELETE', '/sites/s2/sections/x'],
  ]);
  expect(both).toEqual([...top, '/sites/s2/sections', '/teams/t2/members']);
});

test.each([
  ['POST', '/sites'],
  ['PUT', '/teams'],
  ['PATCH', '/spaces/p1'],
  ['DELETE', '/members/m1'],
  ['PATCH', ''],
] as const)('after %s %s, everything is read again', async (method, path) => {
  expect(
    await readAgain([
      ['PATCH', '/sites/s1'],
      [method, path],
    ]),
  ).toEqual(paths);
});

test('requests that were refused or not sent before are sent again', async () => {
  expect(await readAgain([['PATCH', '/sites/s1']], '/teams/t1/members')).toEqual([
    ...top,
    '/sites/s1/sections',
    '/teams/t1/members',
  ]);
});

test('a response after the start of a write is not cached', async () => {
  let number = 0;
  const { transport, verifying } = cacheReads(async () => {
    number += 1;
    return { status: 200, headers: {}, body: number };
  });
  const path = `${root}/sites/s2/sections`;
  await transport({ method: 'PATCH', path: `${root}/sites/s1`, query: [], body: {} });
  await transport({ method: 'GET', path, query: page });
  const { body } = await verifying().transport({ method: 'GET', path, query: page });
  expect(body).toBe(3);
});
