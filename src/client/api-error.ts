/** Turns a refused or unanswered request into an ApiError. */
import { type Call, pathOf } from '../contract/endpoint.ts';
import { isUnreachable, type TransportError, type WireResponse } from '../contract/transport.ts';
import { ApiError } from '../core/api-error.ts';
import type { RequestFacts } from '../core/docform-error.ts';
import { adviceOf } from './advice.ts';
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
