/** Prints the differences that make a saved plan stale. */
import type { Difference, StaleChange } from '../plan/saved.ts';
import { oneLine } from './sanitize.ts';
import { valueTexts } from './values.ts';
import { type Painter, plain, roles, symbols } from './words.ts';

export function stalePlanText(changes: readonly StaleChange[], paint: Painter = plain): string {
  const lines = [
    paint('bad', 'The saved plan is stale. Differences from the approved plan:'),
    ...changes.flatMap((each) => changeLines(each, paint)),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function changeLines({ action, address, reason, differences }: StaleChange, paint: Painter): readonly string[] {
  const width = Math.max(0, ...differences.map(({ field }) => field.length));
  return [
    `  ${paint(roles[action], symbols[action])} ${oneLine(address)}  ${paint('bad', oneLine(reason))}`,
    ...differences.map((each) => `      ${oneLine(each.field).padEnd(width)}  ${valuesText(each)}`),
  ];
}

function valuesText(difference: Difference): string {
  const { planned, now } = difference;
  const [was, is, wanted] = valueTexts('wanted' in difference ? [planned, now, difference.wanted] : [planned, now]);
  return `planned ${was}, now ${is}${wanted === undefined ? '' : `, wanted ${wanted}`}`;
}
