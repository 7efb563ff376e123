/** Finds a Git Sync that has stopped, by two times of the platform: no clock of this machine is involved. */
import { dayOf } from './day.ts';

export interface SyncTimes {
  /** When Git Sync last ran. */
  readonly syncedAt: string;
  /** When the object last changed on the platform. */
  readonly changedAt: string;
}

/** A sync follows a change of the content at once. */
const maxDelayMs = 24 * 60 * 60 * 1000;

/** Whether the object changed more than a day after the last sync. */
export function isStalled({ syncedAt, changedAt }: SyncTimes): boolean {
  return Date.parse(changedAt) - Date.parse(syncedAt) > maxDelayMs;
}

/** `last ran 2026-01-01, and the space changed 2026-03-01` */
export function stalledText({ syncedAt, changedAt }: SyncTimes): string {
  return `last ran ${dayOf(Date.parse(syncedAt))}, and the space changed ${dayOf(Date.parse(changedAt))}`;
}

export const stalledFix = 'check the connection to the repository on the platform';
