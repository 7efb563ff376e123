/** Chooses the proxy of a request by HTTPS_PROXY and NO_PROXY, as curl does. */
import { isCutShort, isDecodable, isLoopback } from '../core/url.ts';
import { usageFailure } from './failure.ts';
import type { Io } from './io.ts';

const variable = 'HTTPS_PROXY';

/** Never uses a proxy for `http` and for loopback addresses: `http` is allowed only for loopback addresses. */
export function proxyFor(apiUrl: string, environment: Io['environment']): string | undefined {
  if (!URL.canParse(apiUrl)) return undefined;
  const url = new URL(apiUrl);
  if (url.protocol !== 'https:' || isLoopback(url.hostname)) return undefined;
  const name = environment[variable] ? variable : variable.toLowerCase();
  const proxy = environment[name];
  const excluded = (environment.NO_PROXY || environment.no_proxy || '').split(/[\s,]+/).filter((entry) => entry !== '');
  return proxy && !excluded.some((entry) => isExcluded(url, entry)) ? proxyUrl(name, proxy.trim()) : undefined;
}

function isExcluded(url: URL, entry: string) {
  if (entry === '*') return true;
  const [, name = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
  if (port !== undefined && port !== (url.port || '443')) return false;
  const domain = name.replace(/^\*?\./, '');
  return url.hostname === domain || url.hostname.endsWith(`.${domain}`);
}

/** Messages omit the value, because it can contain a password. */
function proxyUrl(variable: string, text: string) {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const hint = `example: ${variable}=http://USER:PASSWORD@proxy.example.com:3128; or add the host of the platform to NO_PROXY`;
  if (!isDecodable(text) || (url !== undefined && isCutShort(url)))
    throw usageFailure(`${variable} contains a character that must be percent-encoded`, hint);
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw usageFailure(`${variable} is not the URL of an http or https proxy`, hint);
  return address;
}
