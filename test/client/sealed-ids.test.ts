/** Ids of link invites stay in the transport. */
import { expect, test } from 'vitest';
import { hashedId, sealIds } from '../../src/remote/client/sealed-ids.ts';
import { scripted } from './scripted.ts';

const path = '/v1/orgs/acme/link-invites';
const answered = (body: unknown, status = 200) => ({ status, headers: {}, body });
const request = (method: 'GET' | 'PATCH', at: string) => ({ method, path: at, query: [] });

test('lists contain sealed ids, which requests replace with the ids', async () => {
  const listed = answered({ items: [{ object: 'invite', id: 'inv/1', role: 'read' }] });
  const { transport, requests } = scripted(listed, answered({ error: { message: 'no invite inv/1' } }, 404));
  const sealing = sealIds(transport);
  const id = hashedId('inv/1');
  expect((await sealing(request('GET', path), {})).body).toEqual({ items: [{ object: 'invite', id, role: 'read' }] });
  expect((await sealing(request('PATCH', `${path}/${id}`), {})).body).toEqual({
    error: { message: `no invite ${id}` },
  });
  expect(requests.map((each) => each.path)).toEqual([path, `${path}/inv%2F1`]);
});

test('other requests and ids are unchanged', async () => {
  const { transport, requests } = scripted(answered({ id: 'inv_1' }));
  const sealing = sealIds(transport);
  expect((await sealing(request('GET', `${path}/inv_1`), {})).body).toEqual({ id: 'inv_1' });
  expect((await sealing(request('GET', '/v1/orgs/acme/teams'), {})).body).toEqual({ id: 'inv_1' });
  expect(requests.map((each) => each.path)).toEqual([`${path}/inv_1`, '/v1/orgs/acme/teams']);
});

test('a sealed id is sealed only once', () => {
  expect(hashedId(hashedId('inv_1'))).toBe(hashedId('inv_1'));
});
