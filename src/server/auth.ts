/** The main bearer token: given or made up, and kept with the state so that it outlives a restart. */
import type { Store } from './objects.ts';
import { makeToken, tokenFact } from './tokens.ts';

/** The given token, else the one this state knows, else a throw-away one. */
export function settleToken(store: Store, given: string | undefined): string {
  const known = store.readFact(tokenFact);
  const token = given ?? known ?? makeToken();
  if (token !== known) store.writeFact(tokenFact, token);
  return token;
}
