/** Drift as text, as a JSON document, and as an issue within the size limit. All formats print the same content in the same order. */

import { keyIn } from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import { formOf } from '../../core/count.ts';
import { present } from '../../core/defined.ts';
import type { ExpectationFinding } from '../../core/expectation-finding.ts';
import type { Impact } from '../../core/impact.ts';
import type { DriftClass } from '../../core/state.ts';
import { highRiskFields } from '../../plan/result/severity.ts';
import {
  type Drift,
  type DriftEntry,
  type FieldDrift,
  type FieldGroup,
  groupChanges,
} from '../../review/drift/entry.ts';
import { expectationLists, expectationSummary } from '../parts/expectations.ts';
import { impactText } from '../parts/impact.ts';
import { boxMarkdown, infoMarkdown, otherCounts } from '../parts/impact-markdown.ts';
import {
  code,
  type FieldLine,
  itemMarkdown,
  itemText,
  line,
  listMarkdown,
  listText,
  message,
  pairLine,
  type ReportItem,
  type ReportList,
} from '../parts/lines.ts';
import { highRiskLine, highRiskReasons, legendText, type Meaning, meaningOf } from '../parts/meaning.ts';
import { packed } from '../parts/packed.ts';
import { byteLength, longestThatFits } from '../wording/fit.ts';
import {
  countsText,
  escapeMarkdown,
  foldedMarkdown,
  inlineCode,
  oneLine,
  paragraphs,
  withoutCommands,
  wrappedLines,
} from '../wording/sanitize.ts';
import { scopeText } from '../wording/scope-words.ts';
import { someNames } from '../wording/some-names.ts';
import { unknownText } from '../wording/unknown-words.ts';
import { notReturned, valuePair, valueTexts } from '../wording/values.ts';
import { count, moveWords, organizationMarkdown, organizationText, type Painter, plain } from '../wording/words.ts';

const classes = {
  missing: { symbol: '-', role: 'delete', heading: 'Missing from the platform', word: 'missing', sign: 'missing' },
  changed: { symbol: '~', role: 'update', heading: 'Changed', word: 'changed', sign: 'changed' },
  misordered: { symbol: '>', role: 'move', heading: 'Order changed in', word: 'reordered', sign: 'reordered' },
  unmanaged: { symbol: '+', role: 'create', heading: 'Not managed', word: 'not managed', sign: 'unmanaged' },
} as const satisfies { readonly [C in DriftClass]: object };

const driftClasses = Object.keys(classes) as readonly DriftClass[];

export function driftSymbol({ class: of }: Pick<DriftEntry, 'class'>): string {
  return classes[of].symbol;
}

export function driftCounts({ entries, ignored }: Pick<Drift, 'entries' | 'ignored'>) {
  const counts = { changed: 0, missing: 0, misordered: 0, unmanaged: 0, ignored: ignored.length };
  for (const entry of entries) counts[entry.class] += 1;
  return counts;
}

/** `1 missing, 12 changed` */
function entriesText(entries: readonly DriftEntry[]): string {
  const counts = driftCounts({ entries, ignored: [] });
  return countsText(driftClasses.map((of) => [classes[of].word, counts[of]]));
}

type DriftReport = ReturnType<typeof driftReportOf>;

function driftReportOf(drift: Drift, impact: readonly Impact[], expectations: readonly ExpectationFinding[] = []) {
  const meaning = meaningOf(impact);
  const reasons = highRiskReasons(meaning);
  const { groups, entries } = groupChanges(drift.entries);
  const own = groupBy(entries, ({ class: of }) => of);
  const counts = driftCounts(drift);
  return {
    drift,
    meaning,
    /** Missing: nothing is high-risk. */
    highRisk: highRiskLine(meaning),
    summary: [summaryOf(drift), ...present(expectationSummary(expectations))].join(' '),
    /** Missing expectations: there are none, or all are met. */
    expectations: expectationLists(expectations).filter(({ items }) => items.length > 0),
    legend: legendText(
      driftClasses.filter((of) => counts[of] > 0).map((of) => `${classes[of].symbol} ${classes[of].sign}`),
      meaning,
      expectations.some(({ status }) => status === 'violated') ||
        entries.some((entry) => highRiskFields(entry).length > 0),
    ),
    /** Empty: the report covers everything. */
    partial: drift.part === undefined ? '' : `This report is partial: it covers ${scopeText(drift.part)}.`,
    /** `isShort`: only high-risk entries, which no format omits. */
    sections: (atMost: number, isShort = false) =>
      driftClasses
        .map((of) => ({
          heading: `${classes[of].heading} ${of === 'misordered' ? count(counts[of], 'list') : `(${counts[of]})`}`,
          items: [
            ...(of === 'changed' ? groups : [])
              .filter(({ highRisk }) => !isShort || highRisk !== undefined)
              .map((group) => groupItem(group, reasons, atMost)),
            ...(own.get(of) ?? [])
              .filter((entry) => !isShort || isHighRisk(entry))
              .map((entry) => entryItem(entry, reasons)),
          ],
        }))
        .filter(({ items }) => items.length > 0),
    lists: listsOf(drift).filter(({ items }) => items.length > 0),
  };
}

/** `Drift: 1 missing, 2 changed. 3 ignored.`, or `No drift.` */
function summaryOf({ entries, ignored, unknown, part }: Drift) {
  const rest = ignored.length === 0 ? '' : ` ${ignored.length} ignored.`;
  if (entries.length > 0) return `Drift: ${entriesText(entries)}.${rest}`;
  const where = unknown.length > 0 ? ' in the lists that could be read' : part === undefined ? '' : ' in the scope';
  return `No drift${where}.${rest}`;
}

/** Missing objects and changes that widen access. */
function isHighRisk(entry: DriftEntry): boolean {
  return entry.class === 'missing' || highRiskFields(entry).length > 0;
}

type Reasons = ReturnType<typeof highRiskReasons>;

function entryItem(entry: DriftEntry, reasons: Reasons): ReportItem {
  const { class: of, address, id, name, within, fields = [], order, note: more } = entry;
  const named = of === 'unmanaged' && name !== undefined ? line` ${code(valueTexts([name]).join(''))}` : [];
  const former = of === 'missing' && id !== undefined ? line` (${code(id)})` : [];
  const inside = within === undefined ? '' : `, with ${within} ${formOf(within, 'object', 'objects')} inside`;
  const opened = highRiskFields({ fields });
  const unexplained = opened.filter(({ highRisk }) => reasons.get(address)?.includes(highRisk) !== true);
  return {
    symbol: classes[of].symbol,
    role: classes[of].role,
    isHighRisk: reasons.has(address) || opened.length > 0,
    head: [...line`${code(address)}${named}${former}`, { as: 'literal', text: inside }],
    fields: fields.map((field): FieldLine => ({ name: field.field, value: changeLine(field), origin: '' })),
    lines: (order?.moved ?? []).map(
      ({ address: moved, relation, beside }) =>
        line`${code(lastPart(moved))} is now ${moveWords[relation]} ${code(lastPart(beside))}`,
    ),
    notes: [
      ...unexplained.map(({ field, highRisk }) => riskNote(`${highRisk} (field: ${field})`)),
      ...fields.flatMap(({ field, declaredBy }) =>
        declaredBy === undefined ? [] : [note(`${field} is declared by ${declaredBy}`)],
      ),
      ...present(more).map(note),
    ],
  };
}

function groupItem(group: FieldGroup, reasons: Reasons, atMost: number): ReportItem {
  const { kind, field, addresses, highRisk, declaredBy } = group;
  const isExplained = addresses.every((address) => highRisk && reasons.get(address)?.includes(highRisk));
  const isRisk = highRisk !== undefined || addresses.some((address) => reasons.has(address));
  return {
    symbol: classes.changed.symbol,
    role: classes.changed.role,
    isHighRisk: isRisk,
    head: line`${field} of ${addresses.length} × ${kind}: ${changeLine(group)}`,
    fields: [],
    lines: [code(someNames(addresses, atMost))],
    notes: [
      ...(isExplained ? [] : present(highRisk)).map(riskNote),
      ...present(declaredBy && `declared by ${declaredBy}`).map(note),
    ],
  };
}

function riskNote(text: string) {
  return { label: 'high-risk', text, role: 'bad' as const };
}

function note(text: string) {
  return { label: 'note', text };
}

function changeLine(field: FieldDrift) {
  const { before, after: stated } = valuePair({ before: field.before, after: field.after }, field);
  const after = field.isNotReturned ? notReturned : stated;
  if (field.before !== undefined) return pairLine({ before, after });
  return line`(unknown: the ledger only stores a fingerprint) → ${code(after)}`;
}

/** The address without the prefix that siblings share. */
function lastPart(address: string) {
  return address.split('/').slice(-2).join('/');
}

function listsOf({ unknown, ignored, expired, unused, notes }: Drift): readonly ReportList[] {
  return [
    {
      of: 'unknown',
      heading: 'Unknown (these lists could not be read completely; docform reports no drift in them)',
      items: unknown.map((each) => ({ line: line`${code(each.list)}: ${unknownText(each, 3, 'resource')}` })),
    },
    {
      of: 'ignored',
      heading: 'Ignored',
      items: ignored.map(({ class: of, address, reason, until, fields }) => {
        const names = fields === undefined ? '' : ` (${fields.map(({ field }) => field).join(', ')})`;
        const end = until === undefined ? '' : ` (until ${until})`;
        return { line: line`${`${address}: ${of}${names}: ${reason}${end}`}` };
      }),
    },
    {
      of: 'expired',
      heading: 'Expired ignore rules',
      items: expired.map(({ address, until, reason }) => ({ line: line`${code(address)} until ${until}: ${reason}` })),
    },
    {
      of: 'unused',
      heading: 'Unused ignore rules',
      items: unused.map(({ address, reason }) => ({ line: line`${code(address)}: ${reason}` })),
    },
    { of: 'notes', heading: 'Notes', items: notes.map((note) => ({ line: message(note) })) },
  ];
}

export interface DriftOptions {
  readonly digest: string;
  readonly impact: readonly Impact[];
  readonly expectations?: readonly ExpectationFinding[] | undefined;
}

interface DriftTextOptions extends DriftOptions {
  readonly columns?: number;
  readonly paint?: Painter;
  /** Also prints ignored drift, all addresses of groups, and unused rules. */
  readonly isVerbose?: boolean;
}

/** Deterministic: the same drift gives the same bytes. */
export function driftText(
  drift: Drift,
  { digest, impact, expectations, columns, paint = plain, isVerbose = false }: DriftTextOptions,
): string {
  const report = driftReportOf(drift, impact, expectations);
  const { meaning, sections, lists, highRisk, summary, legend, partial } = report;
  const shown = lists.filter(({ of }) => isVerbose || (of !== 'ignored' && of !== 'unused'));
  const parts = [
    ...report.expectations.map((list) => listText(list, paint)),
    impactText(meaning.all, { paint, columns, of: 'drift' }),
    ...sections(isVerbose ? Number.POSITIVE_INFINITY : 3).map(({ heading, items }) =>
      [heading, ...items.flatMap((item) => itemText(item, paint))].join('\n'),
    ),
    ...shown.map((list) => listText(list, paint)),
    present(
      highRisk && paint('bad', highRisk),
      drift.entries.length > 0 && paint('faint', `Drift digest: ${oneLine(digest)}`),
      paint('heading', summary),
    ).join('\n'),
  ];
  const head = [paint('heading', `Drift for organization ${organizationText(drift)}`), partial, legend];
  const text = `${present(...head).join('\n')}\n\n${present(...parts).join('\n\n')}\n`;
  return columns === undefined ? withoutCommands(text) : wrappedLines(text, columns);
}

/** The commands that follow from what was found: no apply changes unmanaged objects. Missing: no drift. */
export function driftNextText({ entries }: Pick<Drift, 'entries'>): string | undefined {
  const unmanaged = entries.filter((entry) => entry.class === 'unmanaged').length;
  if (entries.length === 0) return undefined;
  if (unmanaged === entries.length)
    return 'no apply changes unmanaged objects; to manage them, run `docform drift --write --unmanaged`, or delete them on the platform';
  const revert = 'to revert the drift, run `docform plan` and `docform apply`';
  const rest = unmanaged === 0 ? '' : ' (with --unmanaged for unmanaged objects, which no apply changes)';
  return `${revert}; to accept the drift, run \`docform drift --write\`${rest}`;
}

interface DriftMarkdownOptions extends DriftOptions {
  /** GitHub rejects issues and comments over 65,536 characters. */
  readonly budgetBytes?: number;
}

const elsewhere = 'For all drift, run `docform drift`.';

/** The last line of an issue. A later run finds the issue by this line and compares the digest. */
function driftMarker(digest: string) {
  return `<!-- docform-drift digest=${digest.replace(/[^\w:]/g, '')} -->`;
}

export function driftMarkdown(
  drift: Drift,
  { digest, impact, expectations, budgetBytes = 65_000 }: DriftMarkdownOptions,
): string {
  const report = driftReportOf(drift, impact, expectations);
  const expected = expectedMarkdown(report, budgetBytes);
  const framed = (parts: readonly string[]) =>
    paragraphs([headText(report), ...expected, ...parts, `Drift digest: ${inlineCode(digest)}`, driftMarker(digest)]);
  const whole = framed(wholeParts(report));
  if (byteLength(whole) <= budgetBytes) return whole;
  const [highRisk, others] = [drift.entries.filter(isHighRisk), drift.entries.filter((entry) => !isHighRisk(entry))];
  for (const listed of [
    sectionsText(report, true),
    driftClasses.map((of) => denseText(highRisk.filter((entry) => entry.class === of))),
  ]) {
    const textOf = (named: number) => framed(shortParts(report, listed, others, named));
    const text = longestThatFits(textOf, others.length, budgetBytes);
    if (text !== undefined) return text;
  }
  const unread = drift.unknown.length;
  const textOf = (shown: number) =>
    framed([
      highRiskRest(report.meaning, budgetBytes),
      `**This issue does not list all drift: ${highRisk.length - shown} more missing or high-risk objects do not fit.** ${elsewhere}`,
      unread === 0 ? '' : `**${count(unread, 'list')} could not be read completely.** ${elsewhere}`,
      denseText(highRisk.slice(0, shown)),
    ]);
  return longestThatFits(textOf, highRisk.length - 1, budgetBytes) ?? framed([]);
}

/** The findings that fit into a quarter of the limit, and the number of the others. */
function expectedMarkdown({ expectations }: DriftReport, budgetBytes: number): readonly string[] {
  return expectations.map((list) => {
    const textOf = (shown: number) => {
      const rest = list.items.length - shown;
      const more =
        rest === 0
          ? ''
          : `\n\n**${count(rest, 'more finding')} ${formOf(rest, 'does', 'do')} not fit here.** ${elsewhere}`;
      return `${listMarkdown({ ...list, items: list.items.slice(0, shown) })}${more}`;
    };
    return longestThatFits(textOf, list.items.length, budgetBytes / 4) ?? textOf(0);
  });
}

function wholeParts(report: DriftReport) {
  const { highRisk, notable, info } = report.meaning;
  return [
    boxMarkdown('high-risk', highRisk, 'whole', 'drift'),
    boxMarkdown('notable', notable, 'whole', 'drift'),
    infoMarkdown(info, 'whole'),
    ...sectionsText(report, false),
    ...listsText(report, true),
  ];
}

/** `named`: number of other entries that are listed by address. */
function shortParts(report: DriftReport, listed: readonly string[], others: readonly DriftEntry[], named: number) {
  const counts = entriesText(others.slice(named));
  return [
    boxMarkdown('high-risk', report.meaning.highRisk, 'packed', 'drift'),
    otherCounts(report.meaning),
    ...listed,
    denseText(others.slice(0, named)),
    counts === '' ? '' : `Not listed: ${counts}.`,
    ...listsText(report, false),
    `_This issue does not list all details. ${elsewhere}_`,
  ];
}

/** High-risk effects if they take at most half of the limit, else their number. */
function highRiskRest({ highRisk }: Meaning, budgetBytes: number) {
  const box = boxMarkdown('high-risk', highRisk, 'packed', 'drift');
  if (byteLength(box) <= budgetBytes / 2) return box;
  return `**${count(highRisk.length, 'high-risk change')} ${formOf(highRisk.length, 'does', 'do')} not fit here.** ${elsewhere}`;
}

function headText({ drift, partial, highRisk, summary }: DriftReport) {
  const lines = present(escapeMarkdown(partial), highRisk, summary);
  return `### docform drift for ${organizationMarkdown(drift)}\n\n${lines.map((line) => `**${line}**`).join('\n\n')}`;
}

function sectionsText({ sections }: DriftReport, isShort: boolean) {
  return sections(Number.POSITIVE_INFINITY, isShort).map(({ heading, items }) =>
    [`#### ${heading}`, ...items.flatMap(itemMarkdown)].join('\n'),
  );
}

function denseText(entries: readonly DriftEntry[]) {
  const lists = groupBy(entries, ({ class: of, address }) => `${of} ${address.slice(0, -keyIn(address).length)}`);
  return [...lists]
    .map(([list, own]) => {
      const keys = own.map(({ address }) => ({ key: keyIn(address) }));
      return `- ${inlineCode(list)} (${keys.length}): ${inlineCode(packed(keys, { hasIds: false }))}`;
    })
    .join('\n');
}

function listsText({ lists }: DriftReport, isWhole: boolean): readonly string[] {
  const shown = lists.filter(({ of }) => of !== 'unused' && (isWhole || of !== 'ignored'));
  return shown.map((list) => {
    const [, ...lines] = listMarkdown(list).split('\n');
    return list.of === 'ignored' ? foldedMarkdown(`Ignored (${lines.length})`, lines.join('\n')) : listMarkdown(list);
  });
}
