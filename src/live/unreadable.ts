/** Refuses a reading of which nothing is whole. */
import type { Live } from '../core/state.ts';

/** Not one listing could be read: the connection or the platform is at fault, and a plan would only repeat it for every list. */
export class UnreadableError extends Error {
  constructor(reason: string) {
    super(`nothing could be read: ${reason}`);
    this.name = 'UnreadableError';
  }
}

/** Throws UnreadableError. */
export function refuseUnreadable(live: Live): void {
  const reason = live.lists[0]?.unknown;
  if (reason !== undefined && live.objects.length === 0 && live.lists.every((list) => list.unknown !== undefined))
    throw new UnreadableError(reason);
}
