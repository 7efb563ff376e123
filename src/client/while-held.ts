/** A transport that sends only while a permission, such as the state lock, is held. */
import type { Transport } from '../contract/transport.ts';

export interface Permission {
  readonly isHeld: () => boolean;
  /** Throws if nothing may be sent any more. */
  readonly hold: () => Promise<void>;
}

/** Checks again after each renewal, so that nothing runs between the check and the request. */
export function whileHeld(transport: Transport, permission: Permission): Transport {
  return async (request, options) => {
    while (!permission.isHeld()) await permission.hold();
    return transport(request, options);
  };
}
