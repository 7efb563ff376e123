/** What the headers of an answer say about when to ask again. */
import type { WireResponse } from '../contract/transport.ts';

type Headers = WireResponse['headers'];

/** `Retry-After`: seconds, or a date of HTTP. Undefined where it is missing or unreadable. */
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

/** When the same request may be tried again. The reset of the limit says so only after a 429: it stands on every answer. */
export function retryAtMs({ status, headers }: WireResponse, nowMs: number): number | undefined {
  return retryAfterAtMs(headers, nowMs) ?? (status === 429 ? resetAtMs(headers) : undefined);
}

/** Until when nothing more may be sent at all; undefined while requests remain. */
export function exhaustedUntilMs(response: WireResponse, nowMs: number): number | undefined {
  if (response.status === 429) return retryAtMs(response, nowMs);
  return response.headers['x-ratelimit-remaining']?.trim() === '0' ? resetAtMs(response.headers) : undefined;
}
