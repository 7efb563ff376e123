/** Checks plans with policy rules. */

import type { Cost } from '../apply/cost.ts';
import { defined } from '../core/defined.ts';
import type { PolicyRule } from '../core/policy.ts';
import type { Allowances } from '../plan/change.ts';
import type { ToldPlan } from '../plan/plan-view.ts';
import { isPolicyGuard, policyFindings, policyGuards } from '../plan/policy.ts';
import { subjectsOf } from './rule-documents.ts';

/** Rules and their context. */
export interface PolicyInput {
  readonly rules: readonly PolicyRule[];
  /** Title of the pull request or commit. */
  readonly title?: string;
  readonly version?: string;
  /** Paths that were given for this plan. An apply of the saved plan uses them again. */
  readonly named?: readonly string[];
}

/** Facts in the document of a plan. */
export interface PlanFacts extends Cost {
  readonly host: string;
  readonly digest: string;
  readonly configuration: string;
  readonly allowances: Allowances;
}

/** Replaces the findings of an earlier check. */
export function checkedPlan(
  checked: ToldPlan,
  facts: PlanFacts,
  { rules, title = '', version, named = [] }: PolicyInput,
): ToldPlan {
  const { policy: _, ...plan } = { ...checked, guards: checked.guards.filter((guard) => !isPolicyGuard(guard)) };
  const subjects = subjectsOf(plan, { ...facts, ...defined({ version }) }, title);
  const findings = policyFindings(rules, subjects);
  return { ...plan, guards: [...policyGuards(findings), ...plan.guards], policy: { findings, named } };
}
