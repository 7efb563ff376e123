/** The differences between a saved plan and a new one. */
import { present } from '../../core/defined.ts';
import type { Difference, StaleChange } from '../../plan/approval/plan-comparison.ts';
import { oneLine, textLines } from '../wording/sanitize.ts';
import { valueTexts } from '../wording/values.ts';
import { changeLine, type Painter, plain } from '../wording/words.ts';

export function stalePlanText(changes: readonly StaleChange[], paint: Painter = plain): string {
  return textLines(
    paint('bad', 'The saved plan is stale. Differences from the approved plan:'),
    changes.map((change) => {
      const width = Math.max(0, ...change.differences.map(({ field }) => field.length));
      const fields = change.differences.map(
        (each) => `      ${oneLine(each.field).padEnd(width)}  ${valuesText(each)}`,
      );
      const { planned, now } = change.audiences ?? {};
      const audiences = present(
        planned && `      Audience after the approved plan: ${oneLine(planned)}`,
        now && `      Audience after an apply now: ${oneLine(now)}`,
      );
      return [changeLine(change, paint, change.reason), fields, audiences];
    }),
  );
}

function valuesText(difference: Difference) {
  const { planned, now } = difference;
  const [was, is, wanted] = valueTexts('wanted' in difference ? [planned, now, difference.wanted] : [planned, now]);
  return `when planned: ${was}, now: ${is}${wanted === undefined ? '' : `, configured: ${wanted}`}`;
}
