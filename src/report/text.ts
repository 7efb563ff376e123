/** A plan as text for people: what it means, navigation before and after, every change by place, what stays as it is, and a one-line summary. */
import { listOf } from '../core/address.ts';
import { type Anchor, type Blocked, type FieldChange, isBlocking, isStateOnly } from '../plan/change.ts';
import type { PlanView } from '../plan/plan-view.ts';
import { causesAmong } from './causes.ts';
import { impactText } from './impact.ts';
import { navigationText } from './navigation/text.ts';
import { packed } from './packed.ts';
import type { Group } from './places.ts';
import { isHighRiskAlone, type PlanReport, reportOf } from './plan-report.ts';
import { oneLine, quoted } from './sanitize.ts';
import { fieldTold, nameAfter, objectName, type Told, toldOf } from './told.ts';
import {
  originText,
  type Painter,
  placeText,
  plain,
  type Rest,
  roles,
  type SummaryFacts,
  someNames,
  symbols,
} from './words.ts';
import { withoutCommands, wrappedLines } from './wrap.ts';

export interface TextOptions extends SummaryFacts {
  readonly paint?: Painter;
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
  const report = reportOf(plan);
  const sections = [
    guardsText(report.guards.ofRules, paint),
    impactText(report.meaning.all, options),
    navigationText(report.sites, options),
    changesText(report, paint, options.isVerbose === true),
    guardsText(report.guards.own, paint),
    ...report.rest(3).map((part) => restText(part, paint)),
    lossesText(report, paint),
    endText(report, options, paint),
  ].filter((section) => section !== '');
  const about = (report.partial ?? []).map((line) => `${line}\n`).join('');
  const text = `${paint('heading', `${report.name} for organization ${oneLine(plan.organization)}`)}\n${about}\n${sections.join('\n\n')}\n`;
  return options.columns === undefined ? withoutCommands(text) : wrappedLines(text, options.columns);
}

function guardsText(guards: PlanView['guards'], paint: Painter): string {
  return guards
    .flatMap((guard) =>
      blockedLines(guard, paint).map((line, index) =>
        index === 0 ? `  ${paint('blocked', '!')} ${line}` : `    ${line}`,
      ),
    )
    .join('\n');
}

const restHeadings: { readonly [O in Rest['of']]: string } = {
  unknown: 'Unknown (could not be read whole, so nothing in it is created or deleted):',
  pending: 'Pending (invite these people on the platform; what is declared is applied once they have joined):',
  notes: 'Notes:',
  unmanaged: 'Unmanaged (left alone):',
};

function restText({ of, items }: Rest, paint: Painter): string {
  const isUnknown = of === 'unknown';
  const lines = items.map(([address, text, , mark]) => {
    const sign = mark === undefined ? (isUnknown ? '? ' : '') : `${paint('bad', mark)} `;
    return `  ${sign}${oneLine(address)}: ${oneLine(text)}`;
  });
  return [isUnknown ? paint('bad', restHeadings[of]) : restHeadings[of], ...lines].join('\n');
}

/** The deletes themselves stand above, each of them. */
function lossesText({ losses }: PlanReport, paint: Painter): string {
  const lines = losses().map(({ what, of }) => `  ${someNames(of, 12)}: ${oneLine(what)}`);
  return lines.length === 0 ? '' : [paint('delete', 'Cannot be taken back:'), ...lines].join('\n');
}

function endText(
  { plan, highRisk, blocked, summary }: PlanReport,
  { digest, ...facts }: TextOptions,
  paint: Painter,
): string {
  return [
    ...(highRisk === undefined ? [] : [paint('bad', highRisk)]),
    ...(blocked === undefined ? [] : [paint('blocked', blocked)]),
    paint('heading', summary(facts)),
    ...(digest === undefined || plan.changes.length === 0 ? [] : [paint('faint', `Digest: ${oneLine(digest)}`)]),
  ].join('\n');
}

/** More entries than these that only go into the ledger are counted: the first plan of a large organization would be all of them. */
const mostRecords = 20;

/** One block for each place, and first what only the ledger learns. */
export function changesText(
  report: Pick<PlanReport, 'records' | 'places'>,
  paint: Painter,
  isVerbose: boolean,
): string {
  const { records } = report;
  // Protection and what is no longer managed decide over later plans, and high-risk changes must be read: all of these are listed.
  const counted = records.filter(
    (change) => !['record', 'unmanage'].includes(change.action) && !isHighRiskAlone(change),
  );
  const hidden = new Set(isVerbose ? [] : counted.slice(mostRecords));
  const causeOf = causesAmong([...records, ...report.places().flat(2)]);
  const print = (group: Group) => groupText(group, paint, isVerbose, causeOf(group[0]));
  const told = toldOf(records.filter((change) => !hidden.has(change))).flatMap((change) => print([change]));
  const rest =
    hidden.size === 0
      ? []
      : [`  ${paint('record', '=')} and ${hidden.size} more that only go into the ledger (-v lists them)`];
  const places = report.places().map((groups) => groups.flatMap(print));
  return [[...told, ...rest], ...places]
    .flatMap((lines) => (lines.length === 0 ? [] : [lines.join('\n')]))
    .join('\n\n');
}

/** What happens to whom, then details, indented. `cause`: of a change that is blocked for the same reason, and stands above. */
function groupText(group: Group, paint: Painter, isVerbose: boolean, cause: string | undefined): readonly string[] {
  const [change] = group;
  const mark = change.blocked === undefined ? '' : `${paint('blocked', '!')} `;
  const isOne = group.length === 1;
  const who = isOne ? `${oneLine(change.address)}${titleText(change)}${headEnd(change)}` : groupHead(group);
  const own = isVerbose && isOne ? [...placeLines(change), ...surroundings(change)] : [];
  return [
    `  ${mark}${paint(roles[change.action], symbols[change.action])} ${who}`,
    ...fieldLines(change, isOne, isVerbose, paint),
    ...change.opens.map((text) => `      ${paint('bad', `high-risk: ${oneLine(text)}`)}`),
    ...whyLines(change, isVerbose, paint),
    ...own,
    ...(isVerbose ? change.lost.map((text) => `      ${paint('delete', `lost: ${oneLine(text)}`)}`) : []),
    ...change.remarks.map((text) => `      note: ${oneLine(text)}`),
    ...(change.blocked === undefined ? [] : blockedLines(change.blocked, paint, cause).map((line) => `      ${line}`)),
  ];
}

/** `12 of spaces: a="A" page-{1..11}="Page {1..11}"`, from which exactly the list can be had back. */
function groupHead(group: Group): string {
  const [{ address, action }] = group;
  const items = group.map(({ key, called, known }) => ({ key, title: called, id: known }));
  return `${group.length} of ${oneLine(listOf(address))}: ${packed(items, { hasIds: true, isOrdered: action === 'move' })}`;
}

function titleText({ action, called }: Told): string {
  return called === undefined || isStateOnly(action) ? '' : ` ${quoted(called)}`;
}

function headEnd(change: Told): string {
  const id = change.known === undefined ? '' : ` (${oneLine(change.known)})`;
  if (change.action === 'move')
    return change.beside === undefined
      ? ''
      : `  ${oneLine(change.beside.relation)} ${neighbourText(change, change.beside)}`;
  if (change.action === 'adopt') return `  adopted${id}${change.why === undefined ? '' : `, ${oneLine(change.why)}`}`;
  if (change.action === 'rename') return change.from === undefined ? '  renamed' : `  was ${oneLine(change.from)}`;
  if (change.action === 'record') return '  recorded in the ledger';
  if (change.action === 'unmanage') return '  no longer managed';
  if (change.action === 'release') return '  released: no longer managed, kept on the platform';
  return id;
}

function whyLines({ action, why, reason }: Told, isVerbose: boolean, paint: Painter): readonly string[] {
  const told = isVerbose ? why : reason;
  return told === undefined || action === 'adopt' ? [] : [`      ${paint('faint', `why: ${oneLine(told)}`)}`];
}

function placeLines({ span }: Told): readonly string[] {
  return span === undefined ? [] : [`      at ${placeText(span)}`];
}

/** What it stands in, and what goes along with it. */
function surroundings({ objects }: Told): readonly string[] {
  const words = { container: 'in', contents: 'along with it' } as const;
  return objects.flatMap((each) =>
    each.as === 'container' || each.as === 'contents'
      ? [`      ${words[each.as]}: ${oneLine(each.address)} ${objectName(each)}`]
      : [],
  );
}

function neighbourText(change: Told, { address }: Anchor): string {
  return `${oneLine(address)}${nameAfter(change, address)}`;
}

function fieldLines(change: Told, isOne: boolean, isVerbose: boolean, paint: Painter): readonly string[] {
  const fields = isVerbose && isOne ? change.fields : change.told;
  const width = Math.max(0, ...fields.map((field) => oneLine(field.field).length));
  return fields.flatMap((field) => {
    const name = oneLine(field.field).padEnd(width);
    const origin = originText(field.origin);
    const told = fieldTold(change, field, isOne);
    if (told.by === 'growth') return [`      ${name}  … + ${quoted(told.grown)}${origin}`];
    if (told.by === 'kept') return [`      ${name}  stays ${told.value ?? 'as it is'}`];
    if (told.by === 'values') return [`      ${name}  ${pairText(change, field, told)}`];
    return told.parts.map(({ mark, at, text }, index) => {
      const sign = mark === ' ' ? ' ' : paint(signRoles[mark], mark);
      return `      ${index === 0 ? name : ' '.repeat(width)} ${sign} ${at === undefined ? '' : `${at}: `}${text}${index === 0 ? origin : ''}`;
    });
  });
}

const signRoles = { '+': 'create', '-': 'delete', '~': 'update' } as const;

function pairText(
  change: Told,
  field: FieldChange,
  { before, after }: { readonly before: string; readonly after: string },
): string {
  if (field.before === undefined && ['create', 'replace', 'record'].includes(change.action)) return after;
  return change.action === 'delete' ? before : `${before} → ${after}${originText(field.origin)}`;
}

function blockedLines(blocked: Blocked, paint: Painter, cause?: string): readonly string[] {
  if (cause !== undefined)
    return [paint('blocked', `blocked[${oneLine(blocked.code)}]: same cause as ${oneLine(cause)}`)];
  return [
    paint(
      'blocked',
      `${isBlocking(blocked) ? 'blocked' : 'warning'}[${oneLine(blocked.code)}]: ${oneLine(blocked.reason)}`,
    ),
    ...(blocked.hint === undefined ? [] : [`  help: ${oneLine(blocked.hint)}`]),
    ...(blocked.override === undefined ? [] : [`  to do it all the same: ${oneLine(blocked.override)}`]),
  ];
}
