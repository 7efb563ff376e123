/** A plan as a pull-request comment within the size limit. It lists all high-risk changes, or warns not to approve the plan by this comment. */
import { withoutMissing } from '../../core/defined.ts';
import { cacheFirstResult } from '../../core/once.ts';
import type { PlanView } from '../../plan/result/change.ts';
import {
  type Block,
  type BlockOf,
  code,
  type List,
  line,
  literal,
  message,
  paragraph,
  strong,
} from '../blocks/block.ts';
import { byteLength, longestText, type Stage } from '../blocks/fit.ts';
import { blocksMarkdown, markdownOf } from '../blocks/markdown.ts';
import { effectBox, type ImpactForm, otherCounts, otherEffects } from '../parts/effect-blocks.ts';
import { type Meaning, meaningOf } from '../parts/meaning.ts';
import { foldedNavigation } from '../parts/navigation.ts';
import { type Origin, originLine, planMarker } from '../parts/origin.ts';
import { type Rehearsal, rehearsalMarkdown } from '../parts/rehearsal.ts';
import { trafficList } from '../parts/traffic.ts';
import { foldedTables } from '../parts/url-tables.ts';
import { organizationLine } from '../wording/organization.ts';
import { count, type SummaryFacts } from '../wording/words.ts';
import { type Ids, type OthersPart, othersOf, packedItems, placeItems } from './markdown-changes.ts';
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
  const text = longestText(stages, budgetBytes);
  if (text !== undefined) return { text, isWhole: true };
  return { text: partOf(report, options, budgetBytes), isWhole: false };
}

type Parts = ReturnType<typeof partsOf>;

/** Parts that candidates of several lengths share. They are built cacheFirstResult, because they grow with the plan. */
function partsOf(report: PlanReport, options: MarkdownOptions) {
  const { highRisk, others } = report.parted();
  const all = othersOf(others, highRisk.length > 0);
  const rest = [...report.rest({ atMost: 3, isComment: true }), ...report.losses()];
  const packedWith = (ids: Ids) =>
    cacheFirstResult(() => [packedItems(highRisk, { ids, meant: report.meant, explains: report.explains })]);
  return {
    head: headOf(report, options),
    foldsRest: options.foldsRest === true,
    numberHighRisk: highRisk.length,
    places: cacheFirstResult(() => placeItems(highRisk, report.explains)),
    packed: { all: packedWith('all'), things: packedWith('things'), none: packedWith('none') },
    others: all,
    details: cacheFirstResult(() => all.partOf(all.groups, 0).sections),
    notable: report.meaning.notable,
    info: report.meaning.info,
    rest,
    numberRest: rest.flatMap(({ items }) => items).length,
  };
}

/** The whole plan with the navigation of the first sites. Navigation repeats changes, so it is omitted first. */
function wholeText(report: PlanReport, parts: Parts, drawn: number) {
  const { meaning, sites } = report;
  const { notable, info } = meaningOf(meaning.notRows);
  const tables = foldedTables(meaning.rows);
  return commentText(report, parts, {
    form: { impact: 'whole' },
    cuts: drawn < sites.length ? [undrawnText(report, drawn)] : undefined,
    effects: [...effectBox('notable', notable, 'whole'), ...tables.open],
    rest: [
      ...otherEffects(info, 'whole'),
      ...tables.folded,
      ...sites.slice(0, drawn).map(foldedNavigation),
      ...parts.details(),
      ...parts.rest,
    ],
  });
}

interface Content {
  readonly form: Form;
  /** What the comment does not show. Missing: it shows everything. */
  readonly cuts: readonly string[] | undefined;
  readonly effects: readonly Block[];
  readonly rest: readonly Block[];
}

function commentText({ guards, meaning }: PlanReport, parts: Parts, { form, cuts, effects, rest }: Content) {
  return blocksMarkdown([
    ...parts.head,
    { is: 'guards', guards: [...guards.ofExpectations, ...guards.ofRules] },
    ...effectBox('high-risk', meaning.highRisk, form.impact),
    ...(cuts === undefined ? [] : [cutNote(cuts)]),
    { is: 'guards', guards: guards.own },
    ...inOrder(parts, highRiskBlocks(parts, form), effects, rest),
  ]);
}

/** Lines that a section of a shared comment shows without folding. */
const maxOpenLines = 15;

/** Changes to review come between the effects and the rest. In a shared comment, they come first, and a long rest is folded. */
function inOrder(
  { foldsRest }: Parts,
  reviewed: readonly Block[],
  effects: readonly Block[],
  rest: readonly Block[],
): readonly Block[] {
  if (!foldsRest) return [...effects, ...reviewed, ...rest];
  const blocks = [...effects, ...rest];
  const isLong = blocksMarkdown(blocks).trim().split('\n').length > maxOpenLines;
  const folded: Block = { is: 'fold', summary: 'Other effects, changes and notes', blocks };
  return [...reviewed, ...(isLong ? [folded] : blocks)];
}

/** At this step everything has a name; at twice this step everything has details. */
function stepsOf({ others, notable, info, numberRest }: Parts) {
  return Math.max(others.number, notable.length, info.length, numberRest);
}

/** All high-risk changes, and the same number of entries of every other list. */
function fittedText(report: PlanReport, parts: Parts, form: Form, step: number) {
  const steps = stepsOf(parts);
  const [named, detailed] = [Math.min(step, steps), Math.max(0, step - steps)];
  const others = parts.others.partOf(detailed, named);
  const unlisted = Math.max(0, parts.numberRest - named);
  return commentText(report, parts, {
    form,
    cuts: [...highRiskCuts(form, report.meaning), othersCut(others), undrawnText(report)],
    effects: effectBox('notable', parts.notable.slice(0, named), 'packed'),
    rest: [
      ...otherEffects(parts.info.slice(0, detailed), 'packed'),
      ...otherCounts({ notable: parts.notable.slice(named), info: parts.info.slice(detailed) }),
      ...others.sections,
      ...firstOf(parts.rest, named),
      paragraph(literal(unlisted === 0 ? '' : `Also not listed: ${count(unlisted, 'note')}.`)),
    ],
  });
}

function headOf(report: PlanReport, options: MarkdownOptions): readonly Block[] {
  const { plan, name, partial, blocked, highRisk, traffic, summary } = report;
  const results = withoutMissing(blocked, highRisk, summary(options));
  return [
    { is: 'marker', text: planMarker },
    { is: 'title', title: line`docform ${literal(name.toLowerCase())} for ${organizationLine(plan)}` },
    ...partBox(partial),
    paragraph(originLine(options.origin ?? {})),
    ...results.map((text) => paragraph(strong(literal(text)))),
    trafficList(traffic),
    paragraph(options.digest === undefined ? [] : line`Plan digest: ${code(options.digest)}`),
  ];
}

function partBox(partial: PlanReport['partial']): readonly Block[] {
  if (partial === undefined) return [];
  const [is, rest] = partial;
  return [{ is: 'box', tone: 'notable', blocks: [paragraph(line`${strong(line`${is}`)} ${rest}`)] }];
}

function cutNote(missing: readonly string[]): BlockOf<'paragraph'> {
  const text = withoutMissing('This comment does not show the whole plan.', ...missing, elsewhere).join(' ');
  return { ...paragraph(message(text)), isAside: true };
}

function undrawnText({ sites }: PlanReport, drawn = 0) {
  return drawn === sites.length ? '' : `The navigation of ${count(sites.length - drawn, 'site')} is not shown.`;
}

function highRiskCuts({ impact, ids = 'all' }: Form, { highRisk }: Meaning) {
  return withoutMissing(
    'Every high-risk change is listed.',
    impact === 'terse' &&
      highRisk.length > 0 &&
      'Effects are grouped, and details that differ within a group are left out.',
    ids !== 'all' && `The ids of ${ids === 'none' ? 'deleted and replaced objects' : 'people'} are left out.`,
  );
}

function othersCut({ detailed, named, counted }: OthersPart) {
  const numbers = withoutMissing(
    `${detailed} with details`,
    `${named} by name`,
    counted > 0 && `${counted} only as a number`,
  ).join(', ');
  return named + counted === 0 ? '' : `Of ${count(detailed + named + counted, 'other change')}: ${numbers}.`;
}

/** The head counts effects, and this list counts changes. */
const reviewedText =
  'A change is listed here if it has a high-risk effect, deletes or replaces an object, is blocked, or would be blocked without a rule in `policy.allow`.';

function highRiskBlocks({ numberHighRisk, places, packed }: Parts, { ids }: Form): readonly BlockOf<'changes'>[] {
  if (numberHighRisk === 0) return [];
  const heading = literal(`Changes to review (${numberHighRisk})`);
  const groups = ids === undefined ? places() : packed[ids]();
  return [{ is: 'changes', heading, about: message(reviewedText), groups }];
}

/** The first entries of all lists. */
function firstOf(lists: readonly List[], most: number): readonly List[] {
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
    const missing = { impact: opened.length - impact.length, changes: highRisk.length - changes.length };
    const [marker, ...head] = headOf(report, options);
    return blocksMarkdown([
      ...withoutMissing(marker),
      missingBox(missing),
      ...head,
      ...effectBox('high-risk', impact, 'terse'),
      { is: 'guards', guards },
      { is: 'changes', groups: [packedItems(changes, { ids: 'none', meant, explains })] },
    ]);
  };
  return longestText([[opened.length + highRisk.length - 1, textOf]], budgetBytes) ?? textOf(0, []);
}

function missingBox(missing: { readonly impact: number; readonly changes: number }): Block {
  const parts = withoutMissing(
    missing.impact > 0 && count(missing.impact, 'high-risk effect'),
    missing.changes > 0 && count(missing.changes, 'high-risk change'),
  );
  const warning = `This comment does not show the whole plan. It has no room for ${parts.join(' and ')}. Do not approve the plan based on this comment.`;
  const text = line`${strong(literal(warning))} ${message(elsewhere)}`;
  return { is: 'box', tone: 'high-risk', blocks: [paragraph(text)] };
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
export function planCells(plan: PlanView, digest = '(unknown)'): readonly string[] {
  const { counts, meaning, blocked } = reportOf(plan);
  const changes = counts.map(({ number, word }) => `${number} ${word}`).join(', ') || 'none';
  const deletes = plan.changes.filter(({ action }) => action === 'delete' || action === 'replace').length;
  const limits = withoutMissing(plan.part && 'partial', plan.unknown.length > 0 && 'incomplete').join(', ');
  return [
    literal(limits === '' ? changes : `${changes} (${limits})`),
    ...[deletes, meaning.highRisk.length].map((number) => (number === 0 ? line`0` : strong(line`${number}`))),
    blocked === undefined ? line`no` : strong(line`yes`),
    code(digest),
  ].map(markdownOf);
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
