/** What each exit code means, and the text of `docform help exit-codes`. */
import type { ExitCode } from '../core/exit-code.ts';

export { type ExitCode, exitCode } from '../core/exit-code.ts';

/** What each means, for help and the reference. */
export const exitMeanings: readonly (readonly [ExitCode, string])[] = [
  [0, 'done (a plan with changes too, unless --detailed-exitcode)'],
  [1, 'failed; also what could not read everything it looks at (plan, drift, ls, access), and fmt --check where a file is not canonical'],
  [
    2,
    'there are changes (also those that only the ledger records: renamed, adopted, released, no longer managed, protection), an interrupted apply has to be recorded, or there is drift (plan and drift, only with --detailed-exitcode)',
  ],
  [
    3,
    'wrong configuration or usage (also: nobody can be asked and --yes is missing, or FILE is of another target); nothing was changed (nor the platform contacted, but by import)',
  ],
  [4, 'not authenticated, or not permitted'],
  [5, 'partly applied; safe to run again (apply FILE: something changed since the plan, and was left alone)'],
  [
    6,
    'blocked by protection or a guard, a rehearsal that failed, not confirmed, or not the expected digest; nothing was changed (plan: only with --detailed-exitcode)',
  ],
  [130, 'interrupted; what was in flight was finished'],
];

export function exitCodesText(): string {
  return `Exit codes\n${exitMeanings.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`).join('\n')}\n`;
}
