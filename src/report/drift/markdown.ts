/** Drift as Markdown for an issue: never over the place's limit; what is missing is never cut before everything else is. */
import type { Impact } from '../../core/impact.ts';
import { type Drift, type DriftEntry, type FieldDrift, type FieldGroup, groupChanges } from '../../drift/entry.ts';
import { openingFields } from '../../plan/change.ts';
import { type Meaning, meaningOf } from '../impact.ts';
import { boxMarkdown, infoMarkdown, otherCounts } from '../impact-markdown.ts';
import { packed } from '../packed.ts';
import { escapeMarkdown, inlineCode } from '../sanitize.ts';
import { valueText } from '../values.ts';
import { count } from '../words.ts';
import {
  changeTexts,
  classes,
  classHeadings,
  classSymbols,
  driftCounts,
  driftSummary,
  ignoredText,
  isSevere,
  movedText,
  notKnown,
  severeDriftLine,
} from './words.ts';

export interface DriftMarkdownOptions {
  readonly digest: string;
  /** What it means to people. */
  readonly impact: readonly Impact[];
  /** GitHub refuses issues and comments over 65,536 characters. */
  readonly budgetBytes?: number;
}

/** What an issue leaves out. */
const elsewhere = '`docform drift` tells all of it.';

/** How much is told: everything; no fields; only what is missing or severe, one by one; the same by list. */
type Detail = 'full' | 'no-fields' | 'counts' | 'dense';
const details: readonly Detail[] = ['full', 'no-fields', 'counts', 'dense'];

/** Stands last, so that a later run finds its own issue and knows what it told. */
export function driftMarker(digest: string): string {
  return `<!-- docform-drift digest=${digest.replace(/[^\w:]/g, '')} -->`;
}

export function driftMarkdown(drift: Drift, { digest, impact, budgetBytes = 65_000 }: DriftMarkdownOptions): string {
  const meaning = meaningOf(impact);
  const isShort = (text: string) => new TextEncoder().encode(text).length <= budgetBytes;
  for (const detail of details) {
    const text = document(drift, meaning, detail, digest);
    if (isShort(text)) return text;
  }
  const severe = drift.entries.filter(isSevere);
  const meant = severeRest(meaning, budgetBytes);
  for (let shown = Math.floor(severe.length * 0.9); shown > 0; shown = Math.floor(shown * 0.9)) {
    const rest = `**This is not all of it: ${severe.length - shown} more are missing or severe than an issue can hold.** ${elsewhere}`;
    const text = joined([headText(drift), meant, rest, denseText(severe.slice(0, shown)), driftMarker(digest)]);
    if (isShort(text)) return text;
  }
  return joined([headText(drift), driftMarker(digest)]);
}

/** What it means that is severe, where that takes no more than half of the room; else how much there is of it. */
function severeRest({ severe }: Meaning, budgetBytes: number): string {
  const box = boxMarkdown('severe', severe, 'packed', 'drift');
  if (new TextEncoder().encode(box).length <= budgetBytes / 2) return box;
  return `**${count(severe.length, 'severe consequence')} could not be told here.** ${elsewhere}`;
}

function document(drift: Drift, meaning: Meaning, detail: Detail, digest: string): string {
  const isListed = detail === 'full' || detail === 'no-fields';
  const { groups, entries } = groupChanges(drift.entries);
  const sections = classes.map((of) => {
    if (detail === 'dense') return denseText(drift.entries.filter((entry) => entry.class === of && isSevere(entry)));
    const own = entries.filter((entry) => entry.class === of && (isListed || isSevere(entry)));
    const alike = of === 'changed' ? groups.filter(({ severe }) => isListed || severe !== undefined) : [];
    const lines = [...alike.map(groupText), ...own.map((entry) => entryText(entry, detail))];
    return lines.length === 0 ? '' : `#### ${classHeadings[of]}\n${lines.join('\n')}`;
  });
  const form = detail === 'full' ? 'whole' : 'packed';
  return joined([
    headText(drift),
    boxMarkdown('severe', meaning.severe, form, 'drift'),
    ...(isListed ? [boxMarkdown('notable', meaning.notable, form, 'drift'), infoMarkdown(meaning.info, form)] : [otherCounts(meaning)]),
    ...sections,
    isListed ? '' : countsText(drift),
    detail === 'dense' ? '' : restText(drift, isListed),
    detail === 'full' ? '' : `_All of it would be too long here. ${elsewhere}_`,
    `Digest: ${inlineCode(digest)}`,
    driftMarker(digest),
  ]);
}

function headText(drift: Drift): string {
  const lines = [severeDriftLine(drift), driftSummary(drift)].filter((line) => line !== undefined);
  return `### docform drift of ${inlineCode(drift.organization)}\n\n${lines.map((line) => `**${line}**`).join('\n\n')}`;
}

function entryText({ class: of, address, name, within, fields = [], order, note }: DriftEntry, detail: Detail): string {
  const called = of === 'unmanaged' && name !== undefined ? ` ${inlineCode(valueText(name))}` : '';
  const along = within === undefined ? '' : `, with ${within} in it`;
  const head = `- ${inlineCode(classSymbols[of])} ${inlineCode(address)}${called}${along}`;
  if (detail !== 'full' && openingFields({ fields }).length === 0) return head;
  return [
    head,
    ...fields.flatMap((field) => [`  - ${escapeMarkdown(field.field)}: ${changeText(field)}`, ...severeLines(field)]),
    ...(order?.moved.map((moved) => `  - ${inlineCode(movedText(moved))}`) ?? []),
    ...(note === undefined ? [] : [`  - note: ${escapeMarkdown(note)}`]),
  ].join('\n');
}

function groupText(group: FieldGroup): string {
  const { kind, field, addresses } = group;
  const head = `- ${inlineCode(classSymbols.changed)} ${escapeMarkdown(field)} of ${addresses.length} × ${escapeMarkdown(kind)}: ${changeText(group)}`;
  return [head, ...severeLines(group), `  - ${addresses.map(inlineCode).join(', ')}`].join('\n');
}

function changeText(field: FieldDrift): string {
  const { before, after } = changeTexts(field);
  return `${before === undefined ? `_${notKnown}_` : inlineCode(before)} → ${inlineCode(after)}`;
}

function severeLines({ severe }: FieldDrift): readonly string[] {
  return severe === undefined ? [] : [`  - **severe**: ${escapeMarkdown(severe)}`];
}

function countsText(drift: Drift): string {
  const counts = driftCounts(drift);
  const parts = classes.filter((of) => of !== 'missing' && counts[of] > 0).map((of) => `${counts[of]} ${of}`);
  return parts.length === 0 ? '' : `Not listed: ${parts.join(', ')}.`;
}

/** Every address: the beginning of its list once, and keys that count on as a range. */
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

function restText(drift: Drift, isListed: boolean): string {
  const unknown = drift.unknown.map(({ list, reason, hides }) => {
    const hidden = hides.length === 0 ? '' : ` (hides ${count(hides.length, 'address', 'addresses')})`;
    return `- ? ${inlineCode(list)} could not be read whole: ${escapeMarkdown(reason)}${hidden}`;
  });
  const expired = drift.expired.map(
    ({ address, until, reason }) => `- rule over: ${inlineCode(address)} until ${until}: ${escapeMarkdown(reason)}`,
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
