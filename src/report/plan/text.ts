/** A plan as text: effects, navigation, changes by place, other entries and a summary. */

import { listOf } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import { present } from '../../core/defined.ts';
import { isStateOnly, type PlanView } from '../../plan/result/change.ts';
import { highRiskFields, isHighRiskChange } from '../../plan/result/severity.ts';
import { causesAmong } from '../parts/blocked-by-cause.ts';
import { impactText } from '../parts/impact.ts';
import { blockedText, code, itemText, line, listText } from '../parts/lines.ts';
import { legendText } from '../parts/meaning.ts';
import { navigationText } from '../parts/navigation.ts';
import { largePeopleGroups, packed, peopleSummary } from '../parts/packed.ts';
import { oneLine, quoted, textLines, withoutCommands, wrappedLines } from '../wording/sanitize.ts';
import { actionWords, count, organizationText, type Painter, plain, type SummaryFacts } from '../wording/words.ts';
import { namesOf } from './across-sites.ts';
import { isListed, type PlanReport, reportOf } from './plan-report.ts';
import { besideLine, changeItem, type Group, type ReportedChange, reportedChange } from './reported-change.ts';

interface TextOptions extends SummaryFacts {
  readonly paint?: Painter;
  /** Printed if there is something to approve. */
  readonly digest?: string;
  /** Also prints reasons and positions in the configuration. */
  readonly isVerbose?: boolean;
  readonly columns?: number;
}

/** Deterministic: the same plan gives the same bytes. */
export function planText(plan: PlanView, options: TextOptions = {}): string {
  const { paint = plain, isVerbose = false, columns } = options;
  const report = reportOf(plan);
  const lists = [...report.rest(3, !isVerbose), ...report.losses()];
  const sections = present(
    guardsText([...report.guards.ofExpectations, ...report.guards.ofRules], paint),
    report.traffic.map((each) => `  ${oneLine(each)}`).join('\n'),
    impactText(report.meaning.all, { ...options, isShort: !isVerbose }),
    report.sites.length > 0 && navigationText(report.sites, paint),
    changesSection(report, paint, isVerbose),
    guardsText(report.guards.own, paint),
    ...lists.map((list) => listText(list, paint)),
    endText(report, options, paint),
  );
  const heading = paint('heading', `${report.name} for organization ${organizationText(plan)}`);
  const text = `${textLines(heading, report.partial, legendOf(report))}\n${sections.join('\n\n')}\n`;
  return columns === undefined ? withoutCommands(text) : wrappedLines(text, columns);
}

function guardsText(guards: PlanView['guards'], paint: Painter) {
  return guards
    .flatMap((guard) => blockedText(guard, paint).map((each, at) => `${at === 0 ? '  ' : '    '}${each}`))
    .join('\n');
}

function endText({ plan, highRisk, blocked, summary }: PlanReport, { digest, ...facts }: TextOptions, paint: Painter) {
  return present(
    highRisk && paint('bad', highRisk),
    blocked && paint('blocked', blocked),
    digest !== undefined && plan.changes.length > 0 && paint('faint', `Plan digest: ${oneLine(digest)}`),
    paint('heading', summary(facts)),
  ).join('\n');
}

function legendOf({ counts, meaning, plan: { changes, pending } }: PlanReport) {
  const bySymbol = groupBy(
    counts.filter(({ action }) => !isStateOnly(action)),
    ({ action }) => actionWords[action].symbol,
  );
  const signs = present(
    ...[...bySymbol].map(([symbol, own]) => `${symbol} ${own.map(({ action }) => action).join(' or ')}`),
    counts.some(({ action }) => isStateOnly(action) && action !== 'pending') && '= ledger only',
  );
  return legendText(
    signs,
    meaning,
    [...changes, ...pending].some((each) => highRiskFields(each).length > 0),
  );
}

/** The first plan of a large organization only writes the ledger. Further entries are counted. */
const maxRecords = 20;

function changesSection(report: PlanReport, paint: Painter, isVerbose: boolean) {
  const text = changesText(report, paint, isVerbose);
  const number = report.plan.changes.filter(isListed).length;
  return text === '' ? '' : `${paint('heading', `Changes (${number})`)}\n${text}`;
}

/** Changes that only affect the ledger, and then one block for each place. */
export function changesText(report: PlanReport, paint: Painter, isVerbose: boolean): string {
  const { records, meant } = report;
  // Records of protection, unmanaged fields and high-risk changes affect later plans, so they are always listed.
  const counted = records.filter(
    (change) => !['record', 'unmanage'].includes(change.action) && !isHighRiskChange(change),
  );
  const hidden = new Set(isVerbose ? [] : counted.slice(maxRecords));
  const causeOf = causesAmong([...records, ...report.places().flat(2)]);
  const print = (group: Group) => {
    const isHighRisk = group.some(({ address, risks }) => risks.length > 0 || meant.has(address));
    const isExplained = (what: string) => report.explains(group, what);
    const options = { isVerbose, isHighRisk, isExplained, cause: causeOf(group[0]) };
    const item = changeItem(group, headOf(group), options);
    // The section of losses has each loss.
    const notes = isVerbose ? item.notes : item.notes.filter(({ role }) => role !== 'delete');
    return itemText({ ...item, notes }, paint);
  };
  const shown = records.filter((change) => !hidden.has(change)).map(reportedChange);
  const rest =
    hidden.size > 0 && `  ${paint('record', '=')} and ${hidden.size} more ledger-only entries (-v lists them)`;
  const places = report.places().map((groups) => {
    const summarized = isVerbose ? new Map<Group, Group | undefined>() : summarizedPeople(groups, meant);
    return groups.flatMap((group) => {
      if (!summarized.has(group)) return print(group);
      const people = summarized.get(group);
      return people === undefined ? [] : [peopleLine(people, paint)];
    });
  });
  const blocks = [[...shown.flatMap((change) => print([change])), ...present(rest)], ...places];
  return present(...blocks.map((lines) => lines.join('\n'))).join('\n\n');
}

/** Groups of one list with too many people to name, joined at the first of each list. undefined: joined with an earlier group. */
function summarizedPeople(groups: readonly Group[], meant: PlanReport['meant']): ReadonlyMap<Group, Group | undefined> {
  const isPlain = ({ action, blocked, lost, remarks, reason, address }: ReportedChange) =>
    ['create', 'invite'].includes(action) &&
    blocked === undefined &&
    lost.length + remarks.length === 0 &&
    reason === undefined &&
    !meant.has(address);
  const plain = groups.filter((group) => group.every(isPlain));
  if (plain.length === 0) return new Map();
  const crowds = largePeopleGroups(plain, personsOf, ([{ action, address }]) => `${action} ${listOf(address)}`);
  return new Map(
    crowds.flatMap((own) => own.map((group, at) => [group, at === 0 ? (own.flat() as unknown as Group) : undefined])),
  );
}

function personsOf(group: Group) {
  return group.map(({ key, shownFields: fields }) => ({ key, fields }));
}

function peopleLine(changes: Group, paint: Painter) {
  const [{ action, address }] = changes;
  const { role, symbol } = actionWords[action];
  const list = oneLine(listOf(address));
  return `  ${paint(role, symbol)} ${changes.length} of ${list}: ${peopleSummary(personsOf(changes))}`;
}

/** `12 of spaces: a="A" page-{1..11}="Page {1..11}"`, a lossless list, for several changes. */
function headOf(group: Group) {
  const [change] = group;
  const { address, action, displayTitle: title } = change;
  if (group.length > 1) {
    const { list, items } = namesOf(group);
    const names = packed(items, { hasIds: true, isOrdered: action === 'move' });
    return line`${group.length} of ${code(list)}: ${code(names)}`;
  }
  const name = title === undefined || isStateOnly(action) ? '' : line` ${code(quoted(title))}`;
  return line`${code(address)}${name}${headEnd(change)}`;
}

function unmanagedText({ shownFields: { length } }: ReportedChange) {
  return `${length === 0 ? 'list' : count(length, 'field')} no longer managed`;
}

function headEnd(change: ReportedChange) {
  const { action, cause, why, from, displayId } = change;
  const id = displayId === undefined ? '' : line` (${code(displayId)})`;
  const beside = besideLine(change);
  if (action === 'move') return beside === undefined ? [] : line`  move ${beside}`;
  if (action === 'adopt') return line`  adopted${id}${why === undefined ? '' : line`, ${why}`}`;
  if (action === 'rename') return from === undefined ? line`  renamed` : line`  renamed from ${code(from)}`;
  if (action === 'record') return change.blocked === undefined ? line`  recorded in the ledger` : [];
  if (action === 'pending') return line`  pending`;
  if (action === 'unmanage') return line`  ${unmanagedText(change)}`;
  if (action === 'release') return line`  no longer managed, kept on the platform`;
  return cause === 'restored' ? line`${id}  restore from the trash` : line`${id}`;
}
