/** A platform with the control API for tests, in the process or on a port. */
import { createPlatform, type Platform, type PlatformOptions } from '../../src/server/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies of any answer, which each test checks itself.
export type Json = any;

interface Reply {
  readonly status: number;
  readonly body: Json;
  readonly headers: Headers;
}

export interface Controlled {
  readonly platform: Platform;
  readonly url: string;
  /** Sends the main token. `~` is the first organization. */
  raw(method: string, path: string, body?: unknown, init?: RequestInit): Promise<Response>;
  send(method: string, path: string, body?: unknown): Promise<Reply>;
  /** The path is relative to `/_platform`. */
  control(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  close(): Promise<void>;
}

export const ways = ['in process', 'on a port'] as const;
export type Way = (typeof ways)[number];

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
}

export async function openControlled(way: Way, options: PlatformOptions = {}): Promise<Controlled> {
  const platform = createPlatform({
    ...{ seed: 'small', control: true },
    ...options,
    onFault: (error) => {
      throw error;
    },
  });
  const listening = way === 'on a port' ? await platform.listen({ port: 0 }) : undefined;
  const url = listening?.url ?? 'http://platform.test';
  const reach = (request: Request): Promise<Response> => (listening ? fetch(request) : platform.fetch(request));
  const withBody = (body: unknown): RequestInit => (body === undefined ? {} : { body: JSON.stringify(body) });
  const raw: Controlled['raw'] = (method, path, body, init = {}) => {
    const headers = { authorization: `Bearer ${platform.token}` };
    const whole = `${url}${path.replace('~', `/v1/orgs/${platform.organization}`)}`;
    return reach(new Request(whole, { method, headers, ...withBody(body), ...init }));
  };
  return {
    platform,
    url,
    raw,
    send: async (method, path, body) => replyOf(await raw(method, path, body)),
    control: async (method, path, body, headers = {}) => {
      const init = { method, headers: { 'content-type': 'application/json', ...headers }, ...withBody(body) };
      return replyOf(await reach(new Request(`${url}/_platform${path}`, init)));
    },
    close: async () => {
      platform.endWaiting();
      await listening?.close();
      platform.close();
    },
  };
}
