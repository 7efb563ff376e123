/** Records in the ledger what the verification found: texts and lists that the platform stored differently. */
import type { Address } from '../core/address.ts';
import { addListed } from '../core/ledger-marks.ts';
import type { StateBackend, StateLock } from '../ledger/state-backend.ts';

/** Records the texts that the platform stored differently, so that later plans do not send them again. */
export async function recordRewritten(
  backend: Pick<StateBackend, 'load'>,
  lock: Pick<StateLock, 'save'>,
  rewritten: { readonly [address: Address]: { readonly [mark: string]: string } },
): Promise<void> {
  const { ledger } = await backend.load();
  const resources = { ...ledger.resources };
  for (const [address, marks] of Object.entries(rewritten)) {
    const entry = resources[address];
    if (entry !== undefined) resources[address] = { ...entry, rewritten: { ...entry.rewritten, ...marks } };
  }
  await lock.save({ ...ledger, resources });
}

/** Records orders that the platform lists although all moves succeeded. */
export async function recordListed(
  backend: Pick<StateBackend, 'load'>,
  lock: Pick<StateLock, 'save'>,
  listed: { readonly [container: Address]: string },
): Promise<void> {
  const { ledger } = await backend.load();
  const orders = Object.entries(ledger.orders ?? {}).map(
    ([container, mark]) =>
      [container, listed[container] === undefined ? mark : addListed(mark, listed[container])] as const,
  );
  await lock.save({ ...ledger, orders: Object.fromEntries(orders) });
}
