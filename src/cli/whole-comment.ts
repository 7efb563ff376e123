/** Fails a comment that leaves out something severe, after printing it: no pipeline may take it for a review. */
import { DocformError } from '../core/docform-error.ts';
import type { PlanComment } from '../report/markdown.ts';
import { exitCode } from './exit-code.ts';

export function requireWhole({ isWhole }: PlanComment): void {
  if (isWhole) return;
  throw new DocformError({
    exit: exitCode.blocked,
    code: 'E-COMMENT-CUT',
    message: 'the plan holds more severe changes than a comment can tell',
    hint: 'read all of it with `docform plan` or `docform show FILE`; for a review by comment, split the change into smaller ones',
  });
}
