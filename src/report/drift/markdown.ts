/** Drift as an issue within the size limit. Missing objects are omitted last. */
import { keyIn } from '../../core/address.ts';
import { formOf } from '../../core/count.ts';
import { groupBy } from '../../core/group-by.ts';
import type { Impact } from '../../core/impact.ts';
import type { Drift, DriftEntry } from '../../drift/entry.ts';
import { byteLength, longestThatFits } from '../fitting.ts';
import type { Meaning } from '../impact.ts';
import { boxMarkdown, infoMarkdown, otherCounts } from '../impact-markdown.ts';
import { itemMarkdown, listMarkdown } from '../lines.ts';
import { packed } from '../packed.ts';
import { escapeMarkdown, inlineCode } from '../sanitize.ts';
import { foldedMarkdown, paragraphs, present } from '../texts.ts';
import { count } from '../words.ts';
import { type DriftReport, driftClasses, driftReportOf, entriesText, isHighRisk } from './report.ts';

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
