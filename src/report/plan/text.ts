/** A plan as text: effects, navigation, changes by place, other entries and a summary. */

import { listOf } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import { withoutMissing } from '../../core/defined.ts';
import { isStateOnly, type PlanView } from '../../plan/result/change.ts';
import { highRiskFields, isHighRiskChange } from '../../plan/result/severity.ts';
import {
  type Block,
  type BlockOf,
  code,
  type Item,
  type Line,
  line,
  literal,
  message,
  painted,
  paragraph,
} from '../blocks/block.ts';
import { blocksText, type TextOptions } from '../blocks/text.ts';
import { causesAmong } from '../parts/blocked-by-cause.ts';
import { effectLists } from '../parts/effect-blocks.ts';
import { legendText } from '../parts/meaning.ts';
import { navigationTree } from '../parts/navigation.ts';
import { largePeopleGroups, packed, peopleSummary } from '../parts/packed.ts';
import { trafficList } from '../parts/traffic.ts';
import { organizationLine } from '../wording/organization.ts';
import { quoted } from '../wording/sanitize.ts';
import { actionWords, count, type SummaryFacts } from '../wording/words.ts';
import { namesOf } from './across-sites.ts';
import { isListed, type PlanReport, reportOf } from './plan-report.ts';
import { besideLine, changeItem, type Group, type ReportedChange, reportedChange } from './reported-change.ts';

interface PlanTextOptions extends SummaryFacts, TextOptions {
  /** Printed if there is something to approve. */
  readonly digest?: string;
  /** Also prints reasons and positions in the configuration. */
  readonly isVerbose?: boolean;
}

export function planText(plan: PlanView, options: PlanTextOptions = {}): string {
  return blocksText(planBlocks(plan, options), options);
}

/** The layout for terminals: the summary comes last. */
export function planBlocks(plan: PlanView, options: Omit<PlanTextOptions, keyof TextOptions> = {}): readonly Block[] {
  const { isVerbose = false } = options;
  const report = reportOf(plan);
  const title = painted('heading', line`${literal(report.name)} for organization ${organizationLine(plan)}`);
  const facts = [...(report.partial ?? []).map((text) => code(text, 'data')), message(legendOf(report) ?? '')];
  return [
    { is: 'title', title, facts },
    { is: 'guards', guards: [...report.guards.ofExpectations, ...report.guards.ofRules] },
    trafficList(report.traffic),
    ...effectLists(report.meaning.all, { isShort: !isVerbose }),
    ...report.sites.map(navigationTree),
    ...changesBlocks(report, isVerbose),
    { is: 'guards', guards: report.guards.own },
    ...report.rest({ atMost: 3, isShort: !isVerbose }),
    ...report.losses(),
    paragraph(...resultLines(report, options)),
  ];
}

function resultLines(
  { plan, highRisk = '', blocked = '', summary }: PlanReport,
  { digest, ...facts }: Pick<PlanTextOptions, 'digest' | keyof SummaryFacts>,
): readonly Line[] {
  return [
    painted('bad', literal(highRisk)),
    painted('blocked', literal(blocked)),
    digest !== undefined && plan.changes.length > 0 ? painted('faint', line`Plan digest: ${digest}`) : [],
    painted('heading', literal(summary(facts))),
  ];
}

function legendOf({ counts, meaning, plan: { changes, pending } }: PlanReport) {
  const bySymbol = groupBy(
    counts.filter(({ action }) => !isStateOnly(action)),
    ({ action }) => actionWords[action].symbol,
  );
  const signs = withoutMissing(
    ...[...bySymbol].map(([symbol, own]) => `${symbol} ${own.map(({ action }) => action).join(' or ')}`),
    counts.some(({ action }) => isStateOnly(action) && action !== 'pending') &&
      '= only the ledger (state file) changes',
  );
  return legendText(
    signs,
    meaning,
    [...changes, ...pending].some((each) => highRiskFields(each).length > 0),
  );
}

/** The first plan of a large organization only writes the ledger. Further entries are counted. */
const maxRecords = 20;

/** Changes that only affect the ledger, and then one group for each place. */
export function changesBlocks(report: PlanReport, isVerbose: boolean): readonly BlockOf<'changes'>[] {
  const { records } = report;
  // Records of protection, unmanaged fields and high-risk changes affect later plans, so they are always listed.
  const counted = records.filter(
    (change) => !['record', 'unmanage'].includes(change.action) && !isHighRiskChange(change),
  );
  const hidden = new Set(isVerbose ? [] : counted.slice(maxRecords));
  const itemOf = itemsWith(report, isVerbose);
  const shown = records.filter((change) => !hidden.has(change)).map((change) => itemOf([reportedChange(change)]));
  const rest = {
    symbol: '=',
    role: 'record',
    head: literal(`and ${hidden.size} more ledger-only entries (-v lists them)`),
  } as const;
  const places = report.places().map((groups) => {
    const summarized = isVerbose ? new Map<Group, Group | undefined>() : summarizedPeople(groups, report.meant);
    return groups.flatMap((group) => {
      if (!summarized.has(group)) return [itemOf(group)];
      const people = summarized.get(group);
      return people === undefined ? [] : [peopleItem(people)];
    });
  });
  const groups = [hidden.size > 0 ? [...shown, rest] : shown, ...places].filter((items) => items.length > 0);
  const number = report.plan.changes.filter(isListed).length;
  const heading = painted('heading', literal(`Changes (${number})`));
  return groups.length === 0 ? [] : [{ is: 'changes', heading, groups }];
}

function itemsWith(report: PlanReport, isVerbose: boolean): (group: Group) => Item {
  const causeOf = causesAmong([...report.records, ...report.places().flat(2)]);
  return (group) => {
    const isHighRisk = group.some(({ address, risks }) => risks.length > 0 || report.meant.has(address));
    const isExplained = (what: string) => report.explains(group, what);
    const options = { isVerbose, isHighRisk, isExplained, cause: causeOf(group[0]) };
    const item = changeItem(group, headOf(group), options);
    // The section of losses has each loss.
    return isVerbose ? item : { ...item, notes: item.notes.filter(({ role }) => role !== 'delete') };
  };
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

function peopleItem(changes: Group): Item {
  const [{ action, address }] = changes;
  const { role, symbol } = actionWords[action];
  const head = line`${changes.length} of ${code(listOf(address))}: ${code(peopleSummary(personsOf(changes)), 'data')}`;
  return { role, symbol, head };
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
