/** Why a plan withholds a change: its block with the fix, or the blocked change that it depends on. */
import { present } from '../../core/defined.ts';
import type { WithheldChange } from '../../plan/result/change.ts';

export function withheldText({ action, blocked, because }: WithheldChange): string {
  if (blocked === undefined)
    return `${action}, depends on ${because ?? 'a blocked change'}, or decides the same audience`;
  const { code, reason, hint, override } = blocked;
  const help = present(hint, override && `override: ${override}`).join('; ');
  return `${action}, blocked[${code}]: ${reason}${help && ` (${help})`}`;
}
