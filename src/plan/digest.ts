/** The digest of a plan, for approvals. Equal for the same changes to the same target. */

import { canonicalJson } from '../core/canonical.ts';
import { defined } from '../core/defined.ts';
import { sha256Hex } from '../core/digest.ts';
import type { ChangeView, PlanView } from './plan-view.ts';

type DigestedPlan = Pick<PlanView, 'organization' | 'changes' | 'pending'>;

/** `sha256:…` over the target, all changes and all pending declarations, without reasons and positions. */
export function planDigest(plan: DigestedPlan, host: string): string {
  return `sha256:${sha256Hex(canonicalText(plan, host))}`;
}

/** One JSON line for each change, with sorted keys. */
export function canonicalText(plan: DigestedPlan, host: string): string {
  const pending = plan.pending.map(({ address, fields }) => ({ pending: address, fields: fields.map(valuesOf) }));
  const lines = [{ version: 2, host, organization: plan.organization }, ...plan.changes.map(semantics), ...pending];
  return lines.map(canonicalJson).join('\n');
}

/** The meaning of a change: its values, and the ids of the objects that it names. Reasons and positions are omitted. */
export function semantics({ address, action, id, fields, objects, from, beside }: ChangeView) {
  return defined({
    ...{ address, action, id, fields: fields.map(valuesOf), from },
    objects: Object.fromEntries(objects.map((each) => [each.address, each.id])),
    beside: beside && { relation: beside.relation, address: beside.address },
  });
}

function valuesOf({ field, before, after }: ChangeView['fields'][number]) {
  return defined({ field, before, after });
}
