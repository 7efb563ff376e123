/** A plan as text for people: what it means, navigation before and after, every change by place, what stays as it is, and a one-line summary. */
import type { PlanView } from '../plan/plan-view.ts';
import { partedGuards } from '../plan/policy.ts';
import { impactText } from './impact.ts';
import { lossesText } from './losses.ts';
import { navigationText } from './navigation/text.ts';
import { partTexts } from './part.ts';
import { oneLine } from './sanitize.ts';
import { blockedLines, changesText } from './text-changes.ts';
import { blockedLine, count, type Painter, plain, severeLine, someNames, summaryLine } from './words.ts';
import { withoutCommands, wrappedLines } from './wrap.ts';

export interface TextOptions {
  readonly paint?: Painter;
  /** What it costs to apply. */
  readonly requests?: number;
  /** Told where there is something to apply: what an approval stands on. */
  readonly digest?: string;
  /** Also why, and where each change stands in the configuration. */
  readonly isVerbose?: boolean;
  /** Of the terminal: no line is wider. Missing: there is none. */
  readonly columns?: number;
}

/** Deterministic: the same plan gives the same bytes. */
export function planText(plan: PlanView, options: TextOptions = {}): string {
  const paint = options.paint ?? plain;
  const { ofRules, own } = partedGuards(plan.guards);
  const sections = [
    guardsText(ofRules, paint),
    impactText(plan.impact, options),
    navigationText(plan.navigation, options),
    changesText(plan.changes, paint, options.isVerbose === true),
    guardsText(own, paint),
    unknownText(plan, paint),
    noteLines(
      'Waiting (nothing to do until they are there):',
      plan.waiting.map((item) => [item.address, item.reason]),
    ),
    noteLines(
      'Notes:',
      plan.notes.map((item) => [item.address, item.text]),
    ),
    noteLines(
      'Unmanaged (left alone):',
      plan.unmanaged.map((item) => [
        item.list,
        `${item.objects.length} (${someNames(
          item.objects.map((object) => object.name),
          3,
        )})`,
      ]),
    ),
    lossesText(plan.changes, paint),
    endText(plan, options, paint),
  ].filter((section) => section !== '');
  const named = plan.part === undefined ? 'Plan' : 'Partial plan';
  const about = plan.part === undefined ? '' : `${partTexts(plan.part).join('\n')}\n`;
  const text = `${paint('heading', `${named} for organization ${oneLine(plan.organization)}`)}\n${about}\n${sections.join('\n\n')}\n`;
  return options.columns === undefined ? withoutCommands(text) : wrappedLines(text, options.columns);
}

function guardsText(guards: PlanView['guards'], paint: Painter): string {
  return guards
    .flatMap((guard) =>
      blockedLines(guard, paint).map((line, index) => (index === 0 ? `  ${paint('blocked', '!')} ${line}` : `    ${line}`)),
    )
    .join('\n');
}

function unknownText(plan: PlanView, paint: Painter): string {
  if (plan.unknown.length === 0) return '';
  const lines = plan.unknown.map((item) => {
    const hides =
      item.hides.length === 0
        ? ''
        : `; hides ${count(item.hides.length, 'declared address', 'declared addresses')}: ${someNames(item.hides, 3)}`;
    const kept = item.keeps ?? [];
    const keeps = kept.length === 0 ? '' : `; not deleted now: ${someNames(kept, 3)}`;
    return `  ? ${oneLine(item.list)}: ${oneLine(item.reason)}${hides}${keeps}`;
  });
  return [paint('bad', 'Unknown (could not be read whole, so nothing in it is created or deleted):'), ...lines].join('\n');
}

function noteLines(heading: string, items: readonly (readonly [string, string])[]): string {
  if (items.length === 0) return '';
  return [heading, ...items.map(([address, text]) => `  ${oneLine(address)}: ${oneLine(text)}`)].join('\n');
}

function endText(plan: PlanView, { requests, digest }: TextOptions, paint: Painter): string {
  const blocked = blockedLine(plan);
  const severe = severeLine(plan);
  return [
    ...(severe === undefined ? [] : [paint('bad', severe)]),
    ...(blocked === undefined ? [] : [paint('blocked', blocked)]),
    paint('heading', summaryLine(plan, requests)),
    ...(digest === undefined || plan.changes.length === 0 ? [] : [paint('faint', `Digest: ${oneLine(digest)}`)]),
  ].join('\n');
}
