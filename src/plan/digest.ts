/** The digest of a plan: what an approval stands on. The same changes to the same target give the same digest, whenever and wherever planned. */
import { canonicalJson } from '../core/canonical.ts';
import { sha256Hex } from '../core/digest.ts';
import type { ChangeView, PlanView } from './plan-view.ts';

/** What it means follows from its changes, and from what is not approved. */
type DigestedPlan = Pick<PlanView, 'organization' | 'changes' | 'pending'>;

/** `sha256:…` over target, organization and the ordered semantic changes, those included that only the ledger learns of, and what is pending. Reasons and places in files do not count. */
export function planDigest(plan: DigestedPlan, host: string): string {
  return `sha256:${sha256Hex(canonicalText(plan, host))}`;
}

/** One JSON line per change, keys sorted, so that equal plans are equal bytes. */
export function canonicalText(plan: DigestedPlan, host: string): string {
  const pending = plan.pending.map(({ address, fields }) => ({ pending: address, fields: fields.map(valuesOf) }));
  const lines = [{ version: 2, host, organization: plan.organization }, ...plan.changes.map(semantics), ...pending];
  return lines.map(canonicalJson).join('\n');
}

/** What a change means, without its reasons and places: also which objects have the addresses that it names, as approving is about those. */
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
