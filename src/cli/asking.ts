/** Asks before something is changed: only on a terminal, and whoever cannot be asked has to say --yes. */

import { DocformError } from '../core/docform-error.ts';
import { exitCode } from './exit-code.ts';
import { usageFailure } from './failure.ts';
import type { Session } from './session.ts';

function canAsk({ io, settings }: Session): boolean {
  return io.stdin.isTerminal && settings.hasInput;
}

/** Throws DocformError where neither --yes is said nor anybody can be asked. */
export function requireAnswerable(session: Session, message: string, hint: string): void {
  if (session.settings.isConfirmed || canAsk(session)) return;
  throw usageFailure(message, hint, 'E-CONFIRM');
}

/** Enter never confirms. `isYesAlone`: only the whole word does, as what is done then cannot be taken back. */
export async function isAgreed({ io }: Session, question: string, isYesAlone = false): Promise<boolean> {
  const answer = (await io.stdin.ask(`${question} ${isYesAlone ? 'Only "yes" confirms: ' : '[y/N] '}`))?.trim().toLowerCase();
  return answer === 'yes' || (answer === 'y' && !isYesAlone);
}

export function declined(message: string, hint?: string): DocformError {
  return new DocformError({ exit: exitCode.blocked, code: 'E-DECLINED', message, ...(hint === undefined ? {} : { hint }) });
}
