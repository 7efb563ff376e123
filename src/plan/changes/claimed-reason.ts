/** Why an object at a place of Git Sync is adopted, in words. */
import { isWithin } from '../../core/address.ts';
import { withoutMissing } from '../../core/defined.ts';
import type { Claim } from '../../core/state.ts';
import type { Drafted } from '../draft/drafted.ts';
import type { Match } from '../identity/identity.ts';

/** Why the ledger gets the object at the place. */
export function adoptionReasonOfClaim(draft: Drafted, match: Match, { file }: Claim): string {
  const { entry, shape } = match;
  if (entry === undefined) return `found at its place in ${file}`;
  const again = shape.companionOf === undefined ? [] : permissionsToGrant(draft, match);
  return withoutMissing(
    `replaced by Git Sync; it was ${entry.id}`,
    again.length > 0 && `permissions to grant again: ${again.length}`,
  ).join('; ');
}

function permissionsToGrant({ matches, world }: Drafted, { resource: { address } }: Match) {
  return world.desired.resources.filter((each) => {
    const found = matches.at.get(each.address);
    return isWithin(each.address, address) && found?.state === 'absent' && found.shape.fields.role !== undefined;
  });
}
