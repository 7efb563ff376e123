/** Examines a platform for `docform doctor`: its title, the permissions of the token, and its clock. */

import { getOrganization } from '../contract/2025-06/organizations.ts';
import { createCall } from '../contract/endpoint.ts';
import { withoutUndefined } from '../core/defined.ts';
import { ApiError } from '../core/docform-error.ts';
import { jsonObjectOrEmpty } from '../core/json.ts';
import type { TrafficOptions } from '../remote/client/client.ts';
import { decodePermissions } from '../remote/live/access/decode.ts';
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
    const reply = await client.send(createCall(getOrganization, { path: { organizationId: organization } }));
    const { title: found } = jsonObjectOrEmpty(reply);
    const title = typeof found === 'string' ? found : undefined;
    return withoutUndefined({ title, permissions: decodePermissions(reply), clockAheadMs });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { failure: error, ...withoutUndefined({ clockAheadMs }) };
  }
}
