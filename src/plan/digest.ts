/** The digest of a plan, for approvals. Equal for the same changes to the same target. */
import { canonicalJson } from '../core/canonical.ts';
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
export function semantics(change: ChangeView) {
  return {
    address: change.address,
    action: change.action,
    ...(change.id === undefined ? {} : { id: change.id }),
    fields: change.fields.map(valuesOf),
    objects: Object.fromEntries(change.objects.map(({ address, id }) => [address, id])),
    ...(change.from === undefined ? {} : { from: change.from }),
    ...(change.beside === undefined
      ? {}
      : { beside: { relation: change.beside.relation, address: change.beside.address } }),
  };
}

function valuesOf({ field, before, after }: ChangeView['fields'][number]) {
  return { field, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}
