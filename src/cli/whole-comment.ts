/** A comment that leaves out something severe is printed, and then fails: no pipeline may take it for a review. */
import type { PlanComment } from '../report/markdown.ts';
import { exitCode } from './exit-code.ts';
import { Failure } from './failure.ts';

export function requireWhole({ isWhole }: PlanComment): void {
  if (isWhole) return;
  throw new Failure(exitCode.blocked, {
    code: 'E-COMMENT-CUT',
    message: 'the plan holds more severe changes than a comment can tell',
    hint: 'read all of it with `docform plan` or `docform show FILE`; for a review by comment, split the change into smaller ones',
  });
}
