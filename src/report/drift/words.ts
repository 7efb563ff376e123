/** Words that all drift reports share: headings, counts, summaries and values. */
import type { DriftClass } from '../../core/state.ts';
import type { Drift, DriftEntry, FieldDrift, IgnoredEntry, MovedSibling } from '../../drift/entry.ts';
import { openingFields } from '../../plan/change.ts';
import type { Meaning } from '../impact.ts';
import { oneLine } from '../sanitize.ts';
import { valuePair } from '../values.ts';
import { count, moveWords } from '../words.ts';

export type DriftCounts = { readonly [C in DriftClass | 'ignored']: number };

/** In output order. */
export const classes: readonly DriftClass[] = ['missing', 'changed', 'misordered', 'unmanaged'];

export const classSymbols: { readonly [C in DriftClass]: string } = {
  missing: '-',
  changed: '~',
  misordered: '>',
  unmanaged: '+',
};

export function driftSymbol({ class: of }: Pick<DriftEntry, 'class'>): string {
  return classSymbols[of];
}

/** With the number of entries: `Changed (3)`, `Order changed in 2 lists`. */
export function headingText(of: DriftClass, number: number): string {
  return of === 'misordered' ? `${classHeadings[of]} ${count(number, 'list')}` : `${classHeadings[of]} (${number})`;
}

const classHeadings: { readonly [C in DriftClass]: string } = {
  missing: 'Missing from the platform',
  changed: 'Changed',
  misordered: 'Order changed in',
  unmanaged: 'Not managed',
};

/** `Signs: - missing, ~ changed, ! high-risk`: those that the report contains. Empty if there are none. */
export function legendText(drift: Drift, { highRisk, notable, info }: Meaning): string {
  const counts = driftCounts(drift);
  const signs = [
    ...classes.flatMap((of) => (counts[of] === 0 ? [] : [`${classSymbols[of]} ${signWords[of]}`])),
    ...(highRisk.length === 0 ? [] : ['! high-risk']),
    ...(notable.length + info.length === 0 ? [] : ['* effect on people']),
  ];
  return signs.length === 0 ? '' : `Signs: ${signs.join(', ')}`;
}

const classWords: { readonly [C in DriftClass]: string } = {
  missing: 'missing',
  changed: 'changed',
  misordered: 'reordered',
  unmanaged: 'not managed',
};

const signWords = { ...classWords, unmanaged: 'unmanaged' } as const;

/** `1 missing, 12 changed` */
export function countsText(counts: DriftCounts): string {
  return classes.flatMap((of) => (counts[of] > 0 ? [`${counts[of]} ${classWords[of]}`] : [])).join(', ');
}

export function driftCounts({ entries, ignored }: Pick<Drift, 'entries' | 'ignored'>): DriftCounts {
  const counts = { changed: 0, missing: 0, misordered: 0, unmanaged: 0, ignored: ignored.length };
  for (const entry of entries) counts[entry.class] += 1;
  return counts;
}

/** `Drift: 1 missing, 2 changed. 3 ignored.`, or `No drift.` */
export function driftSummary(drift: Drift): string {
  const counts = driftCounts(drift);
  const parts = countsText(counts);
  const ignored = counts.ignored === 0 ? '' : ` ${counts.ignored} ignored.`;
  const none = drift.unknown.length > 0 ? 'No drift in what could be read.' : 'No drift.';
  return parts === '' ? `${none}${ignored}` : `Drift: ${parts}.${ignored}`;
}

export const unknownValue = 'unknown, because the ledger only stores a fingerprint';

/** A field before and after, for text and for Markdown. */
export function changeTexts(field: FieldDrift): { readonly before: string | undefined; readonly after: string } {
  const { before, after } = valuePair(field, field);
  return { before: field.before === undefined ? undefined : before, after };
}

export function isHighRisk(entry: DriftEntry): boolean {
  return entry.class === 'missing' || openingFields(entry).length > 0;
}

export function movedText({ address, relation, beside }: MovedSibling): string {
  return `${oneLine(lastPart(address))} is now ${moveWords[relation]} ${oneLine(lastPart(beside))}`;
}

/** The address without the prefix that siblings share. */
function lastPart(address: string): string {
  return address.split('/').slice(-2).join('/');
}

export function ignoredText({ class: of, address, reason, until, fields }: IgnoredEntry): string {
  const names = fields === undefined ? '' : ` (${fields.map(({ field }) => field).join(', ')})`;
  return `${address}: ${of}${names}: ${reason}${until === undefined ? '' : ` (until ${until})`}`;
}
