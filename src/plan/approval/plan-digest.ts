/** The digest of a plan. Plans with the same meaning have the same digest. */
import type { AllowingRule } from '../../core/allowed.ts';
import { defined } from '../../core/defined.ts';
import { sha256Hex } from '../../core/digest.ts';
import { canonicalJson } from '../../core/json.ts';
import type { ChangeView, PlanView } from '../result/change.ts';

type DigestedPlan = Pick<PlanView, 'organization' | 'changes' | 'pending' | 'external' | 'part' | 'guards'>;

/** `sha256:…` over the target, the scope, all changes with the rules that allow them, pending declarations and external references, without reasons of docform and positions. */
export function planDigest(plan: DigestedPlan, host: string): string {
  return `sha256:${sha256Hex(canonicalText(plan, host))}`;
}

/** One JSON line for each change, with sorted keys. */
function canonicalText(plan: DigestedPlan, host: string): string {
  const pending = plan.pending.map(({ address, fields }) => ({ pending: address, fields: fields.map(valuesOf) }));
  const external = plan.external.map(({ address, id = null }) => ({ external: address, id }));
  const scope = plan.part && defined({ only: plan.part.only, except: plan.part.except, commit: plan.part.commit });
  const target = defined({ version: 2, host, organization: plan.organization, scope });
  const lines = [target, ...plan.changes.map(semantics), ...pending, ...external, ...allowedIn(plan.guards)];
  return lines.map(canonicalJson).join('\n');
}

/** The meaning of a change: its values, and the ids of the objects that it names. Reasons and positions are omitted. */
export function semantics({ address, action, id, fields, objects, from, beside, allowed }: ChangeView) {
  return defined({
    address,
    action,
    id,
    fields: fields.map(valuesOf),
    from,
    objects: Object.fromEntries(objects.map((each) => [each.address, each.id])),
    beside: beside && { relation: beside.relation, address: beside.address },
    allowed: allowed && allowedIn(allowed),
  });
}

/** Rules of `policy.allow` that let guards pass. */
function allowedIn(guards: readonly { readonly code: string; readonly rule?: AllowingRule }[]) {
  return guards.flatMap(({ code, rule }) =>
    rule === undefined ? [] : [defined({ allowed: code, id: rule.id, until: rule.until, reason: rule.reason })],
  );
}

function valuesOf({ field, before, after }: ChangeView['fields'][number]) {
  return defined({ field, before, after });
}
