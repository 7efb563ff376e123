/** A gate in front of a reference platform that counts writes, and can hold one request before or after the platform handles it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type StartedPlatform, startPlatform } from '../../src/server/index.ts';
import { speak } from '../server/open.ts';

export interface Gate {
  readonly platform: StartedPlatform;
  readonly url: string;
  /** `METHOD path` of each request that was not a GET. */
  readonly writes: readonly string[];
  /** Holds the n-th write from now on, or the n-th GET whose path has this suffix, before or after it is handled. Resolves when the request is held. A `late` request is handled when it is released. */
  hold(number: number, when: 'before' | 'after' | 'late', readOf?: string): Promise<void>;
  /** Answers the held request if it was handled. Otherwise breaks the connection, and the request is never handled. */
  letGo(): void;
  /** Resolves when no request is held in the gate. */
  close(): Promise<void>;
}

interface Held {
  readonly readOf: string | undefined;
  readonly when: 'before' | 'after' | 'late';
  readonly reached: () => void;
  left: number;
}

export async function openGate(seed: 'empty' | 'small' = 'empty'): Promise<Gate> {
  const platform = await startPlatform({ seed });
  const writes: string[] = [];
  let held: Held | undefined;
  let letGo: (() => void)[] = [];

  /** Undefined means that this request passes. */
  const heldAt = (method: string, url: string): Held | undefined => {
    if (held === undefined) return undefined;
    const isMeant =
      held.readOf === undefined ? method !== 'GET' : method === 'GET' && url.split('?')[0]?.endsWith(held.readOf);
    if (!isMeant) return undefined;
    held.left -= 1;
    return held.left === 0 ? held : undefined;
  };
  const wait = (one: Held): Promise<void> =>
    new Promise((resolve) => {
      letGo.push(resolve);
      one.reached();
    });
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = 'GET', url = '/', headers } = request;
    if (method !== 'GET') writes.push(`${method} ${url}`);
    const one = heldAt(method, url);
    if (one?.when === 'before') {
      await wait(one);
      response.destroy();
      return;
    }
    if (one?.when === 'late') await wait(one);
    const sent = { authorization: headers.authorization ?? '', 'content-type': 'application/json' };
    const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
    const answer = await platform.fetch(`${platform.url}${url}`, { method, headers: sent, ...body });
    if (one?.when === 'after') await wait(one);
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(Buffer.from(await answer.arrayBuffer()));
  };

  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const open = (): void => {
    for (const each of letGo.splice(0)) each();
    letGo = [];
    held = undefined;
  };
  return {
    ...{ platform, writes, letGo: open },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: (number, when, readOf) =>
      new Promise((reached) => {
        held = { readOf, when, reached: () => reached(), left: number };
      }),
    close: async () => {
      open();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await platform.close();
    },
  };
}

/** The objects of the organization, sorted. Duplicates are listed twice. */
export async function titlesOn({ platform }: Pick<Gate, 'platform'>): Promise<readonly string[]> {
  const { list } = speak(platform);
  const [admin] = await list(`~/members?role=admin`);
  const sites = await list(`~/sites`);
  const paths = [
    ...['teams', 'collections', 'custom-fields', 'translations', 'sites'].map((name) => `~/${name}`),
    `~/members/${admin?.id}/spaces`,
    ...sites.flatMap(({ id }) => ['share-links', 'sections', 'site-spaces'].map((name) => `~/sites/${id}/${name}`)),
  ];
  const lists = await Promise.all(
    paths.map(async (path) =>
      (await list(path)).map(
        (item) => `${path.split('/').at(-1)} ${item.title ?? item.name ?? item.space?.title ?? item.path}`,
      ),
    ),
  );
  return lists.flat().sort();
}
