/** Turns a refused or unanswered request into an ApiError. */
import { type Call, pathOf } from '../contract/endpoint.ts';
import { isUnreachable, type TransportError, type TransportFailure, type WireResponse } from '../contract/transport.ts';
import { ApiError } from '../core/api-error.ts';
import type { RequestFacts } from '../core/docform-error.ts';
import type { WaitEnd, Waiting } from './waiting.ts';

const maxMessageLength = 500;

/** One line without control characters or changes of text direction: a terminal could obey them. */
function plainText(text: string): string {
  const plain = text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ').trim();
  return plain.length > maxMessageLength ? `${plain.slice(0, maxMessageLength)}…` : plain;
}

/** The message in an error body, as one plain line. */
export function serverMessageOf(body: unknown): string | undefined {
  const inner = typeof body === 'object' && body !== null && 'error' in body ? body.error : body;
  const message = typeof inner === 'object' && inner !== null && 'message' in inner ? inner.message : inner;
  return typeof message === 'string' && message !== '' ? plainText(message) : undefined;
}

function requestIdOf(headers: WireResponse['headers']): string | undefined {
  const value = headers['x-request-id'] ?? headers['request-id'] ?? headers['x-correlation-id'] ?? headers['cf-ray'];
  return value === undefined ? undefined : plainText(value);
}

function said(status: number, isUnreadable: boolean, serverMessage: string | undefined): string {
  if (isUnreadable) return 'the answer is not readable JSON';
  if (status >= 300 && status < 400) return 'the platform answers with a redirect, and redirects are never followed';
  return serverMessage ?? 'the platform gives no reason';
}

/** Why the client stopped retrying. */
export interface GivenUp {
  readonly ended?: WaitEnd;
  readonly waiting?: Pick<Waiting, 'usedMs' | 'allowedMs'>;
}

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

function givenUp({ ended, waiting }: GivenUp): string {
  if (ended !== 'over-budget' || waiting === undefined) return '';
  return ` (waited ${seconds(waiting.usedMs())} in all; the next wait would go beyond the ${seconds(waiting.allowedMs)} allowed)`;
}

function requestOf(call: Call, requestId?: string): RequestFacts {
  return { operation: call.endpoint.name, method: call.endpoint.method, path: pathOf(call), requestId };
}

/** The error of a response with an error status or an unreadable body. */
export function refusal(call: Call, response: WireResponse, end: GivenUp = {}): ApiError {
  const { status, headers } = response;
  const serverMessage = serverMessageOf(response.body);
  const requestId = requestIdOf(headers);
  const isUnreadable = response.isMalformed === true && status < 300;
  const request = requestId === undefined ? '' : ` [request ${requestId}]`;
  return new ApiError(`${status} ${said(status, isUnreadable, serverMessage)}${request}${givenUp(end)}`, {
    status,
    hint: adviceOf({ status }),
    request: requestOf(call, requestId),
    isAmbiguous: !call.endpoint.isIdempotent && (status >= 500 || isUnreadable),
    isInterrupted: end.ended === 'interrupted',
    ...(serverMessage === undefined ? {} : { serverMessage }),
  });
}

/** The error of a request that got no answer after all safe retries. */
export function noAnswer(call: Call, error: TransportError, end: GivenUp = {}): ApiError {
  return new ApiError(`no answer: ${plainText(error.message)}${givenUp(end)}`, {
    ...(isUnreachable(error) ? { code: 'E-UNREACHABLE' } : {}),
    hint: adviceOf({ failure: error.failure }),
    request: requestOf(call),
    isAmbiguous: error.wasSent && !call.endpoint.isIdempotent,
    isInterrupted: error.failure === 'interrupted' || end.ended === 'interrupted',
  });
}

interface FailedRequest {
  readonly status?: number | undefined;
  readonly failure?: TransportFailure | undefined;
}

const byStatus: { readonly [status: number]: string } = {
  401: 'the token is not accepted: check DOCFORM_TOKEN (or --token-file), and that it belongs to this platform',
  403: "the token's user may not do this, or the organization's plan lacks the feature: give the user the role it needs, or use another token",
  404: 'it is not there, or not visible to this token: check the organization id and the address (--api-url or DOCFORM_API_URL); docform doctor looks at both',
  409: 'something else holds this name or path, or it changed meanwhile: plan again',
  412: 'the platform refuses this in its present state: plan again, or change it by hand first',
  429: 'the rate limit is used up: run it again later, lower --concurrency, or raise --max-wait',
};

const byFailure: { readonly [failure in TransportFailure]?: string } = {
  certificate:
    "the platform's certificate is not trusted: check the API address; NODE_EXTRA_CA_CERTS names the certificates of an authority of your own",
  connection:
    'check the API address (--api-url or DOCFORM_API_URL), that the platform is running, and proxies in between',
  timeout: 'check the API address (--api-url or DOCFORM_API_URL), that the platform is running, and proxies in between',
  'unknown-host': 'check the API address (--api-url or DOCFORM_API_URL), and that this machine can look up host names',
  proxy: "check HTTPS_PROXY and that the proxy is running, or name the platform's host in NO_PROXY",
  'proxy-authentication': 'put user and password into HTTPS_PROXY: http://USER:PASSWORD@HOST:PORT',
  'proxy-refused': "ask for access to the platform's host through this proxy, or name the host in NO_PROXY",
};

export function adviceOf({ status, failure }: FailedRequest): string | undefined {
  if (status === undefined) return failure === undefined ? undefined : byFailure[failure];
  if (status >= 500) return 'the platform is in trouble: run it again later; nothing that is done is done twice';
  if (status === 400 || status === 422)
    return 'the platform refuses the values: compare them with its limits, or report this if the configuration looks right';
  return byStatus[status];
}
