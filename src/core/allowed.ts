/** The rule or option that lets a guarded change pass, as plain values. */
import type { Place } from './problem.ts';

/** The rule of `policy.allow` that lets a guard pass. */
export interface AllowingRule {
  /** The object to which the rule applies. Missing: it has no id yet. */
  readonly id?: string;
  readonly until: string;
  readonly reason: string;
  readonly source: Place;
}

/** A guard that would block the change without the rule. */
export interface Allowed {
  readonly code: string;
  /** Why the guard would block the change. */
  readonly reason: string;
  readonly rule: AllowingRule;
}
