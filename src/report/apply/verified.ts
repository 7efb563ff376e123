/** The result of the verification after an apply as text. */
import type { Verified } from '../../plan/approval/verified.ts';
import { type Block, code, type Item, type Line, type List, line, literal, message, painted } from '../blocks/block.ts';
import { blocksText } from '../blocks/text.ts';
import { addressItem } from '../parts/lists.ts';
import { placeText } from '../wording/place-words.ts';
import { valuePair } from '../wording/values.ts';
import { count, type Painter } from '../wording/words.ts';

/** Empty if all values match. */
export function verifiedText({ left, unread, rewritten }: Verified, paint: Painter): string {
  const differing = left.map((change) => ({
    ...addressItem(change),
    lines: [...change.fields.map(fieldResult), ...helpLines(change, isRecorded(change, rewritten))],
  }));
  const unverified = unread.map(({ address, reason }) => ({ symbol: '?', head: line`${code(address)}: ${reason}` }));
  const blocks: readonly Block[] = [
    listBelow('Applied, but these values differ on the platform:', differing),
    listBelow(`Applied, but ${count(unread.length, 'resource')} could not be verified:`, unverified),
  ].filter(({ items }) => items.length > 0);
  return blocksText(blocks, { paint }, true);
}

function listBelow(heading: string, items: readonly Item[]): List {
  return { is: 'list', of: 'verified', heading: painted('bad', literal(heading)), items };
}

function fieldResult(field: Verified['left'][number]['fields'][number]): Line {
  const { before, after } = valuePair(field, field);
  const result = field.isNotReturned
    ? literal('the platform does not return the field')
    : line`the platform has ${code(before)}`;
  return line`${field.field}  sent ${code(after)}, ${result}`;
}

function helpLines({ action, span }: Verified['left'][number], isRewritten: boolean): readonly Line[] {
  if (action === 'move') return [message('help: run `docform apply` again, which moves it')];
  if (action !== 'update' || span === undefined) return [];
  const otherwise = isRewritten ? 'notes that the platform rewrites it' : 'changes it again';
  return [line`help: write the platform's value at ${placeText(span)}; otherwise each plan ${literal(otherwise)}`];
}

function isRecorded({ address, fields }: Verified['left'][number], rewritten: Verified['rewritten']) {
  const marks = Object.keys(rewritten[address] ?? {});
  return fields.every(({ field }) => marks.some((mark) => mark === field || mark.startsWith(`${field}.`)));
}
