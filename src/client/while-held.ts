/** A transport that sends nothing any more once what permits it is gone: no attempt, no retry. */
import type { Transport } from '../contract/transport.ts';

/** `requireHeld` throws where nothing may be sent; it is asked directly before each request. */
export function whileHeld(transport: Transport, requireHeld: () => void): Transport {
  return async (request, options) => {
    requireHeld();
    return transport(request, options);
  };
}
