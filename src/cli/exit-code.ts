/** Describes the exit codes for `docform help exit-codes` and the reference. */
import type { ExitCode } from '../core/exit-code.ts';

export { type ExitCode, exitCode } from '../core/exit-code.ts';

export const exitMeanings: readonly (readonly [ExitCode, string])[] = [
  [0, 'Success. plan and drift also exit with 0 if they find changes, unless you pass --detailed-exitcode'],
  [
    1,
    'Failure. plan, drift, ls and access also exit with 1 if they could not read everything, and fmt --check if a file is not formatted',
  ],
  [
    2,
    'Changes or drift; only with plan --detailed-exitcode and drift --detailed-exitcode. Changes in the ledger alone count as changes: renamed, adopted and no longer managed objects, protection, and an interrupted apply that is not recorded yet',
  ],
  [
    3,
    'Invalid configuration or usage, such as a missing --yes without a terminal, or a saved plan for another target. Nothing was changed. Only import may have contacted the platform',
  ],
  [4, 'Not authenticated or not permitted'],
  [5, 'Partly applied; you can safely run apply again'],
  [
    6,
    'Blocked by protection or a guard, failed rehearsal, not confirmed, stale saved plan, or unexpected digest. Nothing was changed. plan exits with 6 only with --detailed-exitcode',
  ],
  [130, 'Interrupted. Requests in flight were completed'],
];

export function exitCodesText(): string {
  return `Exit codes\n${exitMeanings.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`).join('\n')}\n`;
}
