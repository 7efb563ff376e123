/** A reference platform of this process as programs reach it, and what can be put between the two. */
import type { Transport } from '../../src/contract/transport.ts';
import { openLocalPlatform, type Platform } from '../../src/library/index.ts';
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

/** Each request is noted as it is sent. */
export function noting(note: (request: Parameters<Transport>[0]) => void): Through {
  return (send) => (request, options) => {
    note(request);
    return send(request, options);
  };
}
