/** The ledger entries of links that the platform adds with a new container, and that no configuration declares. Without a fingerprint, a later plan would ask before it deletes such a link. */
import type { Address } from '../../../core/address.ts';
import type { LedgerEntry } from '../../../core/state.ts';
import { shapeOf, shownByLink } from '../../../kinds/shape.ts';
import type { Drafted } from '../../draft/drafted.ts';
import { computeLastApplied } from '../../fields/compare.ts';

/** A link is recognized by the object that it shows. */
export function ledgerEntriesOfAddedLinks({ steps, matches, world }: Drafted) {
  const entries: { [address: Address]: Omit<LedgerEntry, 'id'> } = {};
  for (const { companions = [] } of steps.values()) {
    for (const { role, address } of companions) {
      const target = shownByLink(world.shapes, role);
      const shown = companions.find((each) => each.role === target?.kind);
      if (target === undefined || shown === undefined || matches.at.has(address)) continue;
      entries[address] = {
        applied: computeLastApplied(shapeOf(world, role), { [target.field]: { ref: shown.address } }),
      };
    }
  }
  return entries;
}
