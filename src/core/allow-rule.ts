/** Rules of `policy.allow`: reviewed overrides of guards, which end by date. */
import type { Address } from './address.ts';
import type { SourceSpan } from './problem.ts';

/** Codes of the guards that `--allow ADDRESS` overrides. */
export const allowableCodes = [
  'B-CONFLICT',
  'B-CONTAINS-UNMANAGED',
  'B-DECLARED-ELSEWHERE',
  'B-LAST-OWNER',
  'B-NO-FINGERPRINT',
  'B-OWN-ACCESS',
  'B-OWN-ACCESS-UNKNOWN',
  'B-PERMANENT',
  'B-REPLACED',
  'B-SSO-LOCK-OUT',
  'B-SUCCESSOR-PENDING',
  'B-TITLE-MATCH',
  'B-UNCERTAIN-COPY',
] as const;

export type AllowableCode = (typeof allowableCodes)[number];

interface Ending {
  /** Last day of the rule, `YYYY-MM-DD` in UTC. */
  readonly until: string;
  readonly reason: string;
  readonly span: SourceSpan;
}

/** Allows what guards would block at the address. */
export interface AllowedObject extends Ending {
  readonly address: Address;
  /** Missing: the object that the ledger records at the address. */
  readonly id?: string;
  /** Missing: every guard that `--allow` overrides. */
  readonly code?: AllowableCode;
}

/** Allows a plan with exactly this number of deletes. */
interface AllowedDeletes extends Ending {
  readonly deletes: number;
}

export type AllowRule = AllowedObject | AllowedDeletes;

/** The start of a rule that would let a blocked change pass. */
export type RuleStart =
  | { readonly address: Address; readonly id?: string; readonly code: string }
  | { readonly deletes: number };
