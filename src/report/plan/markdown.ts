/** A plan as a pull-request comment within the size limit. It lists all high-risk changes, or warns not to approve the plan by this comment. */
import { present } from '../../core/defined.ts';
import { once } from '../../core/once.ts';
import type { PlanView } from '../../plan/result/change.ts';
import { addressTables } from '../parts/address-tables.ts';
import { boxMarkdown, type ImpactForm, infoMarkdown, otherCounts } from '../parts/impact-markdown.ts';
import { blockedMarkdown, listMarkdown, type ReportList } from '../parts/lines.ts';
import { type Meaning, meaningOf } from '../parts/meaning.ts';
import { navigationMarkdown } from '../parts/navigation.ts';
import { type Origin, originMarkdown, planMarker } from '../parts/origin.ts';
import { type Rehearsal, rehearsalMarkdown } from '../parts/rehearsal.ts';
import { byteLength, longestThatFits } from '../wording/fit.ts';
import { escapeMarkdown, foldedMarkdown, inlineCode, paragraphs } from '../wording/sanitize.ts';
import { count, organizationMarkdown, type SummaryFacts } from '../wording/words.ts';
import { type Ids, type OthersText, othersOf, packedMarkdown, placesMarkdown } from './markdown-changes.ts';
import { type PlanReport, reportOf } from './plan-report.ts';

export interface MarkdownOptions extends SummaryFacts {
  readonly digest?: string;
  readonly origin?: Origin;
  /** GitHub rejects comments over 65,536 characters. */
  readonly budgetBytes?: number;
  /** Folds long parts without high-risk changes, because the comment contains other plans, too. */
  readonly foldsRest?: boolean;
}

export interface PlanComment {
  readonly text: string;
  /** False: a high-risk change did not fit, so the comment is not a basis for approval. */
  readonly isWhole: boolean;
}

interface Form {
  readonly impact: ImpactForm;
  /** Ids in groups of equal high-risk changes. Missing: changes are printed by place. */
  readonly ids?: Ids;
}

const lossless: readonly Form[] = [{ impact: 'whole' }, { impact: 'packed' }, { impact: 'packed', ids: 'all' }];
const shortened: readonly Form[] = [
  { impact: 'terse', ids: 'all' },
  { impact: 'terse', ids: 'things' },
  { impact: 'terse', ids: 'none' },
];

/** Every pipeline prints the plan as text in its log. */
const elsewhere = 'For the whole plan, see the log of the job that planned it, or run `docform plan`.';

export function planComment(plan: PlanView, options: MarkdownOptions = {}): PlanComment {
  const budgetBytes = options.budgetBytes ?? 65_000;
  const report = reportOf(plan);
  const parts = partsOf(report, options);
  const steps = stepsOf(parts);
  const fitted = (form: Form, least: number): Stage => [
    2 * steps - least,
    (step) => fittedText(report, parts, form, least + step),
  ];
  const stages: readonly Stage[] = [
    [report.sites.length, (drawn) => wholeText(report, parts, drawn)],
    ...lossless.map((form) => fitted(form, steps)),
    ...[...lossless.slice(-1), ...shortened].map((form) => fitted(form, 0)),
  ];
  for (const [most, textOf] of stages) {
    const text = longestThatFits(textOf, most, budgetBytes);
    if (text !== undefined) return { text, isWhole: true };
  }
  return { text: partOf(report, options, budgetBytes), isWhole: false };
}

/** A way to write the comment, with up to `most` further entries. */
type Stage = readonly [most: number, textOf: (listed: number) => string];

type Parts = ReturnType<typeof partsOf>;

/** Parts that candidates of several lengths share. They are printed once, because they grow with the plan. */
function partsOf(report: PlanReport, options: MarkdownOptions) {
  const { highRisk, others } = report.parted();
  const all = othersOf(others, highRisk.length > 0);
  const rest = [...report.rest(3), ...report.losses()];
  const packedWith = (ids: Ids) =>
    once(() => packedMarkdown(highRisk, { ids, meant: report.meant, explains: report.explains }));
  return {
    head: once(() => headText(report, options)),
    foldsRest: options.foldsRest === true,
    numberHighRisk: highRisk.length,
    places: once(() => placesMarkdown(highRisk, report.explains)),
    packed: { all: packedWith('all'), things: packedWith('things'), none: packedWith('none') },
    others: all,
    details: once(() => all.textOf(all.groups, 0).sections),
    notable: report.meaning.notable,
    info: report.meaning.info,
    rest,
    numberRest: rest.flatMap(({ items }) => items).length,
  };
}

/** The whole plan with the navigation of the first sites. Navigation repeats changes, so it is omitted first. */
function wholeText(report: PlanReport, parts: Parts, drawn: number) {
  const { guards, meaning, sites } = report;
  const rest = meaningOf(meaning.notRows);
  const tables = addressTables(meaning.rows);
  return paragraphs([
    parts.head(),
    guardsText([...guards.ofExpectations, ...guards.ofRules]),
    boxMarkdown('high-risk', meaning.highRisk, 'whole'),
    drawn < sites.length ? cutText([undrawnText(report, drawn)]) : '',
    guardsText(guards.own),
    ...inOrder(
      parts,
      highRiskText(parts, { impact: 'whole' }),
      [boxMarkdown('notable', rest.notable, 'whole'), ...tables.open],
      [
        infoMarkdown(rest.info, 'whole'),
        ...tables.folded,
        navigationMarkdown(sites.slice(0, drawn)),
        ...parts.details(),
        ...parts.rest.map(listMarkdown),
      ],
    ),
  ]);
}

/** Lines that a section of a shared comment shows without folding. */
const maxOpenLines = 15;

/** Changes to review come between the effects and the rest. In a shared comment, they come first, and a long rest is folded. */
function inOrder(
  { foldsRest }: Parts,
  reviewed: string,
  effects: readonly string[],
  rest: readonly string[],
): readonly string[] {
  if (!foldsRest) return [...effects, reviewed, ...rest];
  const text = paragraphs([...effects, ...rest]).trim();
  const isLong = text.split('\n').length > maxOpenLines;
  return [reviewed, isLong ? foldedMarkdown('Other effects, changes and notes', text) : text];
}

/** At this step everything has a name; at twice this step everything has details. */
function stepsOf({ others, notable, info, numberRest }: Parts) {
  return Math.max(others.number, notable.length, info.length, numberRest);
}

/** All high-risk changes, and the same number of entries of every other list. */
function fittedText(report: PlanReport, parts: Parts, form: Form, step: number) {
  const { guards, meaning } = report;
  const steps = stepsOf(parts);
  const [named, detailed] = [Math.min(step, steps), Math.max(0, step - steps)];
  const [notable, info] = [parts.notable.slice(0, named), parts.info.slice(0, detailed)];
  const others = parts.others.textOf(detailed, named);
  const unlisted = Math.max(0, parts.numberRest - named);
  return paragraphs([
    parts.head(),
    guardsText([...guards.ofExpectations, ...guards.ofRules]),
    boxMarkdown('high-risk', meaning.highRisk, form.impact),
    cutText([...highRiskCuts(form, meaning), othersCut(others), undrawnText(report)]),
    guardsText(guards.own),
    ...inOrder(
      parts,
      highRiskText(parts, form),
      [boxMarkdown('notable', notable, 'packed')],
      [
        infoMarkdown(info, 'packed'),
        otherCounts({ notable: parts.notable.slice(named), info: parts.info.slice(detailed) }),
        ...others.sections,
        ...firstOf(parts.rest, named).map(listMarkdown),
        unlisted === 0 ? '' : `Also not listed: ${count(unlisted, 'note')}.`,
      ],
    ),
  ]);
}

function headText(report: PlanReport, options: MarkdownOptions) {
  const { plan, name, partial, blocked, highRisk, traffic, summary } = report;
  return paragraphs([
    `${planMarker}\n### docform ${name.toLowerCase()} for ${organizationMarkdown(plan)}`,
    partText(partial),
    originMarkdown(options.origin ?? {}),
    ...present(blocked, highRisk, summary(options)).map((line) => `**${line}**`),
    traffic.map((line) => `- ${escapeMarkdown(line)}`).join('\n'),
    options.digest === undefined ? '' : `Plan digest: ${inlineCode(options.digest)}`,
  ]);
}

function partText(partial: PlanReport['partial']) {
  if (partial === undefined) return '';
  const [is, rest] = partial.map(escapeMarkdown);
  return `> [!WARNING]\n> **${is}** ${rest}`;
}

function cutText(missing: readonly string[]) {
  return `_${present('This comment does not show the whole plan.', ...missing, elsewhere).join(' ')}_`;
}

function undrawnText({ sites }: PlanReport, drawn = 0) {
  return drawn === sites.length ? '' : `The navigation of ${count(sites.length - drawn, 'site')} is not shown.`;
}

function highRiskCuts({ impact, ids = 'all' }: Form, { highRisk }: Meaning) {
  return present(
    'Every high-risk change is listed.',
    impact === 'terse' &&
      highRisk.length > 0 &&
      'Effects are grouped, and details that differ within a group are left out.',
    ids !== 'all' && `The ids of ${ids === 'none' ? 'deleted and replaced objects' : 'people'} are left out.`,
  );
}

function othersCut({ detailed, named, counted }: OthersText) {
  const numbers = present(
    `${detailed} with details`,
    `${named} by name`,
    counted > 0 && `${counted} only as a number`,
  ).join(', ');
  return named + counted === 0 ? '' : `Of ${count(detailed + named + counted, 'other change')}: ${numbers}.`;
}

function guardsText(guards: PlanView['guards']) {
  return guards.map((guard) => `- ${blockedMarkdown(guard)}`).join('\n');
}

/** The head counts effects, and this list counts changes. */
const reviewedText =
  'A change is listed here if it has a high-risk effect, deletes or replaces an object, is blocked, or would be blocked without a rule in `policy.allow`.';

function highRiskText({ numberHighRisk, places, packed }: Parts, { ids }: Form) {
  const heading = `#### Changes to review (${numberHighRisk})\n${reviewedText}`;
  return numberHighRisk > 0 ? `${heading}\n\n${ids === undefined ? places() : packed[ids]()}` : '';
}

/** The first entries of all lists. */
function firstOf(lists: readonly ReportList[], most: number): readonly ReportList[] {
  let left = most;
  return lists.flatMap((list) => {
    const items = list.items.slice(0, left);
    left -= items.length;
    return items.length === 0 ? [] : [{ ...list, items }];
  });
}

/** The fallback: a warning against approval, the guards, and as many high-risk changes as fit. */
function partOf(report: PlanReport, options: MarkdownOptions, budgetBytes: number) {
  const { plan, meant, explains } = report;
  const opened = report.meaning.highRisk;
  const { highRisk } = report.parted();
  const textOf = (shown: number, guards = plan.guards) => {
    // Effects come before the changes that cause them.
    const [impact, changes] = [opened.slice(0, shown), highRisk.slice(0, Math.max(0, shown - opened.length))];
    return paragraphs([
      partHead(report, options, { impact: opened.length - impact.length, changes: highRisk.length - changes.length }),
      boxMarkdown('high-risk', impact, 'terse'),
      guardsText(guards),
      packedMarkdown(changes, { ids: 'none', meant, explains }),
    ]);
  };
  return longestThatFits(textOf, opened.length + highRisk.length - 1, budgetBytes) ?? textOf(0, []);
}

function partHead(
  report: PlanReport,
  options: MarkdownOptions,
  missing: { readonly impact: number; readonly changes: number },
) {
  const parts = present(
    missing.impact > 0 && count(missing.impact, 'high-risk effect'),
    missing.changes > 0 && count(missing.changes, 'high-risk change'),
  );
  const warning = `> [!CAUTION]\n> **This comment does not show the whole plan. It has no room for ${parts.join(' and ')}. Do not approve the plan based on this comment.** ${elsewhere}`;
  const [marker = '', heading = '', ...rest] = headText(report, options).split('\n');
  return [marker, warning, '', heading, ...rest].join('\n');
}

/** GitHub rejects comments over 65,536 characters. The rest is for the marker and a link to the plan. */
const maxOfComment = 64_600;
/** Limit for the rehearsal, because the plan is more important. */
const maxOfRehearsal = 20_000;

export function reviewComment(
  plan: PlanView,
  options: MarkdownOptions,
  rehearsal: Rehearsal | undefined,
  mostBytes = maxOfComment,
): PlanComment {
  const rehearsed = rehearsal === undefined ? '' : wholeLines(rehearsalMarkdown(rehearsal));
  const budgetBytes = mostBytes - byteLength(rehearsed);
  const { text, isWhole } = planComment(plan, { budgetBytes, ...options });
  return { text: text + rehearsed, isWhole };
}

/** The cells of a plan in a table of plans: changes, deletes, high-risk changes, blocked and digest. */
export function planCells(plan: PlanView, digest: string | undefined): readonly string[] {
  const { counts, meaning, blocked } = reportOf(plan);
  const changes = counts.map(({ number, word }) => `${number} ${word}`).join(', ') || 'none';
  const deletes = plan.changes.filter(({ action }) => action === 'delete' || action === 'replace').length;
  const limits = present(plan.part && 'partial', plan.unknown.length > 0 && 'incomplete').join(', ');
  return [
    limits === '' ? changes : `${changes} (${limits})`,
    ...[deletes, meaning.highRisk.length].map((number) => (number === 0 ? '0' : `**${number}**`)),
    blocked === undefined ? 'no' : '**yes**',
    inlineCode(digest ?? '(unknown)'),
  ];
}

/** The comment in the first of these sizes that has room for every high-risk change. Undefined: none has. */
export function sectionWithin(
  plan: PlanView,
  options: MarkdownOptions,
  rehearsal: Rehearsal | undefined,
  mostBytes: number,
): string | undefined {
  for (const most of [...sectionSizes.filter((size) => size < mostBytes), mostBytes]) {
    const { text, isWhole } = reviewComment(plan, { ...options, foldsRest: true }, rehearsal, most);
    if (isWhole && byteLength(text) <= mostBytes) return text;
  }
  return undefined;
}

/** Several configurations share a comment, so none takes more room than it needs. */
const sectionSizes = [12_000, 24_000, 48_000];

function wholeLines(text: string) {
  const lines = text.split('\n');
  let bytes = 0;
  const fitting = lines.findIndex((line) => {
    bytes += byteLength(line) + 1;
    return bytes > maxOfRehearsal;
  });
  return fitting === -1
    ? text
    : `${lines.slice(0, fitting).join('\n')}\n\nand ${count(lines.length - fitting, 'more line')}.\n`;
}
