/** Reads the headers that say when to send the next request. */
import type { WireResponse } from '../contract/transport.ts';

type Headers = WireResponse['headers'];

/** `Retry-After`: seconds or an HTTP date. undefined: missing or unreadable. */
function retryAfterAtMs(headers: Headers, nowMs: number): number | undefined {
  const value = headers['retry-after']?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return nowMs + Number(value) * 1000;
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? undefined : dateMs;
}

/** `X-RateLimit-Reset`: seconds since 1970. */
function resetAtMs(headers: Headers): number | undefined {
  const value = headers['x-ratelimit-reset']?.trim();
  return value !== undefined && /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : undefined;
}

/** When the request can be retried. The reset time counts only after a 429, because every response has it. */
export function retryAtMs({ status, headers }: WireResponse, nowMs: number): number | undefined {
  return retryAfterAtMs(headers, nowMs) ?? (status === 429 ? resetAtMs(headers) : undefined);
}

/** When the exhausted rate limit resets; undefined while requests remain. */
export function exhaustedUntilMs(response: WireResponse, nowMs: number): number | undefined {
  if (response.status === 429) return retryAtMs(response, nowMs);
  return response.headers['x-ratelimit-remaining']?.trim() === '0' ? resetAtMs(response.headers) : undefined;
}
