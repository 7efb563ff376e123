/** Runs in its own process: the platform, or a minimal handler of the same HTTP library with fixed responses. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { createPlatform, type PlatformOptions } from '../../src/server/index.ts';

export interface BareAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** Commands to the child process. */
export type Order =
  | { readonly type: 'platform'; readonly options: PlatformOptions }
  | { readonly type: 'bare'; readonly answers: { readonly [methodAndUrl: string]: BareAnswer } }
  | { readonly type: 'usage' };

/** Messages of the child process. */
export interface Told {
  readonly url?: string;
  readonly organization?: string;
  readonly token?: string;
  /** Duration of `createPlatform`. */
  readonly openMs?: number;
  /** Total CPU time in microseconds. */
  readonly cpuUs: number;
  readonly residentMegabytes: number;
}

function tell(told: Omit<Told, 'cpuUs' | 'residentMegabytes'> = {}): void {
  const { user, system } = process.cpuUsage();
  process.send?.({
    ...told,
    cpuUs: user + system,
    residentMegabytes: process.memoryUsage.rss() / 2 ** 20,
  } satisfies Told);
}

async function servePlatform(options: PlatformOptions): Promise<void> {
  const start = performance.now();
  const platform = createPlatform(options);
  const openMs = performance.now() - start;
  const { url } = await platform.listen({ port: 0 });
  tell({ url, organization: platform.organization, token: platform.token, openMs });
}

/** Reads the body of a request like any server, and responds. */
function serveBare(answers: { readonly [methodAndUrl: string]: BareAnswer }): void {
  const known = new Map(
    Object.entries(answers).map(([key, { body, ...rest }]) => [key, { ...rest, body: Buffer.from(body) }]),
  );
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    request.resume();
    request.once('end', () => {
      const { status, headers, body } = known.get(`${request.method} ${request.url}`) ?? {
        status: 404,
        headers: {},
        body: '',
      };
      response.writeHead(status, headers);
      response.end(body);
    });
  };
  const server = createServer(handle).listen(0, '127.0.0.1', () => {
    tell({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
}

process.on('message', (order: Order) => {
  if (order.type === 'platform') void servePlatform(order.options);
  else if (order.type === 'bare') serveBare(order.answers);
  else tell();
});
// The parent process has ended, so this process ends too.
process.on('disconnect', () => process.exit(0));
