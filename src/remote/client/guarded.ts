/** Transports around another one: only reads, and only while a lock is held. */
import { aggregateSiteEvents } from '../../contract/2025-06/site-insights.ts';
import type { Transport, WireRequest } from '../../contract/transport.ts';
import { TransportError } from '../../contract/transport-error.ts';

/** The only other request that reads. */
const query = new RegExp(`^${aggregateSiteEvents.path.replace(/\{\w+\}/g, '[^/]+')}$`);

function isReadRequest({ method, path }: WireRequest) {
  return method === 'GET' || (method === aggregateSiteEvents.method && query.test(path));
}

/** Passes GET requests, and queries of insights. */
export function onlyReads(transport: Transport): Transport {
  return async (request, options) => {
    // Always a bug in docform, so it is not a TransportError, which could be retried.
    if (!isReadRequest(request))
      throw new Error(`refused to send ${request.method} ${request.path}: this transport only reads`);
    return transport(request, options);
  };
}

interface Permission {
  readonly isHeld: () => boolean;
  /** Throws if nothing may be sent any more. */
  readonly hold: () => Promise<void>;
}

/** Sends only while the permission, such as the state lock, is held. Checks again after each renewal, and directly before the first byte leaves: a process can be suspended while a connection opens. */
export function requireLock(transport: Transport, permission: Permission): Transport {
  return async (request, options) => {
    for (;;) {
      while (!permission.isHeld()) await permission.hold();
      try {
        return await transport(request, { ...options, mayStart: permission.isHeld });
      } catch (error) {
        if (!(error instanceof TransportError && error.failure === 'held-back')) throw error;
      }
    }
  };
}
