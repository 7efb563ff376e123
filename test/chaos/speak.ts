/** Sends requests to a platform in a child process or in this process. */
import { Pool } from 'undici';
import { createPlatform, type PlatformOptions } from '../../src/server/index.ts';

/** The body of any operation. */
interface Body {
  readonly id: string;
  readonly title: string;
  readonly items: readonly Item[];
}

export interface Item {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly default?: boolean;
  readonly sectionGroup?: string;
  readonly space: { readonly id: string };
  readonly siteSpaces: readonly Item[];
  readonly sections: readonly Item[];
  readonly organization: { readonly id: string };
  readonly team: { readonly role: string };
}

export interface Reply {
  readonly status: number;
  readonly body: Body;
  readonly text: string;
}

/** `~` means `/v1/orgs/{first organization}`. Throws when the connection breaks. */
export type Send = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<Reply>;

function reply(status: number, text: string): Reply {
  return { status, text, body: (text === '' ? {} : JSON.parse(text)) as Body };
}

/** Sends requests to a port, with one connection per parallel request. */
export function speakTo(where: { readonly url: string; readonly organization: string; readonly token: string }) {
  const pool = new Pool(where.url, { connections: null });
  const headers = { authorization: `Bearer ${where.token}`, 'content-type': 'application/json' };
  const send: Send = async (method, path, body) => {
    const target = path.replace('~', `/v1/orgs/${where.organization}`);
    const answer = await pool.request({
      method,
      path: target,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    return reply(answer.statusCode, await answer.body.text());
  };
  return { send, close: () => pool.destroy() };
}

/** Opens the state in this process. */
export function openHere(options: PlatformOptions): { readonly send: Send; readonly close: () => void } {
  const platform = createPlatform(options);
  const headers = { authorization: `Bearer ${platform.token}`, 'content-type': 'application/json' };
  const send: Send = async (method, path, body) => {
    const url = `http://platform.test${path.replace('~', `/v1/orgs/${platform.organization}`)}`;
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const answer = await platform.fetch(new Request(url, init));
    return reply(answer.status, await answer.text());
  };
  return { send, close: () => platform.close() };
}
