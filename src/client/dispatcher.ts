/** Connections to one origin, direct or through a proxy. */
import type { Dispatcher, Pool } from 'undici';
import { proxyFailure, proxyRefusal } from './exchange.ts';

/** Loads undici on first use, and only its pool where there is no proxy: loading all of undici takes three times as long. */
export async function openDispatcher(
  origin: string,
  timeoutMs: number,
  connections: number,
  proxyUrl: string | undefined,
): Promise<Dispatcher> {
  const limits = { connections, pipelining: 1 };
  if (proxyUrl !== undefined) return openProxy(new URL(proxyUrl), timeoutMs, limits);
  // @ts-expect-error Nothing in undici describes this module of its own.
  const { default: ConnectionPool } = (await import('undici/lib/dispatcher/pool.js')) as {
    default: typeof Pool;
  };
  return new ConnectionPool(origin, { ...limits, connect: { timeout: timeoutMs } });
}

async function openProxy(url: URL, timeoutMs: number, limits: Pool.Options): Promise<Dispatcher> {
  const { Pool, ProxyAgent } = await import('undici');
  const { host } = url;
  const token = basicAuthorization(url);
  return new ProxyAgent({
    ...{ uri: url.origin, ...limits, ...(token === undefined ? {} : { token }) },
    ...{ proxyTls: { timeout: timeoutMs }, requestTls: { timeout: timeoutMs } },
    // Only here can failures of the proxy and of the platform be distinguished.
    clientFactory: (origin, options) => {
      const pool = new Pool(origin, { ...options, headersTimeout: timeoutMs });
      const openTunnel = pool.connect.bind(pool) as (
        request: Dispatcher.ConnectOptions,
      ) => Promise<Dispatcher.ConnectData>;
      const connect = async (request: Dispatcher.ConnectOptions) => {
        const tunnel = await openTunnel(request).catch((error: unknown) => {
          throw proxyFailure(host, error);
        });
        if (tunnel.statusCode === 200) return tunnel;
        tunnel.socket.on('error', () => undefined).destroy();
        throw proxyRefusal(host, tunnel.statusCode);
      };
      return Object.assign(pool, { connect });
    },
  });
}

/** undici itself leaves out a user name without a password. */
function basicAuthorization({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  return `Basic ${Buffer.from(`${user}:${secret}`, 'utf8').toString('base64')}`;
}
