/** Properties of every answer to a fuzzed request. */
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { bodyProblem, endpointAt, queryProblem, replyProblem } from './contract-check.ts';
import type { RawRequest } from './fuzz-plan.ts';

export interface Sent {
  readonly method: string;
  readonly url: URL;
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

/** The property that the answer violates, or undefined. */
export function broken(raw: RawRequest, sent: Sent, isStrict: boolean, hasChanged: boolean): string | undefined {
  const { method, url, status, text, contentType } = sent;
  if (status >= 500) return `${status}: ${text}`;
  if (status >= 400 && hasChanged) return `refused with ${status}, yet the state has changed`;
  if (method === 'GET' && hasChanged) return 'a GET has changed the state';
  if (text !== '' && !contentType?.startsWith('application/json')) return `the body is ${contentType}`;
  const endpoint = endpointAt(method, url.pathname);
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  return (
    replyProblem(endpoint, status, body) ??
    (status < 400 && endpoint ? accepted(endpoint, raw, url, isStrict) : undefined)
  );
}

/** The contract's objection to a request that succeeded, or undefined. */
function accepted(endpoint: Endpoint, raw: RawRequest, url: URL, isStrict: boolean): string | undefined {
  const mode = isStrict ? 'closed' : 'open';
  const body: unknown = endpoint.body === undefined ? {} : JSON.parse(raw.body?.replace(/^\ufeff/, '') || '{}');
  const wrong = bodyProblem(endpoint, body, mode) ?? queryProblem(endpoint, url.searchParams, mode);
  return wrong && `accepted against the contract: ${wrong}`;
}

/** The request as a command line. Tokens are printed as `$TOKEN` (the main one), `$TOKEN1` and so on. */
export function lineOf(
  { method, path, search, body, authorization }: RawRequest,
  tokens: readonly string[] = [],
): string {
  const shown =
    body === undefined
      ? ''
      : ` -d ${JSON.stringify(body.length > 600 ? `${body.slice(0, 600)}… (${body.length})` : body)}`;
  const named = tokens.reduce(
    (text, token, at) => text.replace(token, `$TOKEN${at === 0 ? '' : at}`),
    authorization?.slice(0, 90) ?? '',
  );
  const header = authorization === undefined ? '' : ` -H "authorization: ${named}"`;
  return `curl -X ${method} "$URL${path.slice(0, 300)}${search === '' ? '' : `?${search.slice(0, 300)}`}"${header}${shown}`;
}
