/** Lists the organizations that a token sees. */

import type { TrafficOptions } from '../client/traffic.ts';
import { call } from '../contract/endpoint.ts';
import { listOrganizations } from '../contract/organizations.ts';
import { isSafeId } from '../core/safe-id.ts';
import { clientFor, type Platform } from './platform.ts';

export interface SeenOrganization {
  readonly id: string;
  readonly title: string;
}

/** Throws ApiError where the token is not accepted; `unknown`: why the list may not be all. */
export async function organizationsOf(
  platform: Platform,
  options: TrafficOptions,
): Promise<{ readonly organizations: readonly SeenOrganization[]; readonly unknown?: string }> {
  const { readOnly } = await import('../client/read-only.ts');
  const client = await clientFor(readOnly(platform.transport), options);
  const { items, unknown } = await client.list(call(listOrganizations, { path: {} }));
  const organizations = items.flatMap((item) => {
    const { id, title } = (item ?? {}) as { readonly id?: unknown; readonly title?: unknown };
    return typeof id === 'string' && isSafeId(id) ? [{ id, title: typeof title === 'string' ? title : '' }] : [];
  });
  return { organizations, ...(unknown === undefined ? {} : { unknown }) };
}
