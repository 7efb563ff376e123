/** Rules over plans, and what they have found: plain values, and one question per rule. */
import type { Address } from './address.ts';
import type { Place } from './problem.ts';

/** What a rule looks at: each change, each consequence for people, or the plan as a whole. */
export type RuleSubject = 'change' | 'impact' | 'plan';

/** An error blocks the plan; a warning is told. */
export type RuleSeverity = 'error' | 'warning';

export const ruleSubjects: readonly RuleSubject[] = ['change', 'impact', 'plan'];
export const ruleSeverities: readonly RuleSeverity[] = ['error', 'warning'];

/** Actions of changes, as rules name them. */
export const ruleActions = ['create', 'update', 'move', 'replace', 'delete', 'adopt', 'rename', 'release', 'record', 'pending'] as const;

export interface PolicyRule {
  readonly name: string;
  readonly file: string;
  readonly message: string;
  readonly severity: RuleSeverity;
  readonly on: RuleSubject;
  /** Of changes: only these; missing: all. */
  readonly kinds?: readonly string[];
  readonly actions?: readonly string[];
  /** Whether a document is as the rule wants it. */
  readonly isKept: (document: unknown) => boolean;
}

export interface PolicyFinding {
  readonly rule: string;
  /** Where the rule stands. */
  readonly file: string;
  readonly severity: RuleSeverity;
  readonly message: string;
  /** Of the change or consequence; missing: it is about the plan as a whole. */
  readonly address?: Address;
  /** Where the configuration says so. */
  readonly source?: Place;
}
