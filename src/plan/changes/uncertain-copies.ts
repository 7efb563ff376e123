/** Blocks copies that an interrupted apply may have created. */
import { isNamedByPlatform } from '../../kinds/shape.ts';
import { withOverrides } from '../context/allow.ts';
import { displayName } from '../context/world.ts';
import type { DraftChange } from '../draft/draft.ts';
import type { Drafted } from '../draft/drafted.ts';
import { isAllowedByOverride } from '../draft/overrides.ts';
import type { Match } from '../identity/identity.ts';
import { findUnfinished } from '../identity/unfinished.ts';
import type { Blocked } from '../result/change.ts';

/** A copy that an interrupted run may have created. The platform chooses its title, so docform adopts only a single new look-alike. */
export function blockUncertainCopy(
  draft: Drafted,
  change: DraftChange,
  { resource, shape }: Match,
): Blocked | undefined {
  const { world, matches } = draft;
  const { unconfirmed: sent } = world.input;
  const isUncertain = isNamedByPlatform(shape, resource.fields) && sent?.has(resource.address) === true;
  if (!isUncertain) return undefined;
  const found = findUnfinished(world, resource, null, matches.at).filter(
    (live) => matches.addressOfLive(live) === undefined,
  );
  const names = found.map((live) => `"${displayName(world, live)}" (${live.id})`).sort();
  const where =
    names.length === 0
      ? 'it can be on the platform under another title'
      : `each of these can be it: ${names.join(', ')}`;
  const blocked = {
    code: 'B-UNCERTAIN-COPY',
    reason: `an interrupted apply requested it and got no response: ${where}`,
    hint:
      names.length === 0
        ? 'search for it on the platform, and pin its `id:` if it exists'
        : 'pin the `id:` of the right one',
  } as const;
  const guarded = { code: blocked.code, address: resource.address, id: undefined };
  return isAllowedByOverride(draft, change, blocked, guarded) ? undefined : withOverrides(blocked, [guarded]);
}
