/** A plan as Markdown for a pull-request comment: never over the place's limit; what is severe is told at any length, or the comment is none to approve by. */
import type { Address } from '../core/address.ts';
import { isStateOnly } from '../plan/change.ts';
import type { PlanView } from '../plan/plan-view.ts';
import { partedGuards } from '../plan/policy.ts';
import {
  addressTables,
  type ImpactForm,
  infoMarkdown,
  isInTable,
  notableMarkdown,
  otherCounts,
  severeMarkdown,
} from './impact-markdown.ts';
import {
  blockedMarkdown,
  type Ids,
  meantBy,
  type PackingOptions,
  packedMarkdown,
  placesMarkdown,
  severeAndOthers,
} from './markdown-changes.ts';
import { navigationMarkdown } from './navigation/markdown.ts';
import { toldSites } from './navigation/rows.ts';
import { type Origin, originMarkdown } from './origin.ts';
import { type Rehearsal, rehearsalMarkdown } from './rehearsal.ts';
import { escapeMarkdown, inlineCode } from './sanitize.ts';
import { type Told, toldOf, withNewNames } from './told.ts';
import { blockedLine, count, countsOf, partTexts, severeLine, summaryLine } from './words.ts';

export interface MarkdownOptions {
  readonly requests?: number;
  readonly digest?: string;
  /** What was planned, and where that happened. */
  readonly origin?: Origin;
  /** GitHub refuses comments over 65,536 characters. */
  readonly budgetBytes?: number;
}

export interface PlanComment {
  readonly text: string;
  /** False: something severe did not fit, so nobody may approve the plan by this text. */
  readonly isWhole: boolean;
}

/** How much of a plan is told. */
interface Detail {
  /** Of what is not severe. */
  readonly others: 'whole' | 'undrawn' | 'short' | 'counted';
  readonly impact: ImpactForm;
  /** Of severe changes that are told together where the same is to be said; missing: they are told place by place. */
  readonly ids?: Ids;
}

/** Everything; without what is told twice (navigation); what is not severe without its details; that counted; and what is severe in ever less room. */
const details: readonly Detail[] = [
  { others: 'whole', impact: 'whole' },
  { others: 'undrawn', impact: 'whole' },
  { others: 'short', impact: 'packed' },
  { others: 'counted', impact: 'packed' },
  { others: 'counted', impact: 'packed', ids: 'all' },
  { others: 'counted', impact: 'terse', ids: 'all' },
  { others: 'counted', impact: 'terse', ids: 'things' },
  { others: 'counted', impact: 'terse', ids: 'none' },
];

/** Stands first, so that a later run finds its own comment. */
export const planMarker = '<!-- docform:plan -->';

/** What of a comment is true of every pipeline: each prints the plan as text. */
const elsewhere = 'the log of the job that planned it tells all of it, and so does `docform plan`';

export function planMarkdown(plan: PlanView, options: MarkdownOptions = {}): string {
  return planComment(plan, options).text;
}

export function planComment(plan: PlanView, options: MarkdownOptions = {}): PlanComment {
  const budgetBytes = options.budgetBytes ?? 65_000;
  const view = viewOf(plan);
  for (const detail of details) {
    const text = document(view, detail, options);
    if (byteLength(text) <= budgetBytes) return { text, isWhole: true };
  }
  return { text: partOf(view, options, budgetBytes), isWhole: false };
}

/** What is told of a plan at every length, found once. */
interface View {
  readonly plan: PlanView;
  /** What severe consequences are about. */
  readonly meant: ReadonlySet<Address>;
  readonly severe: readonly Told[];
  readonly other: readonly Told[];
}

function viewOf(plan: PlanView): View {
  const meant = meantBy(plan);
  const [severe, other] = severeAndOthers(toldOf(withNewNames(plan.changes)), meant);
  return { plan, meant, severe, other };
}

function document({ plan, meant, severe, other }: View, detail: Detail, options: MarkdownOptions): string {
  const isListed = detail.others !== 'counted';
  const { open, folded } = isListed ? meaningTexts(plan, detail.impact) : { open: [otherCounts(plan.impact)], folded: [] };
  const { ofRules, own } = partedGuards(plan.guards);
  return joined([
    headText(plan, options),
    guardsText(ofRules),
    severeMarkdown(plan.impact, detail.impact),
    cutText(detail, plan),
    guardsText(own),
    ...open,
    severeText(severe, meant, detail),
    ...folded,
    detail.others === 'whole' ? navigationMarkdown(plan.navigation) : '',
    isListed ? otherText(other, detail.others === 'short') : countText(other),
    isListed ? restText(plan) : restCounts(plan),
  ]);
}

/** What people notice beside the severe: addresses stand in tables, where there is room for them; what is folded comes after what is severe. */
function meaningTexts({ impact }: PlanView, form: ImpactForm): { readonly open: readonly string[]; readonly folded: readonly string[] } {
  if (form !== 'whole') return { open: [notableMarkdown(impact, form)], folded: [infoMarkdown(impact, form)] };
  const rest = impact.filter((each) => !isInTable(each));
  const tables = addressTables(impact);
  return { open: [notableMarkdown(rest, form), ...tables.open], folded: [infoMarkdown(rest, form), ...tables.folded] };
}

function headText(plan: PlanView, options: MarkdownOptions): string {
  const lines = [blockedLine(plan), severeLine(plan), summaryLine(plan, options.requests)].filter((line) => line !== undefined);
  return joined([
    `${planMarker}\n### docform ${plan.part === undefined ? 'plan' : 'partial plan'} for ${inlineCode(plan.organization)}`,
    partText(plan),
    originMarkdown(options.origin ?? {}),
    lines.map((line) => `**${line}**`).join('\n\n'),
    options.digest === undefined ? '' : `Digest: ${inlineCode(options.digest)}`,
  ]);
}

/** First of all that it is partial. */
function partText({ part }: PlanView): string {
  if (part === undefined) return '';
  const [is, rest] = partTexts(part).map(escapeMarkdown);
  return `> [!WARNING]\n> **${is}** ${rest}`;
}

/** What is left out, and where it is. */
function cutText({ others, impact, ids = 'all' }: Detail, plan: PlanView): string {
  if (others === 'whole') return '';
  const sites = toldSites(plan.navigation).length;
  const undrawn = sites === 0 ? '' : ` The navigation of ${count(sites, 'site')} is not drawn.`;
  if (others === 'undrawn') return `_Not all of the plan has room here.${undrawn} For that: ${elsewhere}._`;
  const isShared = impact === 'terse' && plan.impact.some(({ severity }) => severity === 'severe');
  const missing = [
    ...(isShared ? [' Of severe consequences only what is the same for all that are told together is in it.'] : []),
    ...(ids === 'all' ? [] : [` The ids of ${ids === 'none' ? 'what is deleted or replaced' : 'people'} are not in it either.`]),
  ].join('');
  return `_Not all of the plan has room here: all that is severe is named, and the rest is shortened.${undrawn}${missing} For the whole plan: ${elsewhere}._`;
}

function guardsText(guards: PlanView['guards']): string {
  return guards.map((guard) => `- ! ${blockedMarkdown(guard)}`).join('\n');
}

const severeHeading = 'Severe, blocked, deleted or replaced';

function severeText(severe: readonly Told[], meant: PackingOptions['meant'], { ids }: Detail): string {
  if (severe.length === 0) return '';
  return `#### ${severeHeading}\n${ids === undefined ? placesMarkdown(severe, false) : packedMarkdown(severe, { ids, meant })}`;
}

/** All that is not severe, place by place, and what only goes into the ledger. */
function otherText(changes: readonly Told[], isShort: boolean): string {
  const [remote, books] = [changes.filter(({ action }) => !isStateOnly(action)), changes.filter(({ action }) => isStateOnly(action))];
  return joined([
    folded('Created, updated, moved', remote.length, placesMarkdown(remote, isShort)),
    folded('Ledger only', books.length, placesMarkdown(books, true)),
  ]);
}

function countText(changes: readonly Told[]): string {
  const parts = Object.entries(countsOf(changes)).filter(([, number]) => number > 0);
  return parts.length === 0 ? '' : `Not listed: ${parts.map(([action, number]) => `${number} ${action}`).join(', ')}.`;
}

/** Up to so many of them stand open. */
const mostOpen = 15;

function folded(heading: string, number: number, text: string): string {
  return number === 0
    ? ''
    : `<details${number > mostOpen ? '' : ' open'}><summary>${heading} (${number})</summary>\n\n${text}\n\n</details>`;
}

function restText(plan: PlanView): string {
  return joined([
    plan.unknown.map((item) => `- ? ${inlineCode(item.list)} could not be read whole: ${escapeMarkdown(item.reason)}`).join('\n'),
    plan.waiting.map((item) => `- waiting: ${inlineCode(item.address)}: ${escapeMarkdown(item.reason)}`).join('\n'),
    plan.notes.map((item) => `- note: ${inlineCode(item.address)}: ${escapeMarkdown(item.text)}`).join('\n'),
    plan.unmanaged.map((item) => `- ${item.objects.length} unmanaged in ${inlineCode(item.list)}`).join('\n'),
  ]);
}

function restCounts(plan: PlanView): string {
  const parts = [
    plan.unknown.length > 0 ? count(plan.unknown.length, 'unreadable list') : '',
    plan.waiting.length > 0 ? `${plan.waiting.length} waiting` : '',
    plan.notes.length > 0 ? count(plan.notes.length, 'note') : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `Also: ${parts.join(', ')}.`;
}

/** Where not even that fits: the guards, as many as do of the rest, and first of all that this is nothing to approve by. */
function partOf({ plan, meant, severe }: View, options: MarkdownOptions, budgetBytes: number): string {
  const opened = plan.impact.filter(({ severity }) => severity === 'severe');
  const all = opened.length + severe.length;
  let shown = Math.floor(all * 0.9);
  while (shown > 0) {
    // What it means comes before the changes that it follows from.
    const [impact, changes] = [opened.slice(0, shown), severe.slice(0, Math.max(0, shown - opened.length))];
    const missing = { impact: opened.length - impact.length, changes: severe.length - changes.length };
    const text = joined([
      partHead(plan, options, missing),
      severeMarkdown(impact, 'terse'),
      guardsText(plan.guards),
      packedMarkdown(changes, { ids: 'none', meant }),
    ]);
    const bytes = byteLength(text);
    if (bytes <= budgetBytes) return text;
    // As much fewer as it is too long: tens of thousands need no more tries than hundreds.
    shown = Math.floor(shown * Math.min(0.9, budgetBytes / bytes));
  }
  const head = partHead(plan, options, { impact: opened.length, changes: severe.length });
  const guarded = joined([head, guardsText(plan.guards)]);
  return byteLength(guarded) <= budgetBytes ? guarded : head;
}

function partHead(plan: PlanView, options: MarkdownOptions, missing: { readonly impact: number; readonly changes: number }): string {
  const parts = [
    ...(missing.impact > 0 ? [count(missing.impact, 'severe consequence')] : []),
    ...(missing.changes > 0 ? [count(missing.changes, 'severe change')] : []),
  ];
  const warning = `> [!CAUTION]\n> **This is not the whole plan: ${parts.join(' and ')} could not be told here. Do not approve the plan by it;** ${elsewhere}.`;
  const [marker = '', heading = '', ...rest] = headText(plan, options).split('\n');
  return [marker, warning, '', heading, ...rest].join('\n');
}

function joined(parts: readonly string[]): string {
  return `${parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** GitHub refuses comments over 65,536 characters; below that, the mark that a comment is found by has room, and a link to the whole plan. */
const mostOfComment = 64_600;
/** What a rehearsal may take of it; the plan comes first. */
const mostOfRehearsal = 20_000;

export function reviewComment(
  plan: PlanView,
  options: MarkdownOptions,
  rehearsal: Rehearsal | undefined,
  mostBytes = mostOfComment,
): PlanComment {
  const rehearsed = rehearsal === undefined ? '' : wholeLines(rehearsalMarkdown(rehearsal));
  const budgetBytes = mostBytes - new TextEncoder().encode(rehearsed).length;
  const { text, isWhole } = planComment(plan, { budgetBytes, ...options });
  return { text: text + rehearsed, isWhole };
}

/** Whole lines only, as many as fit. */
function wholeLines(text: string): string {
  const lines = text.split('\n');
  let bytes = 0;
  const fitting = lines.findIndex((line) => {
    bytes += new TextEncoder().encode(line).length + 1;
    return bytes > mostOfRehearsal;
  });
  return fitting === -1 ? text : `${lines.slice(0, fitting).join('\n')}\n\nand ${count(lines.length - fitting, 'more line')}.\n`;
}
