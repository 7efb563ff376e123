/** A reference platform of this process as programs reach it, and what can be put between the two. */
import type { Transport } from '../../src/contract/transport.ts';
import { openLocalPlatform, type Platform } from '../../src/library/platform.ts';
import type { Platform as Reference } from '../../src/server/index.ts';

export type Through = (send: Transport) => Transport;

export async function localPlatform(
  reference: Pick<Reference, 'fetch' | 'token'> & Partial<Pick<Reference, 'answer'>>,
  through: Through = (send) => send,
): Promise<Platform> {
  const { fetch, answer, token } = reference;
  const local = await openLocalPlatform({ fetch, ...(answer === undefined ? {} : { answer }), token, host: 'local' });
  return { ...local, transport: through(local.transport) };
}

/** Reads of such a path are refused. */
export function refusing(isRefused: (path: string) => boolean): Through {
  const answer = { status: 403, headers: {}, body: { error: { code: 403, message: 'refused' } } };
  return (send) => (request, options) =>
    request.method === 'GET' && isRefused(request.path) ? Promise.resolve(answer) : send(request, options);
}

type Send = () => ReturnType<Transport>;

/** Reads go through; of each write, counted from 0, `strike` says what becomes of it. */
export function strikingWrites(strike: (nth: number, send: Send) => ReturnType<Transport>): Through {
  let writes = 0;
  return (send) => (request, options) => {
    const through: Send = () => send(request, options);
    return request.method === 'GET' ? through() : strike(writes++, through);
  };
}

/** Answers that write with an error of the platform; what is tried again goes through. */
export function refusingOnce(nth: number, status: number): Through {
  const refused = { status, headers: {}, body: { error: { code: status, message: 'not now' } } };
  return strikingWrites((at, send) => (at === nth ? Promise.resolve(refused) : send()));
}

/** Each request is noted as it is sent. */
export function noting(note: (request: Parameters<Transport>[0]) => void): Through {
  return (send) => (request, options) => {
    note(request);
    return send(request, options);
  };
}
