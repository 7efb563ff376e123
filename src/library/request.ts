/** Sends single requests of the user to the platform. */

import { endpoints } from '../contract/2025-06/index.ts';
import { listOrganizations } from '../contract/2025-06/organizations.ts';
import { anyEndpoint, type Call, createCall, type Method } from '../contract/endpoint.ts';
import { gitbookEndpoints } from '../contract/gitbook/index.ts';
import { getCaller } from '../contract/gitbook/people.ts';
import { isSafeId } from '../core/address.ts';
import { withoutUndefined } from '../core/defined.ts';
import type { Dialect } from '../core/dialect.ts';
import { ApiError, DocformError, usageFailure } from '../core/docform-error.ts';
import { jsonObjectOrEmpty } from '../core/json.ts';
import type { Client, TrafficOptions } from '../remote/client/client.ts';
import { clientFor, type Platform, readerFor } from './platform.ts';

export const requestMethods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export interface OwnRequest {
  readonly method: Method;
  /** From the root of the platform, such as `/v1/orgs/o1/teams`. */
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly body?: unknown;
  /** GET only: reads all pages of the list. */
  readonly isPaged: boolean;
}

/** Accepts a path, or a URL below `baseUrl`. Throws DocformError for other URLs, because the token would be sent there, and for ambiguous paths. */
export function ownTarget(text: string, baseUrl: string | undefined): Pick<OwnRequest, 'path' | 'query'> {
  const path = pathIn(text, baseUrl);
  if (!/^\/(?!\/)[\x21-\x7e]*$/.test(path) || /[\\#]|(^|\/)(\.|%2e){1,2}(\/|\?|$)/i.test(path)) {
    throw usageFailure(
      `${text} is not a path of the platform`,
      'example: /v1/orgs/{organization}/teams?limit=10, percent-encoded and without `..`',
    );
  }
  const url = new URL(path, 'https://platform.invalid');
  return { path: /^\/v1(\/|$)/.test(url.pathname) ? url.pathname : `/v1${url.pathname}`, query: [...url.searchParams] };
}

/** Throws ApiError, or DocformError if a list is incomplete. */
export async function sendRequest(platform: Platform, request: OwnRequest, options: TrafficOptions) {
  let status = 0;
  const client = await clientFor(async (wire, sending) => {
    const answer = await platform.transport(wire, sending);
    status = answer.status;
    return answer;
  }, options);
  const { method, path, query, body, isPaged } = request;
  const target: Call = {
    endpoint: anyEndpoint(method, path),
    path: {},
    query: queryOf(query),
    ...withoutUndefined({ body }),
  };
  if (isPaged) {
    const { items, unknown, failure } = await client.list(target);
    if (failure !== undefined) throw explained(failure, path);
    if (unknown === undefined) return { status, body: items };
    throw new DocformError({
      code: 'E-INCOMPLETE-READ',
      message: unknown,
      hint: 'run the command again, or omit --paginate to read one page',
    });
  }
  const answered = await client.send(target).catch((error: unknown) => {
    throw error instanceof ApiError ? explained(error, path) : error;
  });
  return { status, body: answered };
}

const knownPaths = [...endpoints, ...gitbookEndpoints].map(
  (endpoint) => new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`),
);

/** Whether an operation of any dialect has the path. */
function isKnownPath(path: string) {
  return knownPaths.some((pattern) => pattern.test(path));
}

/** A 404 is not about an object if no operation has the path. */
function explained(error: ApiError, path: string): DocformError {
  const { message, status, request, exit } = error;
  if (status !== 404 || isKnownPath(path)) return error;
  return new DocformError({
    code: 'E-API' as const,
    message,
    status,
    request,
    exit,
    hint: 'docform knows no operation with this path: check the path',
  });
}

function queryOf(query: OwnRequest['query']): NonNullable<Call['query']> {
  const names = [...new Set(query.map(([name]) => name))];
  return Object.fromEntries(
    names.map((name) => [name, query.filter(([each]) => each === name).map(([, value]) => value)]),
  );
}

function pathIn(text: string, baseUrl: string | undefined) {
  if (!/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(text)) return text.startsWith('/') ? text : `/${text}`;
  const base = baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const prefix = base?.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/v1$/, '') ?? '';
  const isOwn =
    url !== undefined && base !== undefined && url.origin === base.origin && url.username === '' && url.password === '';
  if (isOwn && url.pathname.startsWith(`${prefix}/`)) return `${url.pathname.slice(prefix.length)}${url.search}`;
  throw usageFailure(
    'the URL is not below the API URL: nothing was sent, because the token would be sent there',
    'give only the path, such as /v1/orgs; select the platform with --api-url or DOCFORM_API_URL',
    'E-API-HOST',
  );
}

/** The user of the token. Undefined: the platform does not report the user. `dialect`: missing for the contract. */
export async function fetchTokenUser({ send }: Pick<Client, 'send'>, dialect: Dialect | undefined) {
  if (dialect === undefined || dialect === '2025-06') return undefined;
  const { id, displayName } = jsonObjectOrEmpty(await send(createCall(getCaller, { path: {} })).catch(() => undefined));
  if (typeof id !== 'string' || !isSafeId(id)) return undefined;
  return { id, ...(typeof displayName === 'string' ? { name: displayName } : {}) };
}

/** Throws ApiError if the token is rejected. `unknown`: reason why the list is incomplete. */
export async function organizationsOf(platform: Platform, options: TrafficOptions) {
  const { client } = await readerFor(platform, options);
  const { items, unknown } = await client.list(createCall(listOrganizations, { path: {} }));
  const organizations = items.flatMap((item) => {
    const { id, title } = (item ?? {}) as { readonly id?: unknown; readonly title?: unknown };
    return typeof id === 'string' && isSafeId(id) ? [{ id, title: typeof title === 'string' ? title : '' }] : [];
  });
  return { organizations, ...withoutUndefined({ unknown }) };
}
