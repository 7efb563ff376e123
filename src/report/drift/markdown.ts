/** Drift as an issue within the size limit. Missing objects are omitted last. */

import { formOf } from '../../core/count.ts';
import type { Impact } from '../../core/impact.ts';
import type { Drift, DriftEntry, FieldDrift, FieldGroup } from '../../drift/entry.ts';
import { openingFields } from '../../plan/change.ts';
import { byteLength, longestThatFits } from '../fitting.ts';
import type { Meaning } from '../impact.ts';
import { boxMarkdown, infoMarkdown, otherCounts } from '../impact-markdown.ts';
import { packed } from '../packed.ts';
import { escapeMarkdown, inlineCode } from '../sanitize.ts';
import { count } from '../words.ts';
import { type DriftReport, driftReportOf, entryEnd } from './report.ts';
import {
  changeTexts,
  classes,
  classSymbols,
  countsText,
  driftCounts,
  ignoredText,
  isHighRisk,
  movedText,
  unknownValue,
} from './words.ts';

export interface DriftMarkdownOptions {
  readonly digest: string;
  readonly impact: readonly Impact[];
  /** GitHub refuses issues and comments over 65,536 characters. */
  readonly budgetBytes?: number;
}

const elsewhere = 'For all drift, run `docform drift`.';

/** Level of detail: everything; without fields; only missing and high-risk entries one by one; only addresses. */
type Detail = 'full' | 'no-fields' | 'by-address' | 'dense';
const details: readonly Detail[] = ['full', 'no-fields', 'by-address', 'dense'];

function isWhole(detail: Detail): boolean {
  return detail === 'full' || detail === 'no-fields';
}

/** The last line of an issue, by which a later run finds it and compares the digest. */
function driftMarker(digest: string): string {
  return `<!-- docform-drift digest=${digest.replace(/[^\w:]/g, '')} -->`;
}

export function driftMarkdown(drift: Drift, { digest, impact, budgetBytes = 65_000 }: DriftMarkdownOptions): string {
  const report = driftReportOf(drift, impact);
  const others = drift.entries.filter((entry) => !isHighRisk(entry)).length;
  for (const detail of details) {
    const text = longestThatFits(
      (named) => document(report, detail, digest, named),
      isWhole(detail) ? 0 : others,
      budgetBytes,
    );
    if (text !== undefined) return text;
  }
  const { highRiskEntries } = report;
  const meant = highRiskRest(report.meaning, budgetBytes);
  const unread =
    report.unknown.length === 0
      ? ''
      : `**${count(report.unknown.length, 'list')} could not be read completely.** ${elsewhere}`;
  const textOf = (shown: number) => {
    const rest = `**This issue does not list all drift: ${highRiskEntries.length - shown} more missing or high-risk objects do not fit.** ${elsewhere}`;
    return joined([
      headText(report),
      meant,
      rest,
      unread,
      denseText(highRiskEntries.slice(0, shown)),
      driftMarker(digest),
    ]);
  };
  return (
    longestThatFits(textOf, highRiskEntries.length - 1, budgetBytes) ?? joined([headText(report), driftMarker(digest)])
  );
}

/** High-risk effects if they take at most half of the limit, else their number. */
function highRiskRest({ highRisk }: Meaning, budgetBytes: number): string {
  const box = boxMarkdown('high-risk', highRisk, 'packed', 'drift');
  if (byteLength(box) <= budgetBytes / 2) return box;
  return `**${count(highRisk.length, 'high-risk change')} ${formOf(highRisk.length, 'does', 'do')} not fit here.** ${elsewhere}`;
}

/** `named`: number of other entries that are listed by address. */
function document(report: DriftReport, detail: Detail, digest: string, named: number): string {
  const { meaning } = report;
  const isListed = isWhole(detail);
  const others = isListed ? [] : report.drift.entries.filter((entry) => !isHighRisk(entry));
  const sections = report.sections.map(({ heading, groups, entries }) => {
    const alike = groups.filter(({ highRisk }) => isListed || highRisk !== undefined);
    const lines = [
      ...alike.map(groupText),
      ...entries.filter((entry) => isListed || isHighRisk(entry)).map((entry) => entryText(entry, detail, report)),
    ];
    return lines.length === 0 ? '' : `#### ${heading}\n${lines.join('\n')}`;
  });
  const form = detail === 'full' ? 'whole' : 'packed';
  return joined([
    headText(report),
    boxMarkdown('high-risk', meaning.highRisk, form, 'drift'),
    ...(isListed
      ? [boxMarkdown('notable', meaning.notable, form, 'drift'), infoMarkdown(meaning.info, form)]
      : [otherCounts(meaning)]),
    ...(detail === 'dense'
      ? classes.map((of) => denseText(report.highRiskEntries.filter((entry) => entry.class === of)))
      : sections),
    denseText(others.slice(0, named)),
    notListed(others.slice(named)),
    restText(report, isListed),
    detail === 'full' ? '' : `_This issue does not list all details. ${elsewhere}_`,
    `Drift digest: ${inlineCode(digest)}`,
    driftMarker(digest),
  ]);
}

function headText({ drift, highRisk, summary }: DriftReport): string {
  const lines = [highRisk, summary].filter((line) => line !== undefined);
  return `### docform drift for ${inlineCode(drift.organization)}\n\n${lines.map((line) => `**${line}**`).join('\n\n')}`;
}

function entryText(entry: DriftEntry, detail: Detail, { reasons }: DriftReport): string {
  const { class: of, address, fields = [], order, note } = entry;
  const { called, had, along } = entryEnd(entry);
  const end = `${called === undefined ? '' : ` ${inlineCode(called)}`}${had === undefined ? '' : ` (${inlineCode(had)})`}${along}`;
  const isMeant = reasons.has(address) || openingFields({ fields }).length > 0;
  const head = `- ${isMeant ? '**high-risk** ' : ''}${inlineCode(classSymbols[of])} ${inlineCode(address)}${end}`;
  if (detail !== 'full' && openingFields({ fields }).length === 0) return head;
  return [
    head,
    ...fields.flatMap((field) => [`  - ${escapeMarkdown(field.field)}: ${changeText(field)}`, ...highRiskLines(field)]),
    ...(order?.moved.map((moved) => `  - ${inlineCode(movedText(moved))}`) ?? []),
    ...(note === undefined ? [] : [`  - note: ${escapeMarkdown(note)}`]),
  ].join('\n');
}

function groupText(group: FieldGroup): string {
  const { kind, field, addresses } = group;
  const head = `- ${inlineCode(classSymbols.changed)} ${escapeMarkdown(field)} of ${addresses.length} × ${escapeMarkdown(kind)}: ${changeText(group)}`;
  return [head, ...highRiskLines(group), `  - ${addresses.map(inlineCode).join(', ')}`].join('\n');
}

function changeText(field: FieldDrift): string {
  const { before, after } = changeTexts(field);
  return `${before === undefined ? `_${unknownValue}_` : inlineCode(before)} → ${inlineCode(after)}`;
}

function highRiskLines({ highRisk }: FieldDrift): readonly string[] {
  return highRisk === undefined ? [] : [`  - **high-risk**: ${escapeMarkdown(highRisk)}`];
}

function notListed(entries: readonly DriftEntry[]): string {
  const counts = countsText(driftCounts({ entries, ignored: [] }));
  return counts === '' ? '' : `Not listed: ${counts}.`;
}

/** Packed addresses by list. */
function denseText(entries: readonly DriftEntry[]): string {
  const lists = new Map<string, { readonly key: string }[]>();
  for (const { class: of, address } of entries) {
    const at = address.lastIndexOf('/');
    const list = `${of} ${address.slice(0, at + 1)}`;
    const keys = lists.get(list) ?? [];
    keys.push({ key: address.slice(at + 1) });
    lists.set(list, keys);
  }
  return [...lists]
    .map(([list, keys]) => `- ${inlineCode(list)} (${keys.length}): ${inlineCode(packed(keys, { hasIds: false }))}`)
    .join('\n');
}

function restText({ drift, unknown: unread }: DriftReport, isListed: boolean): string {
  const unknown = unread.map(
    ([list, text]) => `- ? ${inlineCode(list)} could not be read completely: ${escapeMarkdown(text)}`,
  );
  const expired = drift.expired.map(
    ({ address, until, reason }) => `- expired rule: ${inlineCode(address)} until ${until}: ${escapeMarkdown(reason)}`,
  );
  const notes = drift.notes.map((note) => `- note: ${escapeMarkdown(note)}`);
  const ignored = drift.ignored.map((entry) => `- ${escapeMarkdown(ignoredText(entry))}`);
  const folded =
    ignored.length === 0 || !isListed
      ? ''
      : `<details><summary>Ignored (${ignored.length})</summary>\n\n${ignored.join('\n')}\n\n</details>`;
  return joined([[...unknown, ...expired, ...notes].join('\n'), folded]).trim();
}

function joined(parts: readonly string[]): string {
  return `${parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}
