/** Terraform's own variables for its http backend, so that a pipeline that has them needs no others. */
import type { StateRequest, StateServiceOptions } from './http-state.ts';

/** TF_HTTP_USERNAME, _PASSWORD, _LOCK_ADDRESS, _LOCK_METHOD, _UNLOCK_ADDRESS and _UNLOCK_METHOD; what is missing or empty is left to the defaults. */
export function stateServiceSettings(environment: {
  readonly [name: string]: string | undefined;
}): Pick<StateServiceOptions, 'username' | 'password' | 'lock' | 'unlock'> {
  const { TF_HTTP_USERNAME: username, TF_HTTP_PASSWORD: password } = environment;
  const lock = requestOf(environment.TF_HTTP_LOCK_ADDRESS, environment.TF_HTTP_LOCK_METHOD, 'LOCK');
  const unlock = requestOf(environment.TF_HTTP_UNLOCK_ADDRESS, environment.TF_HTTP_UNLOCK_METHOD, 'UNLOCK');
  return { ...(username ? { username } : {}), ...(password ? { password } : {}), ...(lock ? { lock } : {}), ...(unlock ? { unlock } : {}) };
}

function requestOf(url: string | undefined, method: string | undefined, usual: string): StateRequest | undefined {
  return url ? { url, method: method ? method : usual } : undefined;
}
