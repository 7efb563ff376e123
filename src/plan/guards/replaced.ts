/** Blocks changes that would restore a replaced object, or show it beside the new one. */
import { type Address, isWithin } from '../../core/address.ts';
import { withoutMissing } from '../../core/defined.ts';
import type { Overridable } from '../context/allow.ts';
import type { World } from '../context/world.ts';
import { blockUnlessAllowed } from '../draft/overrides.ts';
import { findReplacements, pinText, type Replacement, replacedText } from '../identity/replaced.ts';
import type { Guarding } from './guarding.ts';

/** Declared permissions of the replaced object, which the new one does not have. */
function declaredPermissionsOf(world: World, { address, shape }: Replacement): readonly Address[] {
  return world.desired.resources.flatMap((resource) => {
    const parts = world.shapes.get(resource.kind);
    const isPermission = parts?.parents?.includes(shape.name) === true && parts.fields.role !== undefined;
    return isPermission && isWithin(resource.address, address) ? [resource.address] : [];
  });
}

/** The replaced object would be restored from the trash, or shown beside the new one. */
export function guardReplaced(draft: Guarding): void {
  const { world } = draft;
  for (const replacement of findReplacements(draft).values()) {
    const { address, links } = replacement;
    const permissions = declaredPermissionsOf(world, replacement);
    const hint = withoutMissing(
      `to manage the new one, ${pinText(replacement)}`,
      permissions.length > 0 && `the next plan then grants its permissions: ${permissions.join(', ')}`,
    ).join('; ');
    const blocked: Overridable = {
      code: 'B-REPLACED',
      reason: `${address} was ${replacedText(replacement, world)}`,
      hint,
    };
    for (const change of draft.judged) {
      const isRestored = change.address === address && change.action === 'create';
      const isShown = links.includes(change.address) && ['create', 'replace'].includes(change.action);
      if (isRestored || isShown) {
        // Another guard can only name a part of the cause.
        if (change.blocked?.code === 'B-VALUE-IN-USE') delete change.blocked;
        blockUnlessAllowed(draft, change, blocked, address);
      }
    }
  }
}
