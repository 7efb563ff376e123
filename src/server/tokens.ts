/** Bearer tokens: each stands for one user; the main one is a fact of the state, the others are objects of their own. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { conflict, impossible, invalid, notFound, Refusal } from './errors.ts';
import type { Store } from './objects.ts';
import type { Row } from './records.ts';
import { uniqueKey } from './rules/require.ts';

/** Name of the fact that holds the main token. */
export const tokenFact = 'token';
/** Name of the fact that holds the id of the main token's user. */
export const callerFact = 'caller';

export interface IssuedToken {
  readonly token: string;
  /** Id of the user it stands for. */
  readonly user: string;
}

export interface ListedToken extends IssuedToken {
  /** E-mail of the user; empty once they are a member nowhere. */
  readonly email: string;
  readonly label?: string;
  /** True for the one that was printed at the start. */
  readonly isMain: boolean;
}

/** A token nobody can guess. */
function makeToken(): string {
  return `local_${randomBytes(24).toString('base64url')}`;
}

/** The given token, else the one this state knows, else a throw-away one. */
export function settleToken(store: Store, given: string | undefined): string {
  const known = store.readFact(tokenFact);
  const token = given ?? known ?? makeToken();
  if (token !== known) store.writeFact(tokenFact, token);
  return token;
}

/**
 * A new token for a user, who is named by id or by e-mail. Refuses with 404 when nobody is called so, with 400 when the
 * given token could not be sent in a header, and with 409 when it stands for another user already.
 */
export function issueToken(
  store: Store,
  user: string,
  options: { readonly token?: string | undefined; readonly label?: string | undefined } = {},
): IssuedToken {
  const { token = makeToken(), label } = options;
  if (!/^[\x21-\x7e]+$/.test(token)) throw invalid('body.token: must be printable ASCII without spaces');
  const id = requireUser(store, user);
  const known = userOfToken(store, token);
  if (known !== undefined && known !== id) throw conflict('this token stands for another user already');
  if (known === undefined) {
    store.insert({
      ...{ kind: 'token', id: hexDigest(token), parent: '', scope: '', target: id, uniqueKey: null },
      position: (store.lastPosition(['token'], '') ?? 0) + 1,
      data: { token, user: id, ...(label === undefined ? {} : { label }) },
    });
  }
  return { token, user: id };
}

/** The main token first, the others in the order they were issued. */
export function listTokens(store: Store): readonly ListedToken[] {
  const email = (user: string): string => store.find('member', user)?.data.email ?? '';
  const token = store.readFact(tokenFact);
  const user = store.readFact(callerFact) ?? '';
  const main = token === undefined ? [] : [{ token, user, email: email(user), isMain: true }];
  return [
    ...main,
    ...store.children('token', '').map(({ data }) => ({ ...data, email: email(data.user), isMain: false })),
  ];
}

/** Refuses with 404 when there is no such token, and with 412 when it is the main one: it goes with the state. */
export function revokeToken(store: Store, token: string): void {
  const row = store.find('token', hexDigest(token));
  if (row !== undefined) store.remove(row);
  else if (isMain(store, token)) throw impossible('the main token cannot be revoked');
  else throw new Refusal(404, 'there is no such token');
}

/** Id of the user whose token the header carries. Refuses with 401 when there is no header, or nobody has the token. */
export function callerOf(store: Store, authorization: string | undefined): string {
  const token = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  const user = token === undefined ? undefined : userOfToken(store, token);
  if (user !== undefined) return user;
  const why = authorization === undefined ? 'no token: send Authorization: Bearer <token>' : 'the token is not known';
  throw new Refusal(401, why, { 'www-authenticate': 'Bearer' });
}

function userOfToken(store: Store, token: string): string | undefined {
  return isMain(store, token) ? (store.readFact(callerFact) ?? '') : store.find('token', hexDigest(token))?.data.user;
}

function isMain(store: Store, token: string): boolean {
  return timingSafeEqual(digest(token), digest(store.readFact(tokenFact) ?? ''));
}

/** Members' ids and e-mails name users; an e-mail is one user in every organization. */
function requireUser(store: Store, word: string): string {
  const found: Pick<Row, 'id'> | undefined = word.includes('@')
    ? holderOfEmail(store, word.toLowerCase())
    : store.find('member', word);
  if (found === undefined) throw notFound('user', word);
  return found.id;
}

function holderOfEmail(store: Store, email: string): { readonly id: string } | undefined {
  for (const organization of store.children('organization', '')) {
    const holder = store.holderOf(uniqueKey('member', organization.id, email));
    if (holder !== undefined) return holder;
  }
  return undefined;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function hexDigest(token: string): string {
  return digest(token).toString('hex');
}
