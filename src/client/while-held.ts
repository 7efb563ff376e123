/** A transport that stops sending once a permission, such as the lease, is gone. */
import type { Transport } from '../contract/transport.ts';

export interface Permission {
  readonly isHeld: () => boolean;
  /** Throws where nothing may be sent any more. */
  readonly hold: () => Promise<void>;
}

/** Asked directly before each request, and again whenever it was given anew: nothing comes between its being held and sending. */
export function whileHeld(transport: Transport, permission: Permission): Transport {
  return async (request, options) => {
    while (!permission.isHeld()) await permission.hold();
    return transport(request, options);
  };
}
