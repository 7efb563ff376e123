/** A transport with scripted responses, and a clock that moves only during sleeps. */

import { createShareLink, deleteShareLink, listShareLinks } from '../../src/contract/2025-06/share-links.ts';
import { getSite } from '../../src/contract/2025-06/sites.ts';
import { createCall } from '../../src/contract/endpoint.ts';
import type { Transport, WireRequest, WireResponse } from '../../src/contract/transport.ts';
import type { TransportError } from '../../src/contract/transport-error.ts';
import type { Timing } from '../../src/remote/client/retry.ts';

export type Reply = TransportError | WireResponse;

export interface ScriptedTransport {
  readonly transport: Transport;
  readonly requests: readonly WireRequest[];
}

/** Returns the replies in order, and repeats the last one. */
export function scripted(...replies: readonly Reply[]): ScriptedTransport {
  const requests: WireRequest[] = [];
  const transport: Transport = async (request) => {
    const reply = replies[Math.min(requests.length, replies.length - 1)];
    requests.push(request);
    if (reply === undefined) throw new Error('the script has no reply');
    if (reply instanceof Error) throw reply;
    return reply;
  };
  return { transport, requests };
}

export interface ManualTiming extends Timing {
  /** In milliseconds. */
  readonly slept: readonly number[];
}

/** `random` is 0.5 by default. */
export function manualTiming(startMs = 1_000_000, random = () => 0.5): ManualTiming {
  let nowMs = startMs;
  const slept: number[] = [];
  return {
    slept,
    random,
    now: () => nowMs,
    sleep: async (durationMs) => {
      slept.push(durationMs);
      nowMs += durationMs;
    },
  };
}

export function answer(status: number, body?: unknown, headers: WireResponse['headers'] = {}): WireResponse {
  return { status, headers, body };
}

export function refused(status: number, message: string, headers: WireResponse['headers'] = {}): WireResponse {
  return answer(status, { error: { code: status, message } }, headers);
}

const site = { organizationId: 'o1', siteId: 's1' };

/** A read, an idempotent delete, a create, and a list. */
export const read = createCall(getSite, { path: site });
export const remove = createCall(deleteShareLink, { path: { ...site, shareLinkId: 'l1' } });
export const create = createCall(createShareLink, { path: site, body: { name: 'Globex' } });
export const list = createCall(listShareLinks, { path: site });

/** A clock for parallel sleeps: it moves to the next end of a sleep when nothing else is pending. */
export function virtualTiming(startMs = 1_000_000): ManualTiming {
  let nowMs = startMs;
  const slept: number[] = [];
  const sleepers = new Set<{ readonly untilMs: number; readonly wake: () => void }>();
  let isMoving = false;
  const move = async (): Promise<void> => {
    isMoving = true;
    while (sleepers.size > 0) {
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      const [next] = [...sleepers].sort((a, b) => a.untilMs - b.untilMs);
      if (next === undefined) break;
      nowMs = Math.max(nowMs, next.untilMs);
      next.wake();
    }
    isMoving = false;
  };
  return {
    slept,
    random: () => 0.5,
    now: () => nowMs,
    sleep: (durationMs, signal) =>
      new Promise((resolve) => {
        slept.push(durationMs);
        const sleeper = {
          untilMs: nowMs + durationMs,
          wake: () => {
            sleepers.delete(sleeper);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', sleeper.wake, { once: true });
        if (!isMoving) void move();
      }),
  };
}
