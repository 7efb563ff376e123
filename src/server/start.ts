/** Starts a platform on a port, for tests and scripts. */

import type { Log } from './control/log.ts';
import { type Assertion, assertLog } from './control/match.ts';
import { createPlatform, type Platform, type PlatformOptions } from './platform.ts';

export interface StartOptions extends PlatformOptions {
  /** Default: 0, any free port. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
}

/** The log, with assertions. */
export interface Requests extends Log {
  /** Throws unless the expected number of requests matched; default: at least one. The message lists the nearest requests. */
  assert(match: Assertion['match'], expected?: Omit<Assertion, 'match'>): { readonly matched: number };
}

export interface StartedPlatform
  extends Pick<Platform, 'clock' | 'faults' | 'snapshots' | 'state' | 'reset' | 'organization' | 'token' | 'tokenFor'> {
  /** Base URL without a slash at the end. */
  readonly url: string;
  /** Sends a request without a socket. A path is resolved against `url`. Without an authorization header, the main token is sent. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>;
  readonly requests: Requests;
  /** Ends streams and delayed calls, waits for open requests, and closes the state. A second call does nothing. */
  close(): Promise<void>;
}

export async function startPlatform({
  port = 0,
  host = '127.0.0.1',
  control = true,
  ...options
}: StartOptions = {}): Promise<StartedPlatform> {
  const platform = createPlatform({ ...options, control });
  const listening = await platform.listen({ port, host }).catch((error: unknown) => {
    platform.close();
    throw error;
  });
  const { clock, faults, snapshots, log, state, reset, token, tokenFor } = platform;
  let closing: Promise<void> | undefined;
  return {
    ...{ url: listening.url, token, tokenFor, clock, faults, snapshots, state, reset },
    get organization() {
      return platform.organization;
    },
    fetch: (input, init) =>
      platform.fetch(
        withToken(new Request(typeof input === 'string' ? new URL(input, listening.url) : input, init), token),
      ),
    requests: { ...log, assert: (match, expected = {}) => assertLog(log, { match, ...expected }) },
    close: () => {
      platform.endWaiting();
      closing ??= listening.close().finally(() => platform.close());
      return closing;
    },
  };
}

function withToken(request: Request, token: string) {
  if (!request.headers.has('authorization')) request.headers.set('authorization', `Bearer ${token}`);
  return request;
}
