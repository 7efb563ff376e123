/** A plan as text for people: one entry per change, what stays as it is, and a one-line summary. */
import { type Beside, type Blocked, isBlocking, isStateOnly } from '../plan/change.ts';
import type { ChangeView, PlanView } from '../plan/plan-view.ts';
import { impactText } from './impact.ts';
import { nameAfter, objectName, withNames } from './objects.ts';
import { oneLine } from './sanitize.ts';
import {
  blockedLine,
  count,
  notesOf,
  originText,
  type Painter,
  placeText,
  plain,
  roles,
  severeLine,
  severeTexts,
  someNames,
  summaryLine,
  symbols,
} from './words.ts';
import { wrappedLines } from './wrap.ts';

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
  const sections = [
    impactText(plan.impact, options),
    changesText(plan.changes, paint, options.isVerbose === true),
    guardsText(plan, paint),
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
    endText(plan, options, paint),
  ].filter((section) => section !== '');
  const text = `${paint('heading', `Plan for organization ${oneLine(plan.organization)}`)}\n\n${sections.join('\n\n')}\n`;
  return options.columns === undefined ? text : wrappedLines(text, options.columns);
}

/** More entries than these that only go into the ledger are counted: the first plan of a large organization would be all of them. */
const mostRecords = 20;

function changesText(changes: readonly ChangeView[], paint: Painter, isVerbose: boolean): string {
  // What decides over later deletes is never counted only.
  const records = changes.filter(({ action, blocked }) => isStateOnly(action) && action !== 'record' && blocked === undefined);
  const hidden = new Set(isVerbose ? [] : records.slice(mostRecords));
  const lines = changes.filter((change) => !hidden.has(change)).flatMap((change) => changeText(change, paint, isVerbose));
  const rest = hidden.size === 0 ? [] : [`  ${paint('record', '=')} and ${hidden.size} more that only go into the ledger (-v lists them)`];
  return [...lines, ...rest].join('\n');
}

/** The lines of one change: what happens to whom, then details, indented. */
export function changeText(change: ChangeView, paint: Painter = plain, isVerbose = false): readonly string[] {
  const mark = change.blocked === undefined ? '' : `${paint('blocked', '!')} `;
  const head = `  ${mark}${paint(roles[change.action], symbols[change.action])} ${oneLine(change.address)}${headEnd(change)}`;
  const place = isVerbose && change.span !== undefined ? [`      at ${placeText(change.span)}`] : [];
  return [
    head,
    ...fieldLines(change),
    ...severeTexts(change).map((text) => `      ${paint('bad', `severe: ${oneLine(text)}`)}`),
    ...(change.why === undefined || change.action === 'adopt' ? [] : [`      ${paint('faint', `why: ${oneLine(change.why)}`)}`]),
    ...place,
    ...(isVerbose ? surroundings(change) : []),
    ...change.lost.map((text) => `      ${paint('delete', `lost: ${oneLine(text)}`)}`),
    ...notesOf(change).map((text) => `      note: ${oneLine(text)}`),
    ...(change.blocked === undefined ? [] : blockedLines(change.blocked, paint).map((line) => `      ${line}`)),
  ];
}

function headEnd(change: ChangeView): string {
  const id = change.id === undefined ? '' : ` (${oneLine(change.id)})`;
  if (change.action === 'move')
    return change.beside === undefined ? '' : `  ${oneLine(change.beside.relation)} ${neighbourText(change, change.beside)}`;
  if (change.action === 'adopt') return `  adopted${id}${change.why === undefined ? '' : `, ${oneLine(change.why)}`}`;
  if (change.action === 'rename') return change.from === undefined ? '  renamed' : `  was ${oneLine(change.from)}`;
  if (change.action === 'delete' || change.action === 'replace') return id;
  if (change.action === 'record') return '  recorded in the ledger';
  if (change.action === 'release') return '  released: no longer managed, kept on the platform';
  return '';
}

/** What it stands in, and what goes along with it. */
function surroundings({ objects }: ChangeView): readonly string[] {
  const words = { container: 'in', contents: 'along with it' } as const;
  return objects.flatMap((each) =>
    each.as === 'container' || each.as === 'contents' ? [`      ${words[each.as]}: ${oneLine(each.address)} ${objectName(each)}`] : [],
  );
}

function neighbourText(change: ChangeView, { address }: Beside): string {
  return `${oneLine(address)}${nameAfter(change, address)}`;
}

function fieldLines(change: ChangeView): readonly string[] {
  const width = Math.max(0, ...change.fields.map((field) => field.field.length));
  return change.fields.map((field) => {
    const name = oneLine(field.field).padEnd(width);
    const { before, after } = withNames(change, field);
    if (field.before === undefined && ['create', 'replace', 'record'].includes(change.action)) return `      ${name}  ${after}`;
    if (change.action === 'delete') return `      ${name}  ${before}`;
    return `      ${name}  ${before} → ${after}${originText(field.origin)}`;
  });
}

function blockedLines(blocked: Blocked, paint: Painter): readonly string[] {
  return [
    paint('blocked', `${isBlocking(blocked) ? 'blocked' : 'warning'}[${oneLine(blocked.code)}]: ${oneLine(blocked.reason)}`),
    ...(blocked.hint === undefined ? [] : [`  help: ${oneLine(blocked.hint)}`]),
    ...(blocked.override === undefined ? [] : [`  to do it all the same: ${oneLine(blocked.override)}`]),
  ];
}

function guardsText(plan: PlanView, paint: Painter): string {
  return plan.guards
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
