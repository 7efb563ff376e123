/** Protects the control plane from other machines, and from pages of other sites in the same browser. */

import type { PlainRequest } from '../../contract/exchange.ts';
import { Refusal } from '../errors.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/**
 * Refuses with 403. A page elsewhere can have a name of its own resolve to this machine, so a request must name the machine
 * as its user does; where the platform was told to listen on another address, its names are not known, and any is taken.
 */
export function requireLocal({ header = () => undefined, boundHost, origin }: PlainRequest): void {
  const host = header('host');
  if (boundHost !== undefined && isLoopback(boundHost) && !loopback.test(nameOf(host ?? ''))) {
    throw new Refusal(403, 'the control plane answers to localhost, 127.0.0.1 and [::1] only');
  }
  const sender = header('origin');
  if (sender !== undefined && sender.toLowerCase() !== origin.toLowerCase()) {
    throw new Refusal(403, 'the control plane takes no requests from pages of other origins');
  }
  // What a page elsewhere loads as an image or the like names no origin; a link that a person follows is no harm.
  const site = header('sec-fetch-site') ?? 'none';
  if (site !== 'none' && site !== 'same-origin' && header('sec-fetch-mode') !== 'navigate') {
    throw new Refusal(403, 'the control plane takes no requests from pages of other origins');
  }
}

/** Refuses with 415. Pages elsewhere can send forms and plain text unasked, but not this. */
export function requireJson({ method, header = () => undefined }: PlainRequest): void {
  if (method !== 'POST' && method !== 'PUT') return;
  const type = header('content-type') ?? '';
  if (!/^application\/json\s*(;[^,]*)?$/i.test(type.trim())) throw new Refusal(415, 'send content-type: application/json');
}

function isLoopback(boundHost: string): boolean {
  return loopback.test(boundHost.includes(':') ? `[${boundHost}]` : boundHost);
}

/** The host without its port. */
function nameOf(host: string): string {
  return host.replace(/:\d+$/, '');
}
