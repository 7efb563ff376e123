/** Turns a refused or unanswered request into an ApiError. */

import { type Call, callPath } from '../../contract/endpoint.ts';
import type { WireResponse } from '../../contract/transport.ts';
import { isPlatformUnreachable, type TransportError, type TransportFailure } from '../../contract/transport-error.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { ApiError, isBeyondPaidPlan, type RequestFacts } from '../../core/docform-error.ts';

const maxMessageLength = 500;

/** One line without control characters or changes of text direction: a terminal could obey them. */
function onePlainLine(text: string): string {
  const plain = text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g, ' ').trim();
  return plain.length > maxMessageLength ? `${plain.slice(0, maxMessageLength)}…` : plain;
}

export function serverMessageOf(body: unknown): string | undefined {
  const inner = typeof body === 'object' && body !== null && 'error' in body ? body.error : body;
  const message = typeof inner === 'object' && inner !== null && 'message' in inner ? inner.message : inner;
  return typeof message === 'string' && message !== '' ? onePlainLine(message) : undefined;
}

function requestIdOf(headers: WireResponse['headers']): string | undefined {
  const value = headers['x-request-id'] ?? headers['request-id'] ?? headers['x-correlation-id'] ?? headers['cf-ray'];
  return value === undefined ? undefined : onePlainLine(value);
}

function refusalReason(status: number, isUnreadable: boolean, serverMessage: string | undefined): string {
  if (isUnreadable) return 'the response is not valid JSON';
  if (status >= 300 && status < 400) return 'the platform sent a redirect, which docform does not follow';
  return serverMessage ?? 'no reason given';
}

/** Why a request is not sent again, with the wait budget. */
export interface GivenUp {
  readonly ended?: 'waited' | 'over-budget' | 'interrupted';
  readonly waiting?: { readonly usedMs: () => number; readonly allowedMs: number };
}

const formatSeconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

function givenUpText({ ended, waiting }: GivenUp): string {
  if (ended !== 'over-budget' || waiting === undefined) return '';
  return ` (waited ${formatSeconds(waiting.usedMs())}; the next wait would exceed the limit of ${formatSeconds(waiting.allowedMs)})`;
}

function requestFacts(call: Call, requestId?: string): RequestFacts {
  return { operation: call.endpoint.name, method: call.endpoint.method, path: callPath(call), requestId };
}

export function refusalError(call: Call, response: WireResponse, end: GivenUp = {}): ApiError {
  const { status, headers } = response;
  const serverMessage = serverMessageOf(response.body);
  const requestId = requestIdOf(headers);
  const isUnreadable = response.isMalformed === true && status < 300;
  const request = requestId === undefined ? '' : ` [request ${requestId}]`;
  return new ApiError(`${status} ${refusalReason(status, isUnreadable, serverMessage)}${request}${givenUpText(end)}`, {
    status,
    hint: adviceForFailure({ status, serverMessage }),
    request: requestFacts(call, requestId),
    isAmbiguous: !call.endpoint.isIdempotent && (status >= 500 || isUnreadable),
    isInterrupted: end.ended === 'interrupted',
    ...withoutUndefined({ serverMessage }),
  });
}

export function noAnswerError(call: Call, error: TransportError, end: GivenUp = {}): ApiError {
  return new ApiError(`no response: ${onePlainLine(error.message)}${givenUpText(end)}`, {
    ...(isPlatformUnreachable(error) ? { code: 'E-UNREACHABLE' } : {}),
    hint: adviceForFailure({ failure: error.failure }),
    request: requestFacts(call),
    isAmbiguous: error.wasSent && !call.endpoint.isIdempotent,
    isInterrupted: error.failure === 'interrupted' || end.ended === 'interrupted',
  });
}

const planAdvice =
  "the organization's paid plan does not include this: upgrade the plan, or remove the feature from the configuration";

const byStatus: { [status: number]: string } = {
  401: 'the platform rejected the token: check DOCFORM_TOKEN or --token-file, and that the token belongs to this platform',
  403: "the user of the token lacks a permission, or the organization's plan lacks the feature: give the user the required role, or use another token",
  404: 'the object does not exist or is not visible to this token: check the organization id and the API URL (--api-url or DOCFORM_API_URL) with `docform doctor`',
  409: 'another object has this name or path, or the object changed: run `docform plan` again',
  412: 'the current state of the object does not allow this: run `docform plan` again, or change the object on the platform first',
  429: 'the rate limit is exhausted: try again later, lower --concurrency, or raise --max-wait',
};

const byFailure: { [failure in TransportFailure]?: string } = {
  certificate:
    'the certificate of the platform is not trusted: check the API URL, or set NODE_EXTRA_CA_CERTS to the certificates of your certificate authority',
  connection: 'check the API URL (--api-url or DOCFORM_API_URL), that the platform is running, and any proxies',
  timeout: 'check the API URL (--api-url or DOCFORM_API_URL), that the platform is running, and any proxies',
  'unknown-host': 'check the API URL (--api-url or DOCFORM_API_URL), and that this machine can resolve host names',
  proxy: 'check HTTPS_PROXY and that the proxy is running, or add the host of the platform to NO_PROXY',
  'proxy-authentication': 'set HTTPS_PROXY with user and password: http://USER:PASSWORD@HOST:PORT',
  'proxy-refused': 'request access to the host of the platform through this proxy, or add the host to NO_PROXY',
};

export function adviceForFailure({
  status,
  failure,
  serverMessage,
}: {
  status?: number | undefined;
  failure?: TransportFailure | undefined;
  serverMessage?: string | undefined;
}): string | undefined {
  if (status === undefined) return failure === undefined ? undefined : byFailure[failure];
  if (isBeyondPaidPlan({ status, serverMessage })) return planAdvice;
  if (status >= 500) return 'the platform failed: try again later; docform does not repeat completed changes';
  if (status === 400 || status === 422)
    return 'the platform rejected the values: check its limits, or report a bug if the configuration is correct';
  return byStatus[status];
}
