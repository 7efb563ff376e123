/** Withholds blocked changes, with everything that depends on them or decides the same effect, so that the rest of the plan can be applied. */
import type { Address } from '../core/address.ts';
import { planDigest } from '../plan/approval/plan-digest.ts';
import { holdsOnlyChanges } from '../plan/guards/block-extent.ts';
import { changeKey } from '../plan/result/action.ts';
import { type Change, isBlocked, remoteChanges, type WithheldChange } from '../plan/result/change.ts';
import type { Planned } from './plan.ts';

/** New blocks can appear without the changes that are withheld. */
const maxRounds = 5;

/** The plan itself if nothing is blocked, if a block concerns the whole plan, or if only changes of the ledger are left. Sends no requests. */
export async function withoutBlocked(planned: Planned): Promise<Planned> {
  const { changes } = planned.plan;
  let blocked = changes.filter((change) => change.blocked !== undefined);
  if (blocked.length === 0 || !holdsOnlyChanges(planned.plan)) return planned;
  let withheld: readonly Change[] = blocked;
  for (let round = 0; round < maxRounds; round += 1) {
    const rest = await planned.without(withheld, 'shrink');
    const left = new Set(rest.plan.changes.map(changeKey));
    const dropped = changes.filter((change) => !left.has(changeKey(change)));
    const related = planned.sharingEffect(dropped).filter((change) => left.has(changeKey(change)));
    const fresh = rest.plan.changes.filter((change) => change.blocked !== undefined);
    if (dropped.length === withheld.length && related.length === 0 && fresh.length === 0) {
      if (isBlocked(rest.plan) || remoteChanges(rest.plan).length === 0) return planned;
      return { ...rest, plan: { ...rest.plan, withheld: withheld.map((change) => withheldChange(change, blocked)) } };
    }
    if (!holdsOnlyChanges(rest.plan)) return planned;
    const names = new Set([...dropped, ...related, ...fresh].map(changeKey));
    withheld = changes.filter((change) => names.has(changeKey(change)));
    blocked = [...blocked, ...fresh];
  }
  return planned;
}

/** A plan that can only be approved completely: its digest has no digits of parts. */
export function asWhole(planned: Planned): Planned {
  const plan = { ...planned.plan, isWholeOnly: true as const };
  return { ...planned, plan, digest: planDigest(plan, planned.host) };
}

/** `because`: the blocked change that the change depends on, if there is only one. */
function withheldChange(change: Change, blocked: readonly Change[]): WithheldChange {
  const { steps, ...view } = change;
  const own = blocked.find((each) => changeKey(each) === changeKey(change))?.blocked ?? view.blocked;
  if (own !== undefined) return { ...view, blocked: own };
  const causes = new Set<Address>(blocked.map(({ address }) => address));
  const [cause] = causes;
  return causes.size === 1 && cause !== undefined ? { ...view, because: cause } : view;
}
