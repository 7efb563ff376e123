/** Why a plan withholds a change: its block with the fix, or the blocked change that it depends on. */
import { present } from '../../core/defined.ts';
import type { WithheldChange } from '../../plan/result/change.ts';
import { valuePair } from '../wording/values.ts';

export function withheldText({ action, blocked, because, fields }: WithheldChange): string {
  const values = fields.map((field) => {
    const { before, after } = valuePair(field);
    return `${field.field} ${before} → ${after}`;
  });
  const what = [action, ...values].join(', ');
  if (blocked === undefined)
    return `${what}: depends on ${because ?? 'a blocked change'}, or decides the same audience`;
  const { code, reason, hint, override } = blocked;
  const help = present(hint, override && `override: ${override}`).join('; ');
  return `${what}: blocked[${code}]: ${reason}${help && ` (${help})`}`;
}
