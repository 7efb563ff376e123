/** Policy rules for plans, and their findings. */
import type { Address } from './address.ts';
import type { Place } from './problem.ts';

/** Whether a rule checks each change, each consequence, the whole plan, or each object of a state: after a plan, and now. */
export type RuleSubject = 'change' | 'impact' | 'plan' | 'state';

/** An error blocks the plan; a warning is reported. */
type RuleSeverity = 'error' | 'warning';

export const ruleSubjects: readonly RuleSubject[] = ['change', 'impact', 'plan', 'state'];
export const ruleSeverities: readonly RuleSeverity[] = ['error', 'warning'];

/** Names of actions in rules. */
export const ruleActions = [
  'create',
  'invite',
  'update',
  'move',
  'replace',
  'delete',
  'adopt',
  'rename',
  'release',
  'record',
  'pending',
  'unmanage',
] as const;

export interface PolicyRule {
  readonly name: string;
  readonly file: string;
  readonly message: string;
  readonly severity: RuleSeverity;
  readonly on: RuleSubject;
  /** For changes: only these actions; missing: all. */
  readonly kinds?: readonly string[];
  readonly actions?: readonly string[];
  /** True if the document complies with the rule. */
  readonly isKept: (document: unknown) => boolean;
}

export interface PolicyFinding {
  readonly rule: string;
  /** Position of the rule. */
  readonly file: string;
  readonly severity: RuleSeverity;
  readonly message: string;
  /** Address of the change or consequence; missing: the whole plan. */
  readonly address?: Address;
  /** Position in the configuration. */
  readonly source?: Place;
}
