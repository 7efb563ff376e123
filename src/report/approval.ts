/** What became of an approved plan beside what was applied: what stopped, what was not in it, what was so already. */
import type { Difference } from '../plan/saved/agreement.ts';
import type { KeptPlan, NamedChange, SetAside, Stopped } from '../plan/saved/kept.ts';
import { oneLine } from './sanitize.ts';
import { valueTexts } from './values.ts';
import { count, type Painter, plain, roles, symbols } from './words.ts';

type Rest = Omit<KeptPlan, 'plan'>;

/** Empty where everything that was approved was needed, and nothing else is. */
export function restText({ stopped, leftOut, settled }: Rest, paint: Painter = plain): string {
  return [
    ...section('Not needed any more (so already):', settled, paint, asideLines),
    ...section('Not in the saved plan (left alone):', leftOut, paint, asideLines),
    ...section(paint('bad', 'Stopped: changed since the plan'), stopped, paint, stoppedLines),
    ...(stopped.length === 0
      ? []
      : [paint('bad', `${count(stopped.length, 'change')} stopped.`), 'Next: docform plan shows what is to do now.']),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** The same for machines. */
export function restDocument(rest: Rest | undefined) {
  const { stopped = [], leftOut = [], settled = [] } = rest ?? {};
  return {
    stopped: stopped.map(({ differences, ...change }) => ({ ...change, fields: differences.map(differenceDocument) })),
    leftOut,
    settled,
  };
}

function differenceDocument({ field, planned, now, wanted }: Difference) {
  return { field, planned: planned ?? null, now: now ?? null, wanted: wanted ?? null };
}

function section<C extends NamedChange>(
  heading: string,
  changes: readonly C[],
  paint: Painter,
  linesOf: (change: C, paint: Painter) => readonly string[],
): readonly string[] {
  return changes.length === 0 ? [] : [heading, ...changes.flatMap((change) => linesOf(change, paint))];
}

function asideLines(change: SetAside, paint: Painter): readonly string[] {
  const fields = change.fields.length === 0 ? '' : `: ${change.fields.map(oneLine).join(', ')}`;
  return [`  ${markOf(change, paint)} ${oneLine(change.address)}${fields}`];
}

function stoppedLines(change: Stopped, paint: Painter): readonly string[] {
  const width = Math.max(0, ...change.differences.map(({ field }) => field.length));
  return [
    `  ${markOf(change, paint)} ${oneLine(change.address)}  ${paint('bad', `stopped: ${oneLine(change.reason)}`)}`,
    ...change.differences.map((each) => `      ${oneLine(each.field).padEnd(width)}  ${valuesText(each)}`),
  ];
}

/** What the plan found, what is there now, and what the configuration wants. */
function valuesText(difference: Difference): string {
  const { planned, now } = difference;
  const [was, is, wanted] = valueTexts('wanted' in difference ? [planned, now, difference.wanted] : [planned, now]);
  return `planned ${was}, now ${is}${wanted === undefined ? '' : `, wanted ${wanted}`}`;
}

function markOf({ action }: NamedChange, paint: Painter): string {
  return paint(roles[action], symbols[action]);
}
