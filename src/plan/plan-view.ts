/** The view of a plan that reports print and that an approval stands on. */
import type { ListAddress } from '../core/address.ts';
import type { Impact } from '../core/impact.ts';
import type { SiteNavigation } from '../core/navigation.ts';
import type { PolicyFinding } from '../core/policy.ts';
import type { Redirect } from '../core/redirect.ts';
import type { Allowances, Change, Plan, SiblingOrder } from './change.ts';

/** A change as it is told; how it is done is not part of it. */
export type ChangeView = Omit<Change, 'steps'>;

export interface PlanView
  extends Pick<Plan, 'organization' | 'guards' | 'unmanaged' | 'pending' | 'unknown' | 'notes'> {
  readonly changes: readonly ChangeView[];
  /** What it means to people, the most high-risk first. */
  readonly impact: readonly Impact[];
  /** Of sites that it touches there, before and after; missing: not known, as a docform that could not tell has made it. */
  readonly navigation?: readonly SiteNavigation[];
  /** Of addresses that are published now and will not be answered as they are; missing: it was made by a docform that could not tell. */
  readonly redirects?: readonly Redirect[];
  /** Missing: it is the plan of everything. */
  readonly part?: PartOnly;
  /** What rules have found, errors first, and the rules that were named for this plan alone; missing: there was no rule. */
  readonly policy?: { readonly findings: readonly PolicyFinding[]; readonly named: readonly string[] };
}

/** Of which change a plan was made, where it is no plan of everything: nothing can be approved by it, or applied from it. */
export interface PartOnly {
  /** As somebody named it: a branch, a tag, a commit. */
  readonly since: string;
  /** Its whole hash. */
  readonly commit: string;
  /** How many lists were read. */
  readonly read: number;
  /** Lists that a whole plan reads as well, in their order: of what stands there nothing is said. */
  readonly notRead: readonly ListAddress[];
}

/** A plan, and what it means to people. */
export type ToldPlan = Plan & Pick<PlanView, 'impact' | 'navigation' | 'redirects' | 'policy' | 'part'>;

/** A plan that was kept to be applied later. */
export interface SavedPlan extends PlanView {
  readonly host: string;
  readonly digest: string;
  /** Requests that applying all of it was to cost. */
  readonly requests: number;
  /** Digest of the configuration it was made from. */
  readonly configuration: string;
  /** Overrides of guards that it was made with. */
  readonly allowances: Allowances;
  readonly orders: readonly SiblingOrder[];
}
