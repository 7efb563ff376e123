/** Looks at a platform from outside: which organizations a token sees, whether it answers, what the token may do, how far its clock is from ours. */
import type { TrafficOptions } from '../client/client.ts';
import { call } from '../contract/endpoint.ts';
import { getOrganization, listOrganizations } from '../contract/organizations.ts';
import { ApiError } from '../core/api-error.ts';
import { jsonObjectOf } from '../core/json-object.ts';
import { isSafeId } from '../core/safe-id.ts';
import { permissionsIn } from '../live/access/decode.ts';
import { type Platform, readerFor } from './platform.ts';

interface Examined {
  /** Of the organization; missing: it could not be read. */
  readonly title?: string;
  /** What the platform says that the token may do in the organization, by the platform's words; missing: it says nothing. */
  readonly permissions?: readonly string[];
  /** Milliseconds that the platform's clock is ahead of ours, by the second; missing: it does not tell its time. */
  readonly clockAheadMs?: number;
  /** Why the organization could not be read. */
  readonly failure?: ApiError;
}

/** Sends one GET. */
export async function examine(
  platform: Platform,
  organization: string,
  options: TrafficOptions & { readonly now: () => number },
): Promise<Examined> {
  let clockAheadMs: number | undefined;
  const transport: Platform['transport'] = async (request, sending) => {
    const answer = await platform.transport(request, sending);
    const told = Date.parse(answer.headers.date ?? '');
    if (!Number.isNaN(told)) clockAheadMs = told - options.now();
    return answer;
  };
  const { client } = await readerFor({ transport }, options);
  try {
    const reply = await client.send(call(getOrganization, { path: { organizationId: organization } }));
    const { title } = jsonObjectOf(reply);
    const permissions = permissionsIn(reply);
    return {
      ...(typeof title === 'string' ? { title } : {}),
      ...(permissions === undefined ? {} : { permissions }),
      ...(clockAheadMs === undefined ? {} : { clockAheadMs }),
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { failure: error, ...(clockAheadMs === undefined ? {} : { clockAheadMs }) };
  }
}

interface SeenOrganization {
  readonly id: string;
  readonly title: string;
}

/** Throws ApiError where the token is not accepted; `unknown`: why the list may not be all. */
export async function organizationsOf(
  platform: Platform,
  options: TrafficOptions,
): Promise<{ readonly organizations: readonly SeenOrganization[]; readonly unknown?: string }> {
  const { client } = await readerFor(platform, options);
  const { items, unknown } = await client.list(call(listOrganizations, { path: {} }));
  const organizations = items.flatMap((item) => {
    const { id, title } = (item ?? {}) as { readonly id?: unknown; readonly title?: unknown };
    return typeof id === 'string' && isSafeId(id) ? [{ id, title: typeof title === 'string' ? title : '' }] : [];
  });
  return { organizations, ...(unknown === undefined ? {} : { unknown }) };
}
