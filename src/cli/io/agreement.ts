/** Asks before configuration files are edited. */
import { visible } from '../../report/wording/sanitize.ts';
import { blockedFailure, type Session } from './session.ts';

/** Enter never confirms. `isYesAlone`: only the whole word `yes` confirms, because the action cannot be reverted. */
export async function isAgreed({ io }: Session, question: string, isYesAlone = false): Promise<boolean> {
  const answer = (await io.stdin.ask(`${question} ${isYesAlone ? 'Type "yes" to confirm: ' : '[y/N] '}`))
    ?.trim()
    .toLowerCase();
  return answer === 'yes' || (answer === 'y' && !isYesAlone);
}

/** `diff`: missing if the user has seen it. */
export async function requireAgreedEdit(session: Session, diff?: string) {
  if (session.settings.isConfirmed) return;
  if (diff !== undefined) session.warn(visible(diff));
  if (await isAgreed(session, 'Write these changes?')) return;
  throw notConfirmed('the changes were not confirmed: nothing was written');
}

export function notConfirmed(message: string, hint?: string) {
  return blockedFailure('E-NOT-CONFIRMED', message, hint);
}
