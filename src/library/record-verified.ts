/** Records in the ledger what the verification found: texts and orders that the platform stored differently. */
import { addListedOrder } from '../core/ledger-marks.ts';
import type { StateBackend, StateLock } from '../ledger/state-backend.ts';
import type { Verified } from '../plan/approval/verified.ts';

/** Later plans do not send these texts again, or move these siblings. */
export async function recordVerified(
  backend: Pick<StateBackend, 'load'>,
  lock: Pick<StateLock, 'save'>,
  { rewritten, listed }: Pick<Verified, 'rewritten' | 'listed'>,
): Promise<void> {
  if (Object.keys(rewritten).length === 0 && Object.keys(listed).length === 0) return;
  const { ledger } = await backend.load();
  const resources = { ...ledger.resources };
  for (const [address, marks] of Object.entries(rewritten)) {
    const entry = resources[address];
    if (entry !== undefined) resources[address] = { ...entry, rewritten: { ...entry.rewritten, ...marks } };
  }
  const orders = { ...ledger.orders };
  for (const [container, order] of Object.entries(listed)) {
    const mark = orders[container];
    if (mark !== undefined) orders[container] = addListedOrder(mark, order);
  }
  await lock.save({ ...ledger, resources, ...(ledger.orders === undefined ? {} : { orders }) });
}
