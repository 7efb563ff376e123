/** Rules over a plan: the plan with guards for what they have found. */
import type { Cost } from '../apply/cost.ts';
import type { PolicyRule } from '../core/policy.ts';
import type { Allowances } from '../plan/change.ts';
import type { ToldPlan } from '../plan/plan-view.ts';
import { isPolicyGuard, policyFindings, policyGuards } from '../plan/policy.ts';
import { subjectsOf } from './rule-documents.ts';

/** Rules, and what they are told beside the plan. */
export interface PolicyInput {
  readonly rules: readonly PolicyRule[];
  /** Of the pull request or commit that asks for the plan. */
  readonly title?: string;
  /** Version of docform. */
  readonly version?: string;
  /** Paths that were named for this plan alone: a saved one is checked by them again. */
  readonly named?: readonly string[];
}

/** What the document of a plan says beside the plan. */
export interface PlanFacts extends Cost {
  readonly host: string;
  readonly digest: string;
  /** Digest of the configuration. */
  readonly configuration: string;
  /** Overrides of guards that it was made with. */
  readonly allowances: Allowances;
}

/** The same plan, checked anew: guards of an earlier check are left out. */
export function checkedPlan(
  checked: ToldPlan,
  facts: PlanFacts,
  { rules, title = '', version, named = [] }: PolicyInput,
): ToldPlan {
  const { policy: _, ...plan } = { ...checked, guards: checked.guards.filter((guard) => !isPolicyGuard(guard)) };
  const subjects = subjectsOf(plan, { ...facts, ...(version === undefined ? {} : { version }) }, title);
  const findings = policyFindings(rules, subjects);
  return { ...plan, guards: [...policyGuards(findings), ...plan.guards], policy: { findings, named } };
}
