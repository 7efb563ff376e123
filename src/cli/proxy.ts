/** Chooses the proxy of a request, by the variables that every tool knows. */
import { isLoopback } from '../core/loopback.ts';
import type { Io } from './io.ts';

/** HTTPS_PROXY (HTTP_PROXY for plain http) unless NO_PROXY names the host; loopback never. */
export function proxyFor(apiUrl: string, environment: Io['environment']): string | undefined {
  if (!URL.canParse(apiUrl)) return undefined;
  const url = new URL(apiUrl);
  const variable = (name: string) => environment[name] || environment[name.toLowerCase()] || undefined;
  if (isLoopback(url.hostname)) return undefined;
  const proxy = variable(url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  const excluded = (variable('NO_PROXY') ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  return proxy !== undefined && !excluded.some((entry) => isExcluded(url, entry)) ? proxy : undefined;
}

function isExcluded(url: URL, entry: string): boolean {
  if (entry === '*') return true;
  const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
  if (port !== undefined && port !== (url.port || (url.protocol === 'https:' ? '443' : '80'))) return false;
  const domain = name.replace(/^\*?\./, '');
  return url.hostname === domain || url.hostname.endsWith(`.${domain}`);
}
