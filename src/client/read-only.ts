/** A transport that only reads: every method but GET throws before it is sent. */
import type { Transport } from '../contract/transport.ts';

export function readOnly(transport: Transport): Transport {
  return async (request, options) => {
    // Always a bug in docform, so it is not a TransportError, which could be retried.
    if (request.method !== 'GET')
      throw new Error(`refused to send ${request.method} ${request.path}: this transport only reads`);
    return transport(request, options);
  };
}
