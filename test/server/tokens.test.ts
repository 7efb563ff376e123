/** Tests tokens. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { load } from '../../src/server/fixture/load.ts';
import { Refusal } from '../../src/server/http/errors.ts';
import { createFixture } from '../../src/server/index.ts';
import { callerFact, callerOf, issueToken, listTokens, revokeToken, tokenFact } from '../../src/server/rules/tokens.ts';
import { openStore } from '../../src/server/store/open-store.ts';
import type { Store } from '../../src/server/store/store.ts';

let store: Store;
let ana: string;

beforeEach(() => {
  store = openStore(':memory:');
  ana = load(store, createFixture('medium', 1)).caller;
  store.writeFact(callerFact, ana);
  store.writeFact(tokenFact, 'main-token');
});
afterEach(() => store.close());

const statusOf = (work: () => unknown): number | undefined => {
  try {
    work();
  } catch (error) {
    return error instanceof Refusal ? error.status : 500;
  }
  return undefined;
};
const caller = (token: string): string => callerOf(store, `Bearer ${token}`);

test('a token belongs to its user, and a user can have several', () => {
  const bo = issueToken(store, 'BO@acme.dev', { label: 'laptop' });
  const again = issueToken(store, bo.user);
  expect(again.token).not.toBe(bo.token);
  expect([caller(bo.token), caller(again.token), caller('main-token')]).toEqual([bo.user, bo.user, ana]);
  expect(listTokens(store)).toEqual([
    { token: 'main-token', user: ana, email: 'ana@acme.dev', isMain: true },
    { token: bo.token, user: bo.user, email: 'bo@acme.dev', label: 'laptop', isMain: false },
    { token: again.token, user: bo.user, email: 'bo@acme.dev', isMain: false },
  ]);
  const gus = issueToken(store, 'gus@example.com');
  expect(store.find('member', gus.user)?.data.displayName).toBe('Gus Lang');
});

test('a given token can be reused by the same user only', () => {
  const { user } = issueToken(store, 'bo@acme.dev', { token: 'given' });
  expect(issueToken(store, 'bo@acme.dev', { token: 'given' })).toEqual({ token: 'given', user });
  expect(listTokens(store)).toHaveLength(2);
  expect(statusOf(() => issueToken(store, 'dan@acme.dev', { token: 'given' }))).toBe(409);
  expect(statusOf(() => issueToken(store, 'dan@acme.dev', { token: 'main-token' }))).toBe(409);
  for (const token of ['', 'a b', 'ä', 'a\n'])
    expect(
      statusOf(() => issueToken(store, 'bo@acme.dev', { token })),
      token,
    ).toBe(400);
  for (const word of ['nobody@acme.dev', 'unknown', ''])
    expect(
      statusOf(() => issueToken(store, word)),
      word,
    ).toBe(404);
});

test('a revoked token is invalid at once, and the main token cannot be revoked', () => {
  const { token } = issueToken(store, 'bo@acme.dev');
  caller(token);
  revokeToken(store, token);
  expect(statusOf(() => caller(token))).toBe(401);
  expect(statusOf(() => revokeToken(store, token))).toBe(404);
  expect(statusOf(() => revokeToken(store, 'main-token'))).toBe(412);
  expect(caller('main-token')).toBe(ana);
});

test('requests without a complete bearer token are refused', () => {
  const { token } = issueToken(store, 'bo@acme.dev');
  for (const header of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    token,
    `Basic ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
  ])
    expect(
      statusOf(() => callerOf(store, header)),
      header,
    ).toBe(401);
  expect(callerOf(store, `bearer  ${token}`)).toBe(callerOf(store, `BEARER ${token}`));
});
