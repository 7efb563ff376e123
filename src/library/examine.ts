/** Looks at a platform from outside: whether it answers, what this token may do there, and how far its clock is from ours. */
import type { TrafficOptions } from '../client/traffic.ts';
import { call } from '../contract/endpoint.ts';
import { getOrganization } from '../contract/organizations.ts';
import { ApiError } from '../core/api-error.ts';
import { clientFor, type Platform } from './platform.ts';

export interface Examined {
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
  const { readOnly } = await import('../client/read-only.ts');
  const transport = readOnly(platform.transport);
  const client = await clientFor(async (request, sending) => {
    const answer = await transport(request, sending);
    const told = Date.parse(answer.headers.date ?? '');
    if (!Number.isNaN(told)) clockAheadMs = told - options.now();
    return answer;
  }, options);
  try {
    const reply = (await client.send(call(getOrganization, { path: { organizationId: organization } }))) as {
      readonly title?: unknown;
      readonly permissions?: { readonly [name: string]: unknown };
    };
    const { title, permissions } = reply ?? {};
    return {
      ...(typeof title === 'string' ? { title } : {}),
      ...(permissions === undefined ? {} : { permissions: Object.keys(permissions).filter((name) => permissions[name] === true) }),
      ...(clockAheadMs === undefined ? {} : { clockAheadMs }),
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { failure: error, ...(clockAheadMs === undefined ? {} : { clockAheadMs }) };
  }
}
