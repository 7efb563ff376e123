/** Blocks settings that would lock people out, because no provider of sign-ins is certainly active. */
import type { KindName, LiveObject } from '../../core/state.ts';
import { type KindShape, shapeOf } from '../../kinds/shape.ts';
import type { Overridable } from '../context/allow.ts';
import { isDeleting } from '../draft/drafted.ts';
import { blockUnlessAllowed } from '../draft/overrides.ts';
import type { GuardedChange, Guarding } from './guarding.ts';

/** A setting that can lock people out (SSO) needs an active provider that this plan does not touch, before it is turned on and while it is on. */
export function guardProviders(draft: Guarding, shape: KindShape, name: string, kind: KindName) {
  if (shape.fields[name]?.type.is !== 'boolean') return;
  const { world, changeAt } = draft;
  const providers = world.live.objects.filter((live) => live.kind === kind && live.fields.status === 'active');
  if (providers.some((live) => !isDeleting(draft, live) && changeEndangering(draft, live) === undefined)) return;
  const title = shapeOf(world, kind).title;
  const settings = shape.segment;
  const turnsOn = draft.steps.get(`${settings}#update`)?.fields[name];
  const now = turnsOn ?? world.live.objects.find((live) => live.kind === shape.name)?.fields[name];
  if (now === false || (now !== true && providers.length === 0)) return;
  const lost: Overridable = {
    code: 'B-SSO-LOCK-OUT',
    reason: `${name} would be enforced without an active ${title}`,
    hint: `apply the ${title} first, and check that it is active`,
  };
  const update = changeAt.get(`${settings}:update`);
  if (turnsOn === true && update !== undefined) return blockUnlessAllowed(draft, update, lost, settings);
  for (const live of providers) {
    const change = changeEndangering(draft, live);
    if (change?.action === 'update') blockUnlessAllowed(draft, change, lockoutBlock(change, now, { name, title }));
    else if (change !== undefined) blockUnlessAllowed(draft, change, lost, settings);
  }
}

/** The change that deletes or replaces the object, or that can make it unusable. */
function changeEndangering(draft: Guarding, live: LiveObject): GuardedChange | undefined {
  const address = draft.matches.addressOfLive(live) ?? draft.deleting.get(live);
  const all = draft.changes.filter((each) => each.address === address && each.kind === live.kind);
  const removal = all.find(({ action }) => action === 'delete' || action === 'replace');
  const { fields } = shapeOf(draft.world, live.kind);
  return removal ?? all.find((each) => each.fields.some(({ field }) => fields[field]?.connects));
}

function lockoutBlock(
  { fields }: GuardedChange,
  setting: unknown,
  { name, title }: { readonly name: string; readonly title: string },
): Overridable {
  const state = setting === true ? 'is enforced' : 'can be enforced (unknown: not read)';
  const changed = fields.map(({ field }) => field).join(', ');
  return {
    code: 'B-SSO-LOCK-OUT',
    reason: `${name} ${state}, and no other ${title} is active: nobody could sign in if a new value is wrong (${changed})`,
    hint: `compare the new values with those of the identity provider, or apply another active ${title} first`,
  };
}
