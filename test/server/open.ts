/** Opens a platform for tests over HTTP, and checks every answer against the contract. */
import { expect } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { createPlatform, type Platform, type PlatformOptions } from '../../src/server/index.ts';
import { createRecorder, type Recorder, recordedData } from '../coverage/record.ts';
import { endpointAt, replyProblem } from './contract-check.ts';

export type Json = { readonly [name: string]: JsonValue } & { readonly id: string; readonly items: readonly Json[] };
// biome-ignore lint/suspicious/noExplicitAny: bodies of any operation; each is checked against the contract's schema before a test sees it.
type JsonValue = any;

export interface Answer {
  readonly status: number;
  readonly body: Json;
  readonly message: string;
}

export interface Opened {
  readonly platform: Platform;
  /** `~` is `/v1/orgs/{first organization}`. */
  send(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Returns the body. A refusal fails the test. */
  ask(method: string, path: string, body?: unknown): Promise<Json>;
  get(path: string): Promise<Json>;
  post(path: string, body?: unknown): Promise<Json>;
  put(path: string, body?: unknown): Promise<Json>;
  patch(path: string, body?: unknown): Promise<Json>;
  delete(path: string): Promise<void>;
  /** All items of a list, page by page. */
  list(path: string, limit?: number): Promise<readonly Json[]>;
  /** The status of a refused call. */
  refused(method: string, path: string, body?: unknown): Promise<number>;
}

/** Recorders of the requests of a test. */
const recorders = new WeakMap<Platform['fetch'], Recorder>();

function check(url: URL, endpoint: Endpoint | undefined, status: number, body: unknown): void {
  const wrong = replyProblem(endpoint, status, body);
  if (wrong !== undefined) expect.fail(`${url.pathname}: ${wrong}`);
}

/** `isContract`: the platform speaks the dialect of the contract, so its answers are checked. */
export function speak(
  platform: Pick<Platform, 'fetch' | 'token' | 'organization'>,
  isContract = true,
): Omit<Opened, 'platform'> {
  const send = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const url = new URL(`http://platform.test${path.replace('~', `/v1/orgs/${platform.organization}`)}`);
    const init = { method, headers: { authorization: `Bearer ${platform.token}` } };
    const response = await platform.fetch(
      new Request(url, body === undefined ? init : { ...init, body: JSON.stringify(body) }),
    );
    const text = await response.text();
    const parsed = text === '' ? undefined : JSON.parse(text);
    const endpoint = endpointAt(method, url.pathname);
    if (isContract) check(url, endpoint, response.status, parsed);
    if (endpoint) recorders.get(platform.fetch)?.record({ endpoint, url, body, status: response.status, text });
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
    ask: succeed,
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

/** Opens a platform in memory. A fault of the platform fails the test. */
export function open(options: PlatformOptions = {}): Opened {
  const data = options.data ?? recordedData();
  const platform = createPlatform({
    ...options,
    ...(data === undefined ? {} : { data }),
    onFault: (error) => {
      throw error;
    },
  });
  if (data !== undefined && options.data === undefined) recorders.set(platform.fetch, createRecorder(data));
  return { platform, ...speak(platform) };
}

/** Ids of new spaces by title. Only sites create spaces; the sites are deleted again. */
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
