/** A platform for a test, spoken to over HTTP only; every answer is checked against the contract. */
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/index.ts';
import { ErrorBody } from '../../src/contract/wire.ts';
import { createPlatform, type Platform, type PlatformOptions } from '../../src/server/index.ts';

/** A body as a test reads it. */
export type Json = { readonly [name: string]: JsonValue } & { readonly id: string; readonly items: readonly Json[] };
// biome-ignore lint/suspicious/noExplicitAny: bodies of any operation; each is checked against the contract's schema before a test sees it.
type JsonValue = any;

export interface Answer {
  readonly status: number;
  readonly body: Json;
  /** Message of a refusal. */
  readonly message: string;
}

export interface Opened {
  readonly platform: Platform;
  /** `/v1/orgs/{first organization}` stands for `~`. */
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  get(path: string): Promise<Json>;
  post(path: string, body?: unknown): Promise<Json>;
  put(path: string, body?: unknown): Promise<Json>;
  patch(path: string, body?: unknown): Promise<Json>;
  delete(path: string): Promise<void>;
  /** All items of a list, page by page. */
  list(path: string, limit?: number): Promise<readonly Json[]>;
  /** The status of a call that is refused. */
  refused(method: string, path: string, body?: unknown): Promise<number>;
}

const ajv = addFormats.default(new Ajv({ strict: false }), ['uri', 'date-time']);

const closed = new Map<unknown, object>();

/** The schema with every object closed to members that it does not name: an answer that tells more than the contract is a mistake here. */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy: { [name: string]: unknown } = {};
  for (const [name, member] of Object.entries(schema)) copy[name] = close(member);
  const names =
    copy.type === 'object' && typeof copy.properties === 'object' && copy.properties !== null ? Object.keys(copy.properties) : [];
  return names.length > 0 && copy.additionalProperties === undefined ? { ...copy, additionalProperties: false } : copy;
}

function closedReply(endpoint: Endpoint): object {
  const made = closed.get(endpoint) ?? (close(endpoint.reply) as object);
  closed.set(endpoint, made);
  return made;
}

function endpointAt(method: string, path: string): Endpoint | undefined {
  const matching = endpoints.filter(
    (endpoint) => endpoint.method === method && new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  return matching.find((endpoint) => !endpoint.path.endsWith('}')) ?? matching[0];
}

function check(method: string, path: string, status: number, body: unknown): void {
  const endpoint = endpointAt(method, path);
  if (status >= 400) {
    expect(ajv.validate(ErrorBody, body), ajv.errorsText()).toBe(true);
    return;
  }
  expect(status).toBe(endpoint?.success);
  if (endpoint?.reply === undefined) expect(body).toBeUndefined();
  else expect(ajv.validate(closedReply(endpoint), body), `${endpoint.name}: ${ajv.errorsText()} ${JSON.stringify(ajv.errors)}`).toBe(true);
}

export function speak(platform: Pick<Platform, 'fetch' | 'token' | 'organization'>): Omit<Opened, 'platform'> {
  const send = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const url = new URL(`http://platform.test${path.replace('~', `/v1/orgs/${platform.organization}`)}`);
    const init = { method, headers: { authorization: `Bearer ${platform.token}` } };
    const response = await platform.fetch(new Request(url, body === undefined ? init : { ...init, body: JSON.stringify(body) }));
    const text = await response.text();
    const parsed = text === '' ? undefined : JSON.parse(text);
    check(method, url.pathname, response.status, parsed);
    return { status: response.status, body: parsed, message: parsed?.error?.message ?? '' };
  };
  const succeed = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await send(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.message}`).toBeLessThan(300);
    return answer.body;
  };
  const list = async (path: string, limit = 1000): Promise<readonly Json[]> => {
    const items: Json[] = [];
    for (let page = ''; ; ) {
      const body = await succeed('GET', `${path}${path.includes('?') ? '&' : '?'}limit=${limit}${page}`);
      items.push(...body.items);
      if (body.next === undefined) return items;
      page = `&page=${body.next.page}`;
    }
  };
  return {
    send,
    list,
    get: (path) => succeed('GET', path),
    post: (path, body) => succeed('POST', path, body),
    put: (path, body) => succeed('PUT', path, body),
    patch: (path, body) => succeed('PATCH', path, body),
    delete: async (path) => void (await succeed('DELETE', path)),
    refused: async (method, path, body) => {
      const answer = await send(method, path, body);
      expect(answer.status, `${method} ${path} was not refused`).toBeGreaterThanOrEqual(400);
      return answer.status;
    },
  };
}

/** Opens a platform in memory; a fault inside it fails the test. */
export function open(options: PlatformOptions = {}): Opened {
  const platform = createPlatform({
    ...options,
    onFault: (error) => {
      throw error;
    },
  });
  return { platform, ...speak(platform) };
}

/** Ids of new spaces, by title. They come along with sites, which are deleted again. */
export async function makeSpaces(opened: Opened, ...titles: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const title of titles) {
    const site = await opened.post('~/sites', { title, spaces: 'empty' });
    const [siteSpace] = await opened.list(`~/sites/${site.id}/site-spaces`);
    ids.push(siteSpace?.space.id);
    await opened.delete(`~/sites/${site.id}`);
  }
  return ids;
}
