/** The bearer token: given or made up, and kept with the state so that it outlives a restart. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Refusal } from './errors.ts';
import type { Store } from './objects.ts';

const tokenFact = 'token';

/** The given token, else the one this state knows, else a throw-away one. */
export function settleToken(store: Store, given: string | undefined): string {
  const known = store.readFact(tokenFact);
  const token = given ?? known ?? `local_${randomBytes(24).toString('base64url')}`;
  if (token !== known) store.writeFact(tokenFact, token);
  return token;
}

/** Refuses with 401 unless the header carries the token. */
export function createAuthorizer(token: string): (authorization: string | undefined) => void {
  const expected = digest(`Bearer ${token}`);
  let last: string | undefined;
  return (authorization) => {
    if (authorization !== undefined && authorization === last) return;
    const scheme = authorization?.replace(/^bearer +/i, 'Bearer ') ?? '';
    if (!timingSafeEqual(digest(scheme), expected)) {
      const why = authorization === undefined ? 'no token: send Authorization: Bearer <token>' : 'the token is not known';
      throw new Refusal(401, why, { 'www-authenticate': 'Bearer' });
    }
    last = authorization;
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
