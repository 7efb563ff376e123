/** Opens a reference platform in this process like any platform, and wraps its transport. */
import type { Transport } from '../../src/contract/transport.ts';
import { openLocalPlatform, type Platform } from '../../src/library/platform.ts';
import type { Platform as Reference } from '../../src/server/index.ts';

export type Through = (send: Transport) => Transport;

export async function localPlatform(
  reference: Pick<Reference, 'fetch' | 'token'> & Partial<Pick<Reference, 'answer' | 'dialect'>>,
  through: Through = (send) => send,
): Promise<Platform> {
  const { fetch, answer, token, dialect = '2025-06' } = reference;
  const given = { fetch, token, dialect, host: 'local' };
  const local = await openLocalPlatform({ ...given, ...(answer === undefined ? {} : { answer }) });
  return { ...local, transport: through(local.transport) };
}

/** Refuses reads of matching paths. */
export function refusing(isRefused: (path: string) => boolean): Through {
  const answer = { status: 403, headers: {}, body: { error: { code: 403, message: 'refused' } } };
  return (send) => (request, options) =>
    request.method === 'GET' && isRefused(request.path) ? Promise.resolve(answer) : send(request, options);
}

type Send = () => ReturnType<Transport>;

/** Passes on reads. For each write, numbered from 0, `strike` decides what happens. */
export function strikingWrites(strike: (nth: number, send: Send) => ReturnType<Transport>): Through {
  let writes = 0;
  return (send) => (request, options) => {
    const through: Send = () => send(request, options);
    return request.method === 'GET' ? through() : strike(writes++, through);
  };
}

/** Refuses one write with an error of the platform, and passes on retries. */
export function refusingOnce(nth: number, status: number): Through {
  const refused = { status, headers: {}, body: { error: { code: status, message: 'not now' } } };
  return strikingWrites((at, send) => (at === nth ? Promise.resolve(refused) : send()));
}

/** Records each request when it is sent. */
export function noting(note: (request: Parameters<Transport>[0]) => void): Through {
  return (send) => (request, options) => {
    note(request);
    return send(request, options);
  };
}
