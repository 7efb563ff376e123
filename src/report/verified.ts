/** The end of an apply: what was applied, read again, and where the platform has something else. */
import type { Verified } from '../plan/verified.ts';
import { oneLine } from './sanitize.ts';
import { valuePair } from './values.ts';
import { count, type Painter, placeText, plain, roles, symbols } from './words.ts';

/** Empty where everything is as it was sent. */
export function verifiedText({ left, unread }: Verified, paint: Painter = plain): string {
  const lines = left.flatMap((change) => [
    `  ${paint(roles[change.action], symbols[change.action])} ${oneLine(change.address)}`,
    ...change.fields.map((field) => {
      const { before, after } = valuePair(field, field);
      return `      ${oneLine(field.field)}  sent ${after}, the platform has ${before}`;
    }),
    ...(change.action === 'update' && change.span !== undefined
      ? [`      write what the platform has at ${placeText(change.span)}, or every plan will want to change it`]
      : []),
  ]);
  const unseen = unread.map(({ address, reason }) => `  ? ${oneLine(address)}: ${oneLine(reason)}`);
  return [
    ...(lines.length === 0 ? [] : [paint('bad', 'Applied, but read again the platform has something else:'), ...lines]),
    ...(unseen.length === 0
      ? []
      : [paint('bad', `Applied, but ${count(unseen.length, 'address', 'addresses')} could not be read again:`), ...unseen]),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** The same for machines; null: nothing was read again. */
export function verifiedDocument(verified: Verified | undefined) {
  if (verified === undefined) return null;
  const { left, unread } = verified;
  return {
    left: left.map(({ address, action, fields }) => ({
      address,
      action,
      fields: fields.map(({ field, before, after }) => ({ field, sent: after ?? null, has: before ?? null })),
    })),
    unread,
  };
}
