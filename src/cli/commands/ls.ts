/** `docform ls`: what is declared, in the ledger only, or on the platform only, each with its id; writes nothing. */

import type { Inventory } from '../../library/index.ts';
import { inventoryCounts, inventoryCsv, inventoryJson, inventoryText } from '../../report/inventory.ts';
import { count } from '../../report/words.ts';
import { type Loaded, loadForCommand } from '../configuration.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { usageFailure } from '../failure.ts';
import { whileReading } from '../progress.ts';
import type { Session } from '../session.ts';
import { openStoreAsSaid, saysWhoseItIs } from '../store.ts';
import { onTarget } from '../target.ts';
import { failAfterwards } from '../warnings.ts';

export interface ListFlags {
  /** Configuration and ledger only: nothing is contacted. */
  readonly offline?: boolean;
  /** Only what the platform alone knows. */
  readonly unmanaged?: boolean;
}

interface Taken extends Inventory {
  readonly host: string;
  readonly organization: string;
}

/** `within`: an address or a list; only it, and what stands below it, is told. */
export async function runLs(session: Session, within: string | undefined, flags: ListFlags): Promise<ExitCode> {
  const place = within?.replace(/(?<!\/)\/+$/, '');
  if (flags.offline === true && flags.unmanaged === true)
    throw usageFailure('--offline and --unmanaged contradict each other', 'what is unmanaged only the platform knows');
  const { isPlace } = await import('../../library/index.ts');
  if (place !== undefined && !isPlace(place))
    throw usageFailure(`${within} is no address`, 'write it like teams, teams/docs or sites/docs/sections');
  const loaded = await loadForCommand(session, { mayBeOpen: flags.offline === true && saysWhoseItIs(session) });
  if ('exit' in loaded) return loaded.exit;
  const taken = await (flags.offline === true ? takeOffline : takeOnline)(session, loaded, place);
  const shown = flags.unmanaged === true ? { ...taken, rows: taken.rows.filter(({ standing }) => standing === 'unmanaged') } : taken;
  session.result(output(session, shown));
  session.say(`${inventoryCounts(shown)}\n`);
  return warnOfUnread(session, shown, flags.unmanaged === true);
}

function output(session: Session, taken: Taken): string {
  const { host, organization } = taken;
  switch (session.settings.format) {
    case 'json':
      return inventoryJson(taken, { host, organization });
    case 'csv':
      return inventoryCsv(taken);
    default:
      return inventoryText(taken);
  }
}

async function takeOffline(session: Session, loaded: Loaded, within: string | undefined): Promise<Taken> {
  const { offlineInventory } = await import('../../library/index.ts');
  const { ledger, host, organization, close } = await openStoreAsSaid(session, loaded, 'reading');
  try {
    const state = await ledger.load();
    return { ...offlineInventory(loaded.desired, state.ledger, within), host, organization };
  } finally {
    await close();
  }
}

async function takeOnline(session: Session, loaded: Loaded, within: string | undefined): Promise<Taken> {
  return onTarget(session, loaded, async ({ target: { platform, traffic }, ledger, desired }) => {
    const { inventory } = await import('../../library/index.ts');
    const options = { desired, platform, ledger, ...traffic, ...(within === undefined ? {} : { within }) };
    const taken = await whileReading(session, (shown) => inventory({ ...options, ...shown }));
    session.explain(`Read in ${count(taken.readRequests, 'request')}. Ledger: ${ledger.place}.\n`);
    return { ...taken, host: platform.host, organization: desired.organization };
  });
}

/** Whoever asks for what is unmanaged must not take a list that was cut short for the whole. */
function warnOfUnread(session: Session, { rows, unread }: Inventory, isWholeNeeded: boolean): ExitCode {
  for (const { list, reason } of unread) session.warn(`${list} could not be read whole: ${reason}\n`);
  const hidden = rows.filter(({ standing }) => standing === 'unread').length;
  if (hidden === 0 && (!isWholeNeeded || unread.length === 0)) return exitCode.done;
  const message =
    hidden > 0
      ? `of ${count(hidden, 'object')} nobody knows whether it is there, because the platform could not be read whole`
      : 'there may be more that is unmanaged, because the platform could not be read whole';
  return failAfterwards(session, 'E-UNREADABLE', message, 'see above why; put that right and run it again');
}
