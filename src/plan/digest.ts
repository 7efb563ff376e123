/** Digests for approvals: of a plan, equal for the same changes to the same target, and of a configuration, equal for the same declarations in any files and order. */

import { byAddress } from '../core/address.ts';
import { compareTexts } from '../core/compare.ts';
import { defined } from '../core/defined.ts';
import { sha256Hex } from '../core/digest.ts';
import { canonicalJson } from '../core/json.ts';
import type { Desired, KindName } from '../core/state.ts';
import type { ChangeView, PlanView } from './plan-view.ts';

type DigestedPlan = Pick<PlanView, 'organization' | 'changes' | 'pending' | 'external' | 'part'>;

/** `sha256:…` over the target, the scope, all changes, pending declarations and external references, without reasons and positions. */
export function planDigest(plan: DigestedPlan, host: string): string {
  return `sha256:${sha256Hex(canonicalText(plan, host))}`;
}

/** One JSON line for each change, with sorted keys. */
export function canonicalText(plan: DigestedPlan, host: string): string {
  const pending = plan.pending.map(({ address, fields }) => ({ pending: address, fields: fields.map(valuesOf) }));
  const external = plan.external.map(({ address, id = null }) => ({ external: address, id }));
  const scope = plan.part && defined({ only: plan.part.only, except: plan.part.except, commit: plan.part.commit });
  const target = defined({ version: 2, host, organization: plan.organization, scope });
  const lines = [target, ...plan.changes.map(semantics), ...pending, ...external];
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

/** `sha256:…`. The target of the plan contains the organization. */
export function configurationDigest(desired: Desired, kinds: Iterable<KindName>): string {
  const { resources, lists, orders, moved, policy } = desired;
  const asked = {
    version: 1,
    resources: [...resources].sort(byAddress).map(({ span, fieldSpans, ...rest }) => rest),
    lists: [...lists].sort((a, b) => compareTexts(a.list, b.list)).map(({ span, ...rest }) => rest),
    orders,
    moved: moved.map(({ span, ...rest }) => rest).sort((a, b) => compareTexts(a.from, b.from)),
    policy: {
      prune: Object.fromEntries([...kinds].map((kind) => [kind, policy.prune(kind)])),
      self: policy.self,
      protect: [...policy.protect].sort(),
      maxDeletes: policy.maxDeletes,
      invite: policy.invite,
    },
  };
  return `sha256:${sha256Hex(canonicalJson(asked))}`;
}
