/** The result of the verification after an apply as text. */
import type { Verified } from '../../plan/approval/verified.ts';
import { placeText } from '../wording/place-words.ts';
import { oneLine, textLines } from '../wording/sanitize.ts';
import { valuePair } from '../wording/values.ts';
import { changeLine, count, type Painter } from '../wording/words.ts';

/** Empty if all values match. */
export function verifiedText({ left, unread, rewritten }: Verified, paint: Painter): string {
  return textLines(
    left.length > 0 && paint('bad', 'Applied, but these values differ on the platform:'),
    left.map((change) => [
      changeLine(change, paint),
      change.fields.map((field) => {
        const { before, after } = valuePair(field, field);
        const result = field.isNotReturned ? 'the platform does not return the field' : `the platform has ${before}`;
        return `      ${oneLine(field.field)}  sent ${after}, ${result}`;
      }),
      change.action === 'move' && '      help: run `docform apply` again, which moves it',
      change.action === 'update' &&
        change.span &&
        `      help: write the platform's value at ${placeText(change.span)}; otherwise each plan ${isRecorded(change, rewritten) ? 'notes that the platform rewrites it' : 'changes it again'}`,
    ]),
    unread.length > 0 && paint('bad', `Applied, but ${count(unread.length, 'resource')} could not be verified:`),
    unread.map(({ address, reason }) => `  ? ${oneLine(address)}: ${oneLine(reason)}`),
  );
}

function isRecorded({ address, fields }: Verified['left'][number], rewritten: Verified['rewritten']) {
  const marks = Object.keys(rewritten[address] ?? {});
  return fields.every(({ field }) => marks.some((mark) => mark === field || mark.startsWith(`${field}.`)));
}
