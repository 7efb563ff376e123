/** Lists the spaces with Git Sync for `docform doctor`. */

import { createCall } from '../contract/endpoint.ts';
import { listOrganizationSpaces } from '../contract/gitbook/spaces.ts';
import { withoutUndefined } from '../core/defined.ts';
import { jsonObjectOrEmpty } from '../core/json.ts';
import { isStalled, stalledText } from '../core/stalled-sync.ts';
import { readSyncTimes } from '../kinds/reading.ts';
import type { TrafficOptions } from '../remote/client/client.ts';
import { type Platform, readerFor } from './platform.ts';

interface SyncedSpaces {
  readonly number: number;
  /** `"Changelog" last ran 2026-01-01, and the space changed 2026-03-01`, for each space whose sync has stopped. */
  readonly stalled: readonly string[];
  /** Why the list is incomplete. Missing: the list is complete. */
  readonly unknown?: string;
}

export async function syncedSpaces(
  platform: Platform,
  organization: string,
  options: TrafficOptions,
): Promise<SyncedSpaces> {
  const { client } = await readerFor(platform, options);
  const { items, unknown } = await client.list(
    createCall(listOrganizationSpaces, { path: { organizationId: organization } }),
  );
  const synced = items.map(jsonObjectOrEmpty).filter(({ gitSync }) => gitSync !== undefined);
  const stalled = synced.flatMap((space) => {
    const times = readSyncTimes(space);
    return times === undefined || !isStalled(times) ? [] : [`"${String(space.title)}" ${stalledText(times)}`];
  });
  return { number: synced.length, stalled, ...withoutUndefined({ unknown }) };
}
