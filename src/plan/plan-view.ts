/** The parts of a plan that reports print and approvals cover. */
import type { Impact, Redirect, SiteNavigation } from '../core/impact.ts';
import type { PolicyFinding } from '../core/policy.ts';
import type { Allowances, Change, Plan, SiblingOrder } from './change.ts';

export type ChangeView = Omit<Change, 'steps'>;

export interface PlanView
  extends Pick<Plan, 'organization' | 'guards' | 'unmanaged' | 'pending' | 'external' | 'unknown' | 'notes' | 'part'> {
  readonly changes: readonly ChangeView[];
  readonly impact: readonly Impact[];
  /** Navigation of affected sites, before and after. Missing: an older version of docform made the plan. */
  readonly navigation?: readonly SiteNavigation[];
  /** Redirects for published URLs that change. Missing: an older version of docform made the plan. */
  readonly redirects?: readonly Redirect[];
  /** Findings of policy rules, errors first, and the rules named for this plan only. Missing: no rules. */
  readonly policy?: { readonly findings: readonly PolicyFinding[]; readonly named: readonly string[] };
}

export type ToldPlan = Plan & Pick<PlanView, 'impact' | 'navigation' | 'redirects' | 'policy'>;

export interface SavedPlan extends PlanView {
  readonly host: string;
  readonly digest: string;
  /** Number of requests of the whole plan. */
  readonly requests: number;
  readonly configuration: string;
  /** Overrides of guards that were passed to `plan`. */
  readonly allowances: Allowances;
  readonly orders: readonly SiblingOrder[];
}
