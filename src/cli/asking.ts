/** Asks for confirmation before a change. */

import { defined } from '../core/defined.ts';
import { DocformError } from '../core/docform-error.ts';
import { exitCode } from '../core/exit-code.ts';
import { usageFailure } from './failure.ts';
import type { Session } from './session.ts';

function canAsk({ io, settings }: Session): boolean {
  return io.stdin.isTerminal && settings.hasInput;
}

/** Throws DocformError if --yes is missing and there is no terminal for a prompt. */
export function requireAnswerable(session: Session, message: string, hint: string): void {
  if (session.settings.isConfirmed || canAsk(session)) return;
  throw usageFailure(message, hint, 'E-CONFIRMATION-REQUIRED');
}

/** Enter never confirms. `isYesAlone`: only the whole word `yes` confirms, because the action cannot be reverted. */
export async function isAgreed({ io }: Session, question: string, isYesAlone = false): Promise<boolean> {
  const answer = (await io.stdin.ask(`${question} ${isYesAlone ? 'Type "yes" to confirm: ' : '[y/N] '}`))
    ?.trim()
    .toLowerCase();
  return answer === 'yes' || (answer === 'y' && !isYesAlone);
}

export function declined(message: string, hint?: string): DocformError {
  return new DocformError({
    exit: exitCode.blocked,
    code: 'E-NOT-CONFIRMED',
    message,
    ...defined({ hint }),
  });
}
