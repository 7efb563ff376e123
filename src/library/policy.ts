/** Checks plans with policy rules. */
import type { Cost } from '../apply/cost.ts';
import { withoutUndefined } from '../core/defined.ts';
import type { PolicyRule } from '../core/policy.ts';
import { type PolicySubject, policyFindings, policyGuards } from '../plan/guards/policy/policy.ts';
import { isPolicyGuard } from '../plan/guards/policy/policy-guards.ts';
import type { Allowances, ReviewedPlan } from '../plan/result/change.ts';
import { type PlanDocumentOptions, planFacts } from '../report/plan/json.ts';

export interface PolicyInput {
  readonly rules: readonly PolicyRule[];
  readonly title?: string;
  readonly version?: string;
  /** Paths that were given for this plan. An apply of the saved plan uses them again. */
  readonly named?: readonly string[];
}

export interface PlanFacts extends Cost {
  readonly host: string;
  readonly digest: string;
  readonly configuration: string;
  readonly allowances: Allowances;
}

export function checkedPlan(
  checked: ReviewedPlan,
  facts: PlanFacts,
  { rules, title = '', version, named = [] }: PolicyInput,
): ReviewedPlan {
  const { policy: _, ...plan } = { ...checked, guards: checked.guards.filter((guard) => !isPolicyGuard(guard)) };
  const subjects = subjectsOf(plan, { ...facts, ...withoutUndefined({ version }) }, title);
  const findings = policyFindings(rules, subjects);
  return { ...plan, guards: [...policyGuards(findings), ...plan.guards], policy: { findings, named } };
}

/** `before` and `after` are maps, unlike in the document of the plan. `title`: title of the pull request. */
function subjectsOf(plan: ReviewedPlan, options: PlanDocumentOptions, title: string): readonly PolicySubject[] {
  const request = { title };
  const facts = planFacts(plan, options);
  const changes = facts.changes.map((change) => ({
    ...change,
    before: sideOf(change, 'before'),
    after: sideOf(change, 'after'),
    request,
  }));
  const impact = facts.impact.map((each) => ({ ...each, request }));
  return [
    ...changes.map((document, at) => {
      const { address, kind, action } = document;
      return {
        on: 'change' as const,
        document,
        address,
        kind,
        action,
        ...withoutUndefined({ source: plan.changes[at]?.span }),
      };
    }),
    ...impact.map((document, at) => ({
      on: 'impact' as const,
      document,
      address: document.address,
      ...withoutUndefined({ source: plan.impact[at]?.source }),
    })),
    { on: 'plan', document: { ...facts, organization: plan.organization, changes, impact, request } },
  ];
}

function sideOf({ fields }: ReturnType<typeof planFacts>['changes'][number], side: 'before' | 'after') {
  return Object.fromEntries(fields.flatMap((field) => (field[side] === undefined ? [] : [[field.field, field[side]]])));
}
