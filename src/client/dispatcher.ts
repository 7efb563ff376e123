/** Connections to one origin, direct or through a proxy. */
import type { Dispatcher, Pool } from 'undici';

/** Loaded on first use, and the pool alone where that is enough: all of undici takes three times as long, and some commands send nothing. */
export async function openDispatcher(
  origin: string,
  timeoutMs: number,
  connections: number,
  proxyUrl: string | undefined,
): Promise<Dispatcher> {
  const limits = { connections, pipelining: 1 };
  if (proxyUrl !== undefined) {
    const { ProxyAgent } = await import('undici');
    return new ProxyAgent({ uri: proxyUrl, ...limits, proxyTls: { timeout: timeoutMs } });
  }
  // @ts-expect-error Nothing in undici describes this module of its own.
  const { default: ConnectionPool } = (await import('undici/lib/dispatcher/pool.js')) as { readonly default: typeof Pool };
  return new ConnectionPool(origin, { ...limits, connect: { timeout: timeoutMs } });
}
