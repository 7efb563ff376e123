/** Builds requests from calls, and parses the bytes of responses. */

import { type Call, pathOf } from '../contract/endpoint.ts';
import type { WireRequest, WireResponse } from '../contract/transport.ts';
import { defined } from '../core/defined.ts';
import { DocformError } from '../core/docform-error.ts';
import { exitCode } from '../core/exit-code.ts';

export function wireRequest(call: Call): WireRequest {
  const query = Object.entries(call.query ?? {}).flatMap(([name, value]): (readonly [string, string])[] =>
    typeof value === 'object' ? value.map((item) => [name, item] as const) : [[name, String(value)]],
  );
  return {
    method: call.endpoint.method,
    path: pathOf(call),
    query,
    ...defined({ body: call.body }),
  };
}

export function requestTarget(request: WireRequest): string {
  if (request.query.length === 0) return request.path;
  return `${request.path}?${new URLSearchParams(request.query.map(([name, value]): [string, string] => [name, value]))}`;
}

export function requestHeaders(
  request: WireRequest,
  token: string | undefined,
  userAgent: string,
): { [name: string]: string } {
  return {
    accept: 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    'user-agent': userAgent,
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

export function decodeAnswer(
  status: number,
  headers: WireResponse['headers'],
  bytes: Uint8Array,
  token: string | undefined,
): WireResponse {
  if (bytes.length === 0) return { status, headers, body: undefined };
  try {
    return decodeText(status, headers, utf8.decode(bytes), token);
  } catch {
    return { status, headers, body: undefined, isMalformed: true };
  }
}

/** Removes the token from an error body, which may quote it. */
export function decodeText(
  status: number,
  headers: WireResponse['headers'],
  text: string,
  token: string | undefined,
): WireResponse {
  try {
    return {
      status,
      headers,
      body: JSON.parse(status < 400 || token === undefined ? text : text.replaceAll(token, '[token]')) as unknown,
    };
  } catch {
    return { status, headers, body: undefined, isMalformed: true };
  }
}

/** Such a token cannot be sent in a header: trying would fail with a message that holds it. */
export function checkToken(token: string): void {
  if (/^[\x21-\x7e]+$/.test(token)) return;
  throw new DocformError({
    code: 'E-TOKEN',
    message: 'the token is empty or contains invalid characters (spaces, line breaks, accents)',
    hint: 'set only the token, on one line',
    exit: exitCode.denied,
  });
}
