/** Drift as text, as a JSON document, and as an issue within the size limit. */
import { keyIn } from '../../core/address.ts';
import { formOf } from '../../core/count.ts';
import { defined, present } from '../../core/defined.ts';
import { groupBy } from '../../core/group-by.ts';
import type { Impact } from '../../core/impact.ts';
import type { IgnoreRule } from '../../core/state.ts';
import type { Drift, DriftEntry } from '../../drift/entry.ts';
import { boxMarkdown, impactDocument, impactText, infoMarkdown, type Meaning, otherCounts } from '../impact.ts';
import { itemMarkdown, itemText, listMarkdown, listText } from '../lines.ts';
import { packed } from '../packed.ts';
import { escapeMarkdown, inlineCode, jsonText, oneLine, orNull } from '../sanitize.ts';
import { byteLength, foldedMarkdown, longestThatFits, paragraphs, withoutCommands, wrappedLines } from '../texts.ts';
import { count, type Painter, plain } from '../words.ts';
import { type DriftReport, driftClasses, driftCounts, driftReportOf, entriesText, isHighRisk } from './report.ts';

interface DriftTextOptions {
  readonly digest: string;
  readonly impact: readonly Impact[];
  readonly columns?: number;
  readonly paint?: Painter;
  /** Also prints ignored drift, all addresses of groups, and unused rules. */
  readonly isVerbose?: boolean;
}

/** Deterministic: the same drift gives the same bytes. */
export function driftText(
  drift: Drift,
  { digest, impact, columns, paint = plain, isVerbose = false }: DriftTextOptions,
): string {
  const { meaning, sections, lists, highRisk, summary, legend, partial } = driftReportOf(drift, impact);
  const shown = lists.filter(({ of }) => isVerbose || (of !== 'ignored' && of !== 'unused'));
  const parts = [
    impactText(meaning.all, { paint, columns, of: 'drift' }),
    ...sections({ atMost: isVerbose ? Number.POSITIVE_INFINITY : 3 }).map(({ heading, items }) =>
      [heading, ...items.flatMap((item) => itemText(item, paint))].join('\n'),
    ),
    ...shown.map((list) => listText(list, paint)),
    present(
      highRisk && paint('bad', highRisk),
      drift.entries.length > 0 && paint('faint', `Drift digest: ${oneLine(digest)}`),
      paint('heading', summary),
    ).join('\n'),
  ];
  const head = [paint('heading', `Drift for organization ${oneLine(drift.organization)}`), partial, legend];
  const text = `${present(...head).join('\n')}\n\n${present(...parts).join('\n\n')}\n`;
  return columns === undefined ? withoutCommands(text) : wrappedLines(text, columns);
}

interface DriftDocumentOptions {
  readonly host: string;
  readonly digest: string;
  readonly impact: readonly Impact[];
}

export function driftDocument(drift: Drift, { host, digest, impact }: DriftDocumentOptions) {
  return {
    ...{ schemaVersion: 1, kind: 'drift' as const, host, organization: drift.organization, digest },
    hasDrift: drift.entries.length > 0,
    basis: drift.basis,
    ...defined({ part: drift.part }),
    counts: driftCounts(drift),
    impact: impact.map(impactDocument),
    entries: drift.entries.map(entryDocument),
    ignored: drift.ignored.map((entry) => ({
      ...entryDocument(entry),
      ...orNull({ reason: entry.reason, until: entry.until }),
    })),
    unknown: drift.unknown,
    rules: { expired: drift.expired.map(ruleDocument), unused: drift.unused.map(ruleDocument) },
    notes: drift.notes,
  };
}

export function driftJson(drift: Drift, options: DriftDocumentOptions): string {
  return jsonText(driftDocument(drift, options));
}

function entryDocument({ class: of, address, kind, id, name, fields, order, within, note }: DriftEntry) {
  return {
    ...orNull({ class: of, address, kind, id, name, order, note }),
    fields: (fields ?? []).map(({ field, before, after, highRisk, declaredBy }) => ({
      field,
      isBeforeKnown: before !== undefined,
      ...defined({ before, after, highRisk, declaredBy }),
    })),
    within: within ?? 0,
  };
}

function ruleDocument({ address, fields, class: of, reason, until }: IgnoreRule) {
  return orNull({ address, fields, class: of, reason, until });
}

interface DriftMarkdownOptions {
  readonly digest: string;
  readonly impact: readonly Impact[];
  /** GitHub rejects issues and comments over 65,536 characters. */
  readonly budgetBytes?: number;
}

const elsewhere = 'For all drift, run `docform drift`.';

/** The last line of an issue. A later run finds the issue by this line and compares the digest. */
function driftMarker(digest: string) {
  return `<!-- docform-drift digest=${digest.replace(/[^\w:]/g, '')} -->`;
}

export function driftMarkdown(drift: Drift, { digest, impact, budgetBytes = 65_000 }: DriftMarkdownOptions): string {
  const report = driftReportOf(drift, impact);
  const framed = (parts: readonly string[]) =>
    paragraphs([headText(report), ...parts, `Drift digest: ${inlineCode(digest)}`, driftMarker(digest)]);
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
  return `### docform drift for ${inlineCode(drift.organization)}\n\n${lines.map((line) => `**${line}**`).join('\n\n')}`;
}

function sectionsText({ sections }: DriftReport, isShort: boolean) {
  return sections({ atMost: Number.POSITIVE_INFINITY, isShort }).map(({ heading, items }) =>
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
