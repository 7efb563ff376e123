/** Tests ping and its claims, and the organizations of an e-mail domain. */
import { join } from 'node:path';
import { decodeProtectedHeader, jwtVerify } from 'jose';
import { beforeEach, expect, test } from 'vitest';
import { createPlatform } from '../../src/server/index.ts';
import { claimsSecretFact } from '../../src/server/resources/people.ts';
import { openStore } from '../../src/server/store/open-store.ts';
import { directoryWith } from '../support/directory.ts';
import { type Opened, open, speak } from './open.ts';

const directory = directoryWith();
let at: Opened;
let nowMs: number;

beforeEach(() => {
  nowMs = Date.UTC(2026, 5, 17, 12);
  at = open({ seed: 'medium', now: () => nowMs });
});

const as = (email: string) => speak({ ...at.platform, token: at.platform.tokenFor(email) });

test('a ping updates only the caller', async () => {
  const { serviceVisitorClaims } = await as('eve@acme.dev').post('~/ping');
  expect(serviceVisitorClaims.split('.')).toHaveLength(3);
  const seen = await at.list('~/members?sort=lastSeenAt');
  expect([seen[0]?.user.email, seen[0]?.lastSeenAt]).toEqual(['eve@acme.dev', new Date(nowMs).toISOString()]);
  expect(seen.filter(({ lastSeenAt }) => Date.parse(lastSeenAt) === nowMs)).toHaveLength(1);
  nowMs += 1000;
  await as('eve@acme.dev').post('~/ping');
  expect(Date.parse((await at.get(`~/members/${seen[0]?.id}`)).lastSeenAt)).toBe(nowMs);
});

test('a ping of a user who is not a member is 404', async () => {
  expect(await as('gus@example.com').refused('POST', '~/ping')).toBe(404);
  expect(await at.refused('POST', '/v1/orgs/unknown/ping')).toBe(404);
});

test('the claims name the caller, expire after an hour, and verify with the secret, also after a restart', async () => {
  const data = join(directory, 'state.db');
  const options = { data, seed: 'medium', token: 'known', now: () => nowMs } as const;
  const tokens: string[] = [];
  for (let start = 0; start < 2; start += 1) {
    const platform = createPlatform(options);
    tokens.push((await speak(platform).post('~/ping')).serviceVisitorClaims);
    platform.close();
  }
  const store = openStore(data);
  const secret = Buffer.from(store.readFact(claimsSecretFact) ?? '', 'base64url');
  const [organization] = store.children('organization', '');
  const ana = store
    .children('member', organization?.id ?? '')
    .find(({ data: member }) => member.email === 'ana@acme.dev');
  const teams = store.all('team-member', ana?.id ?? '').map(({ parent }) => parent);
  store.close();
  expect(secret).toHaveLength(32);
  for (const token of tokens) {
    const currentDate = new Date(nowMs + 59 * 60_000);
    const { payload } = await jwtVerify(token, secret, {
      audience: organization?.id ?? '',
      currentDate,
      algorithms: ['HS256'],
    });
    const iat = nowMs / 1000;
    expect(payload).toEqual({
      ...{ iss: 'http://platform.test', aud: organization?.id, sub: ana?.id, iat, exp: iat + 3600 },
      ...{ email: 'ana@acme.dev', name: 'Ana Ruiz', role: 'admin', teams },
    });
    expect(teams).toHaveLength(1);
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'JWT' });
    await expect(jwtVerify(token, secret, { currentDate: new Date(nowMs + 61 * 60_000) })).rejects.toThrow('exp');
    await expect(jwtVerify(token, Buffer.alloc(32), { currentDate })).rejects.toThrow('signature');
  }
});

test('an e-mail domain returns organizations of the caller, or all if it is their own domain', async () => {
  const titles = async (email: string, domain: string) =>
    (await as(email).get(`/v1/email-domains/${domain}/orgs`)).organizations.map(
      ({ title }: { title: string }) => title,
    );
  expect(await titles('ana@acme.dev', 'ACME.dev')).toEqual(['Acme']);
  expect(await titles('bo@acme.dev', 'example.com')).toEqual(['Acme']);
  expect(await titles('gus@example.com', 'example.com')).toEqual(['Acme']);
  expect(await titles('gus@example.com', 'acme.dev')).toEqual([]);
  expect(await titles('ana@acme.dev', 'cme.dev')).toEqual([]);
  const [, globex] = await at.list('/v1/orgs');
  await at.patch(`/v1/orgs/${globex?.id}`, { emailDomains: ['Acme.Dev'] });
  expect(await titles('ana@acme.dev', 'acme.dev')).toEqual(['Acme', 'Globex']);
  expect(await titles('bo@acme.dev', 'acme.dev')).toEqual(['Acme', 'Globex']);
});
