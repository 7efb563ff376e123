/** Terraform's own variables for its http backend, so that a pipeline that has them needs no others. */

import { unusableVariable } from './backend-error.ts';
import { type StateRequest, type StateServiceOptions, stateServiceUrl } from './http-state.ts';

interface Environment {
  readonly [name: string]: string | undefined;
}

/** TF_HTTP_USERNAME, _PASSWORD, _LOCK_ADDRESS, _LOCK_METHOD, _UNLOCK_ADDRESS and _UNLOCK_METHOD; missing or empty ones leave the defaults. Throws DocformError that names the variable. */
export function stateServiceSettings(
  environment: Environment,
): Pick<StateServiceOptions, 'username' | 'password' | 'lock' | 'unlock'> {
  const { TF_HTTP_USERNAME: username, TF_HTTP_PASSWORD: password } = environment;
  const lock = requestOf(environment, 'LOCK');
  const unlock = requestOf(environment, 'UNLOCK');
  return {
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
    ...(lock ? { lock } : {}),
    ...(unlock ? { unlock } : {}),
  };
}

function requestOf(environment: Environment, what: 'LOCK' | 'UNLOCK'): StateRequest | undefined {
  const { [`TF_HTTP_${what}_ADDRESS`]: url, [`TF_HTTP_${what}_METHOD`]: method = '' } = environment;
  if (!url) return undefined;
  stateServiceUrl(`TF_HTTP_${what}_ADDRESS`, url);
  if (!/^[a-z]*$/i.test(method))
    throw unusableVariable(`TF_HTTP_${what}_METHOD is not an HTTP method`, 'write one word, such as POST');
  return { url, method: method === '' ? what : method };
}
