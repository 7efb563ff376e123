/** A plan as Markdown for a pull-request comment: never over the place's limit; what is severe is told at any length, or the comment is none to approve by. */
import { once } from '../core/once.ts';
import { isStateOnly, openingFields, remoteChanges } from '../plan/change.ts';
import type { PlanView } from '../plan/plan-view.ts';
import { type Meaning, meaningOf } from './impact.ts';
import { addressTables, boxMarkdown, type ImpactForm, infoMarkdown, otherCounts } from './impact-markdown.ts';
import { blockedMarkdown, type Ids, packedMarkdown, placesMarkdown } from './markdown-changes.ts';
import { navigationMarkdown } from './navigation/markdown.ts';
import { type Origin, originMarkdown } from './origin.ts';
import { type PlanReport, reportOf } from './plan-report.ts';
import { type Rehearsal, rehearsalMarkdown } from './rehearsal.ts';
import { escapeMarkdown, inlineCode } from './sanitize.ts';
import type { Told } from './told.ts';
import { count, countedOf } from './words.ts';

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
  const report = reportOf(plan);
  const parts = partsOf(report, options);
  for (const detail of details) {
    // It stands in every document, and may be too long by itself.
    if (byteLength(severeText(parts, detail)) > budgetBytes) continue;
    const text = document(report, detail, parts);
    if (byteLength(text) <= budgetBytes) return { text, isWhole: true };
  }
  return { text: partOf(report, options, budgetBytes), isWhole: false };
}

type Parts = ReturnType<typeof partsOf>;

/** What stands in documents of several lengths, each written once: it grows with the plan, and the first ones may be too long. */
function partsOf(report: PlanReport, options: MarkdownOptions) {
  const { severe, others: rest } = report.parted();
  const packedWith = (ids: Ids) => once(() => packedMarkdown(severe, { ids, meant: report.meant }));
  return {
    head: once(() => headText(report, options)),
    isSevere: severe.length > 0,
    places: once(() => placesMarkdown(severe, false)),
    packed: { all: packedWith('all'), things: packedWith('things'), none: packedWith('none') },
    rest,
    others: once(() => otherText(rest, false)),
  };
}

function document(report: PlanReport, detail: Detail, parts: Parts): string {
  const { guards, meaning } = report;
  const isListed = detail.others !== 'counted';
  const { open, folded } = isListed ? meaningTexts(meaning, detail.impact) : { open: [otherCounts(meaning)], folded: [] };
  return joined([
    parts.head(),
    guardsText(guards.ofRules),
    boxMarkdown('severe', meaning.severe, detail.impact),
    cutText(detail, report),
    guardsText(guards.own),
    ...open,
    severeText(parts, detail),
    ...folded,
    detail.others === 'whole' ? navigationMarkdown(report.sites) : '',
    othersText(parts, detail),
    isListed ? restText(report) : restCounts(report),
  ]);
}

/** What people notice beside the severe: addresses stand in tables, where there is room for them; what is folded comes after what is severe. */
function meaningTexts(
  { notable, info, rows, notRows }: Meaning,
  form: ImpactForm,
): { readonly open: readonly string[]; readonly folded: readonly string[] } {
  if (form !== 'whole') return { open: [boxMarkdown('notable', notable, form)], folded: [infoMarkdown(info, form)] };
  const rest = meaningOf(notRows);
  const tables = addressTables(rows);
  return { open: [boxMarkdown('notable', rest.notable, form), ...tables.open], folded: [infoMarkdown(rest.info, form), ...tables.folded] };
}

function headText({ plan, name, partial, blocked, severe, summary }: PlanReport, options: MarkdownOptions): string {
  const lines = [blocked, severe, summary(options.requests)].filter((line) => line !== undefined);
  return joined([
    `${planMarker}\n### docform ${name.toLowerCase()} for ${inlineCode(plan.organization)}`,
    partText(partial),
    originMarkdown(options.origin ?? {}),
    lines.map((line) => `**${line}**`).join('\n\n'),
    options.digest === undefined ? '' : `Digest: ${inlineCode(options.digest)}`,
  ]);
}

/** First of all that it is partial. */
function partText(partial: PlanReport['partial']): string {
  if (partial === undefined) return '';
  const [is, rest] = partial.map(escapeMarkdown);
  return `> [!WARNING]\n> **${is}** ${rest}`;
}

/** What is left out, and where it is. */
function cutText({ others, impact, ids = 'all' }: Detail, { sites, meaning }: PlanReport): string {
  if (others === 'whole') return '';
  const undrawn = sites.length === 0 ? '' : ` The navigation of ${count(sites.length, 'site')} is not drawn.`;
  if (others === 'undrawn') return `_Not all of the plan has room here.${undrawn} For that: ${elsewhere}._`;
  const isShared = impact === 'terse' && meaning.severe.length > 0;
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

function severeText({ isSevere, places, packed }: Parts, { ids }: Detail): string {
  return isSevere ? `#### ${severeHeading}\n${ids === undefined ? places() : packed[ids]()}` : '';
}

function othersText({ rest, others: whole }: Parts, { others }: Detail): string {
  if (others === 'counted') return countText(rest);
  return others === 'short' ? otherText(rest, true) : whole();
}

/** All that is not severe, place by place, and what only goes into the ledger. */
function otherText(changes: readonly Told[], isShort: boolean): string {
  const [books, remote] = [changes.filter(({ action }) => isStateOnly(action)), remoteChanges({ changes })];
  return joined([
    folded('Created, updated, moved', remote.length, placesMarkdown(remote, isShort)),
    folded('Ledger only', books.length, placesMarkdown(books, true)),
  ]);
}

function countText(changes: readonly Told[]): string {
  const parts = countedOf(changes).map(({ action, number }) => `${number} ${action}`);
  return parts.length === 0 ? '' : `Not listed: ${parts.join(', ')}.`;
}

/** Up to so many of them stand open. */
const mostOpen = 15;

function folded(heading: string, number: number, text: string): string {
  return number === 0
    ? ''
    : `<details${number > mostOpen ? '' : ' open'}><summary>${heading} (${number})</summary>\n\n${text}\n\n</details>`;
}

/** Names of what nobody declares stay out of comments: they may be of people. */
function restText({ rest }: PlanReport): string {
  const lines = rest(3).map(({ of, items }) =>
    items.map(([address, text, number, mark]) => {
      const [at, says] = [inlineCode(address), escapeMarkdown(text)];
      if (of === 'unmanaged') return `- ${number} unmanaged in ${at}`;
      return of === 'unknown'
        ? `- ? ${at} could not be read whole: ${says}`
        : `- ${mark === undefined ? '' : '! '}${of === 'notes' ? 'note' : of}: ${at}: ${says}`;
    }),
  );
  return joined(lines.map((each) => each.join('\n')));
}

function restCounts({ plan: { unknown, pending, notes } }: PlanReport): string {
  const risky = pending.filter(({ fields }) => openingFields({ fields }).length > 0).length;
  const parts = [
    ...(unknown.length > 0 ? [count(unknown.length, 'unreadable list')] : []),
    ...(pending.length > 0 ? [`${pending.length} pending${risky === 0 ? '' : ` (${risky} high-risk)`}`] : []),
    ...(notes.length > 0 ? [count(notes.length, 'note')] : []),
  ];
  return parts.length === 0 ? '' : `Also: ${parts.join(', ')}.`;
}

/** Where not even that fits: the guards, as many as do of the rest, and first of all that this is nothing to approve by. */
function partOf(report: PlanReport, options: MarkdownOptions, budgetBytes: number): string {
  const { plan, meant } = report;
  const opened = report.meaning.severe;
  const { severe } = report.parted();
  const all = opened.length + severe.length;
  let shown = Math.floor(all * 0.9);
  while (shown > 0) {
    // What it means comes before the changes that it follows from.
    const [impact, changes] = [opened.slice(0, shown), severe.slice(0, Math.max(0, shown - opened.length))];
    const missing = { impact: opened.length - impact.length, changes: severe.length - changes.length };
    const text = joined([
      partHead(report, options, missing),
      boxMarkdown('severe', impact, 'terse'),
      guardsText(plan.guards),
      packedMarkdown(changes, { ids: 'none', meant }),
    ]);
    const bytes = byteLength(text);
    if (bytes <= budgetBytes) return text;
    // As much fewer as it is too long: tens of thousands need no more tries than hundreds.
    shown = Math.floor(shown * Math.min(0.9, budgetBytes / bytes));
  }
  const head = partHead(report, options, { impact: opened.length, changes: severe.length });
  const guarded = joined([head, guardsText(plan.guards)]);
  return byteLength(guarded) <= budgetBytes ? guarded : head;
}

function partHead(report: PlanReport, options: MarkdownOptions, missing: { readonly impact: number; readonly changes: number }): string {
  const parts = [
    ...(missing.impact > 0 ? [count(missing.impact, 'severe consequence')] : []),
    ...(missing.changes > 0 ? [count(missing.changes, 'severe change')] : []),
  ];
  const warning = `> [!CAUTION]\n> **This is not the whole plan: ${parts.join(' and ')} could not be told here. Do not approve the plan by it;** ${elsewhere}.`;
  const [marker = '', heading = '', ...rest] = headText(report, options).split('\n');
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
