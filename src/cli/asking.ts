/** Asks for confirmation before a change. */

import type { DocformError } from '../core/docform-error.ts';
import { blockedFailure, usageFailure } from './failure.ts';
import type { Session } from './session.ts';

/** Throws DocformError if --yes is missing and there is no terminal for a prompt. */
export function requireAnswerable({ io, settings }: Session, message: string, hint: string): void {
  if (settings.isConfirmed || (io.stdin.isTerminal && settings.hasInput)) return;
  throw usageFailure(message, hint, 'E-CONFIRMATION-REQUIRED');
}

/** Enter never confirms. `isYesAlone`: only the whole word `yes` confirms, because the action cannot be reverted. */
export async function isAgreed({ io }: Session, question: string, isYesAlone = false): Promise<boolean> {
  const answer = (await io.stdin.ask(`${question} ${isYesAlone ? 'Type "yes" to confirm: ' : '[y/N] '}`))
    ?.trim()
    .toLowerCase();
  return answer === 'yes' || (answer === 'y' && !isYesAlone);
}

export async function requireAgreedEdit(session: Session): Promise<void> {
  if (session.settings.isConfirmed || (await isAgreed(session, 'Write these changes?'))) return;
  throw declined('the changes were not confirmed: nothing was written');
}

export function declined(message: string, hint?: string): DocformError {
  return blockedFailure('E-NOT-CONFIRMED', message, hint);
}
