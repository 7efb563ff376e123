/** Examines a platform for `doctor`: organizations, permissions and clock. */

import type { Client, TrafficOptions } from '../client/client.ts';
import { call } from '../contract/endpoint.ts';
import { getOrganization, listOrganizations } from '../contract/organizations.ts';
import { getCaller } from '../contract/vendor/people.ts';
import { isSafeId } from '../core/address.ts';
import { ApiError } from '../core/api-error.ts';
import { defined } from '../core/defined.ts';
import type { Dialect } from '../core/dialect.ts';
import { jsonObjectOf } from '../core/json.ts';
import { permissionsIn } from '../live/access/decode.ts';
import { type Platform, readerFor } from './platform.ts';

interface Examined {
  readonly title?: string;
  /** Names of permissions, as the platform returns them. Missing: not returned. */
  readonly permissions?: readonly string[];
  /** Difference of the clocks in milliseconds, rounded to seconds. Missing: the platform returns no time. */
  readonly clockAheadMs?: number;
  readonly failure?: ApiError;
}

export async function examine(
  platform: Platform,
  organization: string,
  options: TrafficOptions & { readonly now: () => number },
): Promise<Examined> {
  let clockAheadMs: number | undefined;
  const transport: Platform['transport'] = async (request, sending) => {
    const answer = await platform.transport(request, sending);
    const serverTime = Date.parse(answer.headers.date ?? '');
    if (!Number.isNaN(serverTime)) clockAheadMs = serverTime - options.now();
    return answer;
  };
  const { client } = await readerFor({ transport }, options);
  try {
    const reply = await client.send(call(getOrganization, { path: { organizationId: organization } }));
    const { title: found } = jsonObjectOf(reply);
    const title = typeof found === 'string' ? found : undefined;
    return defined({ title, permissions: permissionsIn(reply), clockAheadMs });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { failure: error, ...defined({ clockAheadMs }) };
  }
}

/** The user of the token. Undefined: the platform does not report the user. `dialect`: missing for the contract. */
export async function callerOf({ send }: Pick<Client, 'send'>, dialect: Dialect | undefined) {
  if (dialect === undefined || dialect === 'contract') return undefined;
  const { id, displayName } = jsonObjectOf(await send(call(getCaller, { path: {} })).catch(() => undefined));
  if (typeof id !== 'string' || !isSafeId(id)) return undefined;
  return { id, ...(typeof displayName === 'string' ? { name: displayName } : {}) };
}

/** Throws ApiError if the token is rejected. `unknown`: reason why the list is incomplete. */
export async function organizationsOf(platform: Platform, options: TrafficOptions) {
  const { client } = await readerFor(platform, options);
  const { items, unknown } = await client.list(call(listOrganizations, { path: {} }));
  const organizations = items.flatMap((item) => {
    const { id, title } = (item ?? {}) as { readonly id?: unknown; readonly title?: unknown };
    return typeof id === 'string' && isSafeId(id) ? [{ id, title: typeof title === 'string' ? title : '' }] : [];
  });
  return { organizations, ...defined({ unknown }) };
}
