/** Rules over a plan: what they see of it, and the plan with guards for what they have found. */
import type { PolicyRule } from '../core/policy.ts';
import type { ToldPlan } from '../plan/plan-view.ts';
import { isPolicyGuard, type PolicySubject, policyFindings, policyGuards } from '../plan/policy.ts';
import { changeDocument, impactDocument, pendingDocument } from '../report/json.ts';
import { countsOf } from '../report/words.ts';

/** Rules, and what they are told beside the plan. */
export interface PolicyInput {
  readonly rules: readonly PolicyRule[];
  /** Of the pull request or commit that asks for the plan. */
  readonly title?: string;
  /** Paths that were named for this plan alone: a saved one is checked by them again. */
  readonly named?: readonly string[];
}

/** The same plan, checked anew: guards of an earlier check are left out. */
export function checkedPlan(plan: ToldPlan, { rules, title, named = [] }: PolicyInput): ToldPlan {
  const findings = policyFindings(rules, subjectsOf(plan, title));
  const guards = [...policyGuards(findings), ...plan.guards.filter((guard) => !isPolicyGuard(guard))];
  return { ...plan, guards, policy: { findings, named } };
}

/** What rules see: documents of the plan, with `before` and `after` as maps, and the title of what asks for it. */
function subjectsOf(plan: ToldPlan, title = ''): readonly PolicySubject[] {
  const request = { title };
  const changes = plan.changes.map((change) => {
    const { address, kind, action, fields, span } = change;
    const side = (name: 'before' | 'after') =>
      Object.fromEntries(fields.flatMap((field) => (field[name] === undefined ? [] : [[field.field, field[name]]])));
    const document = { ...changeDocument(change), before: side('before'), after: side('after'), request };
    return { on: 'change' as const, document, address, kind, action, ...(span === undefined ? {} : { source: span }) };
  });
  const impact = plan.impact.map((each) => ({
    ...{ on: 'impact' as const, document: { ...impactDocument(each), request }, address: each.address },
    ...(each.source === undefined ? {} : { source: each.source }),
  }));
  const whole = {
    ...{ organization: plan.organization, summary: countsOf(plan.changes), request },
    changes: changes.map(({ document }) => document),
    impact: impact.map(({ document }) => document),
    pending: plan.pending.map(pendingDocument),
  };
  return [...changes, ...impact, { on: 'plan', document: whole }];
}
