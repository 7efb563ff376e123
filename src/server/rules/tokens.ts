/** Bearer tokens. Each token belongs to one user. The main token is a fact, all others are objects. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { conflict, impossible, invalid, notFound, Refusal } from '../http/errors.ts';
import type { Store } from '../store/store.ts';
import { uniqueKey } from './objects.ts';

export const tokenFact = 'token';
export const callerFact = 'caller';

function makeToken() {
  return `local_${randomBytes(24).toString('base64url')}`;
}

export function ensureToken(store: Store, given: string | undefined): string {
  const known = store.readFact(tokenFact);
  const token = given ?? known ?? makeToken();
  if (token !== known) store.writeFact(tokenFact, token);
  return token;
}

/**
 * Creates a token for a user by id or e-mail. Refuses with 404 for an unknown user, with 400 for a token that a
 * header cannot contain, and with 409 for the token of another user.
 */
export function issueToken(
  store: Store,
  user: string,
  { token = makeToken(), label }: { token?: string | undefined; label?: string | undefined } = {},
) {
  if (!/^[\x21-\x7e]+$/.test(token)) throw invalid('body.token: must be printable ASCII without spaces');
  const id = requireUser(store, user);
  const known = userOfToken(store, token);
  if (known !== undefined && known !== id) throw conflict('this token belongs to another user');
  if (known === undefined) {
    store.insert({
      kind: 'token',
      id: hexDigest(token),
      parent: '',
      scope: '',
      target: id,
      uniqueKey: null,
      position: (store.lastPosition(['token'], '') ?? 0) + 1,
      data: { token, user: id, label },
    });
  }
  return { token, user: id };
}

/** `email` is empty if the user is no longer a member of any organization. */
export function listTokens(store: Store) {
  const email = (user: string) => store.find('member', user)?.data.email ?? '';
  const token = store.readFact(tokenFact);
  const user = store.readFact(callerFact) ?? '';
  const main = token === undefined ? [] : [{ token, user, email: email(user), isMain: true }];
  const others = store.children('token', '').map(({ data }) => data);
  return [...main, ...others.map((each) => ({ ...each, email: email(each.user), isMain: false }))];
}

/** Refuses with 404 for an unknown token, and with 412 for the main token. */
export function revokeToken(store: Store, token: string): void {
  const row = store.find('token', hexDigest(token));
  if (row !== undefined) store.remove(row);
  else if (isMain(store, token)) throw impossible('the main token cannot be revoked');
  else throw new Refusal(404, 'unknown token');
}

/** The id of the user. Refuses with 401 without a valid token. */
export function callerOf(store: Store, authorization: string | undefined): string {
  const token = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  const user = token === undefined ? undefined : userOfToken(store, token);
  if (user !== undefined) return user;
  const why = authorization === undefined ? 'no token: send Authorization: Bearer <token>' : 'unknown token';
  throw new Refusal(401, why, { 'www-authenticate': 'Bearer' });
}

function userOfToken(store: Store, token: string) {
  return isMain(store, token) ? (store.readFact(callerFact) ?? '') : store.find('token', hexDigest(token))?.data.user;
}

function isMain(store: Store, token: string) {
  const [given, main] = [Buffer.from(token), Buffer.from(store.readFact(tokenFact) ?? '')];
  return given.length === main.length && timingSafeEqual(given, main);
}

function requireUser(store: Store, word: string) {
  const id = word.includes('@') ? userWithEmail(store, word) : store.find('member', word)?.id;
  if (id === undefined) throw notFound('user', word);
  return id;
}

/** The user that has this e-mail address in any organization. */
export function userWithEmail(store: Store, email: string): string | undefined {
  return store
    .children('organization', '')
    .map(({ id }) => store.findByKey(uniqueKey('member', id, email.toLowerCase()))?.id)
    .find((id) => id !== undefined);
}

function hexDigest(token: string) {
  return createHash('sha256').update(token).digest('hex');
}
