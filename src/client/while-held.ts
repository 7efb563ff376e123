/** A transport that stops sending once a permission, such as the lease, is gone. */
import type { Transport } from '../contract/transport.ts';

/** `requireHeld` throws where nothing may be sent; it is asked directly before each request. */
export function whileHeld(transport: Transport, requireHeld: () => void): Transport {
  return async (request, options) => {
    requireHeld();
    return transport(request, options);
  };
}
