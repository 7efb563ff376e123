/** The differences between a saved plan and a new one. */
import { withoutMissing } from '../../core/defined.ts';
import type { Difference, StaleChange } from '../../plan/approval/plan-comparison.ts';
import { code, type Item, type Line, line, literal, painted } from '../blocks/block.ts';
import { blocksText } from '../blocks/text.ts';
import { addressItem } from '../parts/lists.ts';
import { valueTexts } from '../wording/values.ts';
import { type Painter, plain } from '../wording/words.ts';

export function stalePlanText(changes: readonly StaleChange[], paint: Painter = plain): string {
  const heading = painted('bad', literal('The saved plan is stale. Differences from the approved plan:'));
  return blocksText([{ is: 'changes', heading, groups: [changes.map(staleItem)] }], { paint });
}

function staleItem(change: StaleChange): Item {
  const { planned, now } = change.audiences ?? {};
  return {
    ...addressItem(change, change.reason),
    fields: change.differences.map((each) => ({ name: each.field, value: valuesLine(each), origin: '' })),
    lines: withoutMissing(
      planned && line`Audience after the approved plan: ${planned}`,
      now && line`Audience after an apply now: ${now}`,
    ),
  };
}

function valuesLine(difference: Difference): Line {
  const { planned, now } = difference;
  const [was = '', is = '', wanted] = valueTexts(
    'wanted' in difference ? [planned, now, difference.wanted] : [planned, now],
  );
  const configured = wanted === undefined ? [] : line`, configured: ${code(wanted)}`;
  return line`when planned: ${code(was)}, now: ${code(is)}${configured}`;
}
