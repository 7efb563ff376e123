/** A transport that cannot write: anything but GET throws before it is sent. */
import type { Transport } from '../contract/transport.ts';

/** A write was tried where only reading is allowed: always a bug, never retried. */
export class ReadOnlyError extends Error {
  constructor(method: string, path: string) {
    super(`refused to send ${method} ${path}: this transport only reads`);
    this.name = 'ReadOnlyError';
  }
}

export function readOnly(transport: Transport): Transport {
  return async (request, options) => {
    if (request.method !== 'GET') throw new ReadOnlyError(request.method, request.path);
    return transport(request, options);
  };
}
