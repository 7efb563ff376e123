/** A plan as text: effects, navigation, changes by place, other entries and a summary. */
import { listOf } from '../core/address.ts';
import {
  type Action,
  type Anchor,
  type Blocked,
  type FieldChange,
  isBlocking,
  isStateOnly,
  restoredText,
} from '../plan/change.ts';
import type { PlanView } from '../plan/plan-view.ts';
import { causesAmong } from './causes.ts';
import { highRiskReasons, impactText } from './impact.ts';
import { navigationText } from './navigation/text.ts';
import { packed } from './packed.ts';
import type { Group } from './places.ts';
import { isHighRiskAlone, type PlanReport, reportOf } from './plan-report.ts';
import { fieldDisplay, nameAfter, objectName, type ReportedChange, reportedChanges } from './reported-change.ts';
import { oneLine, quoted } from './sanitize.ts';
import {
  moveWords,
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
  /** Printed if there is something to approve. */
  readonly digest?: string;
  /** Also prints reasons and positions in the configuration. */
  readonly isVerbose?: boolean;
  /** Width of the terminal. Missing: lines are not wrapped. */
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
    changesSection(report, paint, options.isVerbose === true),
    guardsText(report.guards.own, paint),
    ...report.rest(3).map((part) => restText(part, paint)),
    lossesText(report, paint),
    endText(report, options, paint),
  ].filter((section) => section !== '');
  const about = [...(report.partial ?? []), ...legendLines(report)].map((line) => `${line}\n`).join('');
  const text = `${paint('heading', `${report.name} for organization ${oneLine(plan.organization)}`)}\n${about}\n${sections.join('\n\n')}\n`;
  return options.columns === undefined ? withoutCommands(text) : wrappedLines(text, options.columns);
}

function guardsText(guards: PlanView['guards'], paint: Painter): string {
  return guards
    .flatMap((guard) => blockedLines(guard, paint).map((line, index) => (index === 0 ? `  ${line}` : `    ${line}`)))
    .join('\n');
}

const restHeadings: { readonly [O in Rest['of']]: string } = {
  unknown: 'Unknown (these lists could not be read completely; docform creates and deletes nothing in them)',
  pending: 'Pending (invite these people on the platform; docform applies their settings after they join)',
  notes: 'Notes',
  unmanaged: 'Not managed',
};

function restText({ of, items }: Rest, paint: Painter): string {
  const isUnknown = of === 'unknown';
  const lines = items.map(([address, text, , mark]) => {
    const sign = mark === undefined ? (isUnknown ? '? ' : '') : `${paint('bad', mark)} `;
    return `  ${sign}${oneLine(address)}: ${oneLine(text)}`;
  });
  return [paint(isUnknown ? 'bad' : 'heading', restHeadings[of]), ...lines].join('\n');
}

function lossesText({ losses }: PlanReport, paint: Painter): string {
  const lines = losses().map(({ what, of }) => `  ${someNames(of, 12)}: ${oneLine(what)}`);
  return lines.length === 0 ? '' : [paint('delete', 'Cannot be reverted'), ...lines].join('\n');
}

function endText(
  { plan, highRisk, blocked, summary }: PlanReport,
  { digest, ...facts }: TextOptions,
  paint: Painter,
): string {
  return [
    ...(highRisk === undefined ? [] : [paint('bad', highRisk)]),
    ...(blocked === undefined ? [] : [paint('blocked', blocked)]),
    ...(digest === undefined || plan.changes.length === 0 ? [] : [paint('faint', `Plan digest: ${oneLine(digest)}`)]),
    paint('heading', summary(facts)),
  ].join('\n');
}

/** `Signs: + create, ~ update, ! high-risk`: those that the plan contains. */
function legendLines({ counts, highRisk, meaning }: PlanReport): readonly string[] {
  const isLedgerOnly = (action: Action) => isStateOnly(action) && action !== 'pending';
  const signs = [
    ...counts.flatMap(({ action }) => (isStateOnly(action) ? [] : [`${symbols[action]} ${action}`])),
    ...(counts.some(({ action }) => isLedgerOnly(action)) ? ['= ledger only'] : []),
    ...(highRisk === undefined ? [] : ['! high-risk']),
    ...(meaning.notable.length + meaning.info.length === 0 ? [] : ['* effect on people']),
  ];
  return signs.length === 0 ? [] : [`Signs: ${signs.join(', ')}`];
}

/** The first plan of a large organization only writes the ledger. It prints so many entries and counts the others. */
const mostRecords = 20;

function changesSection(report: PlanReport, paint: Painter, isVerbose: boolean): string {
  const text = changesText(report, paint, isVerbose);
  const number = report.plan.changes.filter(({ action }) => action !== 'pending').length;
  return text === '' ? '' : `${paint('heading', `Changes (${number})`)}\n${text}`;
}

/** Changes that only affect the ledger, and then one block for each place. */
export function changesText(report: PlanReport, paint: Painter, isVerbose: boolean): string {
  const { records, meant } = report;
  // Records of protection, unmanaged fields and high-risk changes affect later plans, so they are always listed.
  const counted = records.filter(
    (change) => !['record', 'unmanage'].includes(change.action) && !isHighRiskAlone(change),
  );
  const hidden = new Set(isVerbose ? [] : counted.slice(mostRecords));
  const causeOf = causesAmong([...records, ...report.places().flat(2)]);
  const reasonsOf = highRiskReasons(report.meaning);
  const print = (group: Group) => {
    const isHighRisk = group.some(({ address, risks }) => risks.length > 0 || meant.has(address));
    const isNamed = group.some(({ risks }) => risks.length > 0);
    const reasons = new Set(isNamed ? [] : group.flatMap(({ address }) => reasonsOf.get(address) ?? []));
    return groupText(group, { paint, isVerbose, isHighRisk, reasons: [...reasons], cause: causeOf(group[0]) });
  };
  const told = reportedChanges(records.filter((change) => !hidden.has(change))).flatMap((change) => print([change]));
  const rest =
    hidden.size === 0 ? [] : [`  ${paint('record', '=')} and ${hidden.size} more ledger-only entries (-v lists them)`];
  const places = report.places().map((groups) => groups.flatMap(print));
  return [[...told, ...rest], ...places]
    .flatMap((lines) => (lines.length === 0 ? [] : [lines.join('\n')]))
    .join('\n\n');
}

interface GroupOptions {
  readonly paint: Painter;
  readonly isVerbose: boolean;
  readonly isHighRisk: boolean;
  /** High-risk effects of the change, unless a field already has a reason. */
  readonly reasons: readonly string[];
  /** Address of an earlier change that is blocked for the same reason. */
  readonly cause: string | undefined;
}

function groupText(group: Group, { paint, isVerbose, isHighRisk, reasons, cause }: GroupOptions): readonly string[] {
  const [change] = group;
  const mark = isHighRisk ? `${paint('bad', '!')} ` : '';
  const isOne = group.length === 1;
  const who = isOne ? `${oneLine(change.address)}${titleText(change)}${headEnd(change)}` : groupHead(group);
  const own = isVerbose && isOne ? [...placeLines(change), ...surroundings(change)] : [];
  return [
    `  ${mark}${paint(roles[change.action], symbols[change.action])} ${who}`,
    ...fieldLines(change, isOne, isVerbose, paint),
    ...[...change.risks, ...reasons].map((text) => `      ${paint('bad', `high-risk: ${oneLine(text)}`)}`),
    ...(isOne && change.why === restoredText ? [] : whyLines(change, isVerbose, paint)),
    ...own,
    ...(isVerbose ? change.lost.map((text) => `      ${paint('delete', `cannot be reverted: ${oneLine(text)}`)}`) : []),
    ...change.remarks.map((text) => `      note: ${oneLine(text)}`),
    ...(change.blocked === undefined ? [] : blockedLines(change.blocked, paint, cause).map((line) => `      ${line}`)),
  ];
}

/** `12 of spaces: a="A" page-{1..11}="Page {1..11}"`, a lossless list. */
function groupHead(group: Group): string {
  const [{ address, action }] = group;
  const items = group.map(({ key, displayTitle: title, displayId: id }) => ({ key, title, id }));
  return `${group.length} of ${oneLine(listOf(address))}: ${packed(items, { hasIds: true, isOrdered: action === 'move' })}`;
}

function titleText({ action, displayTitle }: ReportedChange): string {
  return displayTitle === undefined || isStateOnly(action) ? '' : ` ${quoted(displayTitle)}`;
}

function headEnd(change: ReportedChange): string {
  const id = change.displayId === undefined ? '' : ` (${oneLine(change.displayId)})`;
  if (change.action === 'move')
    return change.beside === undefined
      ? ''
      : `  move ${moveWords[change.beside.relation]} ${neighbourText(change, change.beside)}`;
  if (change.action === 'adopt') return `  adopted${id}${change.why === undefined ? '' : `, ${oneLine(change.why)}`}`;
  if (change.action === 'rename') return change.from === undefined ? '  renamed' : `  was ${oneLine(change.from)}`;
  if (change.action === 'record') return '  recorded in the ledger';
  if (change.action === 'unmanage') return '  no longer managed';
  if (change.action === 'release') return '  released: no longer managed, kept on the platform';
  return change.why === restoredText ? `${id}  restore from the trash` : id;
}

function whyLines({ action, why, reason }: ReportedChange, isVerbose: boolean, paint: Painter): readonly string[] {
  const told = isVerbose ? why : reason;
  return told === undefined || action === 'adopt' ? [] : [`      ${paint('faint', `why: ${oneLine(told)}`)}`];
}

function placeLines({ span }: ReportedChange): readonly string[] {
  return span === undefined ? [] : [`      at ${placeText(span)}`];
}

/** The container, and contents that a delete also deletes. */
function surroundings({ objects }: ReportedChange): readonly string[] {
  const words = { container: 'in', contents: 'together with' } as const;
  return objects.flatMap((each) =>
    each.as === 'container' || each.as === 'contents'
      ? [`      ${words[each.as]}: ${oneLine(each.address)} ${objectName(each)}`]
      : [],
  );
}

function neighbourText(change: ReportedChange, { address }: Anchor): string {
  return `${oneLine(address)}${nameAfter(change, address)}`;
}

function fieldLines(change: ReportedChange, isOne: boolean, isVerbose: boolean, paint: Painter): readonly string[] {
  const fields = isVerbose && isOne ? change.fields : change.shownFields;
  const width = Math.max(0, ...fields.map((field) => oneLine(field.field).length));
  return fields.flatMap((field) => {
    const name = oneLine(field.field).padEnd(width);
    const origin = originText(field.origin);
    const told = fieldDisplay(change, field, isOne);
    if (told.by === 'growth') return [`      ${name}  … + ${quoted(told.grown)}${origin}`];
    if (told.by === 'kept') return [`      ${name}  stays ${told.value ?? 'as it is'}`];
    if (told.by === 'values') return [`      ${name}  ${pairText(change, field, told)}`];
    // The origin is about the field, not about its first line.
    const head = origin === '' ? [] : [`      ${oneLine(field.field)}${origin}`];
    const lines = told.parts.map(({ mark, at, text }, index) => {
      const sign = mark === ' ' ? ' ' : paint(signRoles[mark], mark);
      return `      ${index === 0 && origin === '' ? name : ' '.repeat(width)} ${sign} ${at === undefined ? '' : `${at}: `}${text}`;
    });
    return [...head, ...lines];
  });
}

const signRoles = { '+': 'create', '-': 'delete', '~': 'update' } as const;

function pairText(
  change: ReportedChange,
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
    ...(blocked.override === undefined ? [] : [`  override: ${oneLine(blocked.override)}`]),
  ];
}
