/** Lists objects with their ids: declared, only in the ledger, or only on the platform. */

import { withoutUndefined } from '../../core/defined.ts';
import { exitCode } from '../../core/docform-error.ts';
import { inventory, offlineInventory } from '../../library/inventory.ts';
import type { Inventory } from '../../plan/document/inventory.ts';
import { inventoryCounts, inventoryCsv, inventoryText } from '../../report/inventory.ts';
import { inventoryJson } from '../../report/inventory-json.ts';
import { count } from '../../report/wording/words.ts';
import { loadConfig } from '../files/configuration.ts';
import { whileReading } from '../io/progress.ts';
import type { CommandFlags, Session } from '../io/session.ts';
import { failIncomplete } from '../planning/incomplete.ts';
import { loadWithBackend } from '../target/backend.ts';
import { openConfigured } from '../target/target.ts';

export type ListFlags = CommandFlags<never, 'offline' | 'unmanaged'>;

export async function getList(session: Session, place: string | undefined, flags: ListFlags) {
  const { host, organization, ...listing } = await (flags.offline === true ? listOffline : listOnline)(session, place);
  const isShown = ({ status }: Inventory['rows'][number]) => flags.unmanaged !== true || status === 'unmanaged';
  const shown = { ...listing, rows: listing.rows.filter(isShown) };
  const { format } = session.settings;
  if (format === 'json') session.result(inventoryJson(shown, { host, organization }));
  else session.result(format === 'csv' ? inventoryCsv(shown) : inventoryText(shown));
  session.say(`${inventoryCounts(shown)}\n`);
  return warnOfUnread(session, shown, flags.unmanaged === true);
}

async function listOffline(session: Session, pattern: string | undefined) {
  const { ledger, host, organization, desired } = await loadWithBackend(session, 'reading');
  return { ...offlineInventory(desired, (await ledger.load()).ledger, pattern), host, organization };
}

async function listOnline(session: Session, pattern: string | undefined) {
  const { target, ledger, desired } = await openConfigured(session, await loadConfig(session));
  const { platform, traffic, host } = target;
  const options = { desired, platform, ledger, ...traffic, ...withoutUndefined({ pattern }) };
  const listing = await whileReading(session, inventory, options);
  session.explain(`Read in ${count(listing.readRequests, 'request')}. Ledger: ${ledger.place}.\n`);
  return { ...listing, host, organization: desired.organization };
}

/** An incomplete list of unmanaged objects must not look complete. */
function warnOfUnread(session: Session, { rows, unread }: Inventory, isWholeNeeded: boolean) {
  for (const { list, reason } of unread) session.warn(`${list} could not be read completely: ${reason}\n`);
  const hidden = rows.filter(({ status }) => status === 'unread').length;
  if (hidden === 0 && (!isWholeNeeded || unread.length === 0)) return exitCode.done;
  const message =
    hidden > 0
      ? `it is unknown whether ${count(hidden, 'object exists', 'objects exist')}, because docform could not read everything on the platform`
      : 'there may be more unmanaged objects, because docform could not read everything on the platform';
  return failIncomplete(session, 'E-INCOMPLETE-READ', message, 'fix the causes above, and run the command again');
}
