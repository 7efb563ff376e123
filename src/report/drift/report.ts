/** The content of a drift report in output order, which each format only prints. */

import { formOf } from '../../core/count.ts';
import { groupBy } from '../../core/group-by.ts';
import type { Impact } from '../../core/impact.ts';
import type { DriftClass } from '../../core/state.ts';
import { type Drift, type DriftEntry, type FieldDrift, type FieldGroup, groupChanges } from '../../drift/entry.ts';
import { openingFields } from '../../plan/change.ts';
import { highRiskLine, highRiskReasons, legendText, meaningOf } from '../impact.ts';
import { code, type FieldLine, line, type Note, pairLine, type ReportItem, type ReportList } from '../lines.ts';
import { countsText } from '../texts.ts';
import { valuePair, valueTexts } from '../values.ts';
import { count, moveWords, type Role, scopeText, someNames, unknownText } from '../words.ts';

interface ClassWords {
  readonly symbol: string;
  readonly role: Role;
  readonly heading: string;
  readonly word: string;
  readonly sign: string;
}

const classes: { readonly [C in DriftClass]: ClassWords } = {
  missing: { symbol: '-', role: 'delete', heading: 'Missing from the platform', word: 'missing', sign: 'missing' },
  changed: { symbol: '~', role: 'update', heading: 'Changed', word: 'changed', sign: 'changed' },
  misordered: { symbol: '>', role: 'move', heading: 'Order changed in', word: 'reordered', sign: 'reordered' },
  unmanaged: { symbol: '+', role: 'create', heading: 'Not managed', word: 'not managed', sign: 'unmanaged' },
};

export const driftClasses = Object.keys(classes) as readonly DriftClass[];

export function driftSymbol({ class: of }: Pick<DriftEntry, 'class'>): string {
  return classes[of].symbol;
}

export function driftCounts({ entries, ignored }: Pick<Drift, 'entries' | 'ignored'>) {
  const counts = { changed: 0, missing: 0, misordered: 0, unmanaged: 0, ignored: ignored.length };
  for (const entry of entries) counts[entry.class] += 1;
  return counts;
}

/** `1 missing, 12 changed` */
export function entriesText(entries: readonly DriftEntry[]): string {
  const counts = driftCounts({ entries, ignored: [] });
  return countsText(driftClasses.map((of) => [classes[of].word, counts[of]]));
}

interface SectionOptions {
  readonly atMost: number;
  /** Only high-risk entries, which no report omits. */
  readonly isShort?: boolean;
}

export type DriftReport = ReturnType<typeof driftReportOf>;

export function driftReportOf(drift: Drift, impact: readonly Impact[]) {
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
    summary: summaryOf(drift),
    legend: legendText(
      driftClasses.filter((of) => counts[of] > 0).map((of) => `${classes[of].symbol} ${classes[of].sign}`),
      meaning,
    ),
    /** Empty: the report covers everything. */
    partial: drift.part === undefined ? '' : `This report is partial: it covers ${scopeText(drift.part)}.`,
    sections: ({ atMost, isShort = false }: SectionOptions) =>
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
export function isHighRisk(entry: DriftEntry): boolean {
  return entry.class === 'missing' || openingFields(entry).length > 0;
}

type Reasons = ReturnType<typeof highRiskReasons>;

function entryItem(entry: DriftEntry, reasons: Reasons): ReportItem {
  const { class: of, address, id, name, within, fields = [], order, note } = entry;
  const named = of === 'unmanaged' && name !== undefined ? line` ${code(valueTexts([name]).join(''))}` : [];
  const former = of === 'missing' && id !== undefined ? line` (${code(id)})` : [];
  const inside = within === undefined ? '' : `, with ${within} ${formOf(within, 'object', 'objects')} inside`;
  const opened = openingFields({ fields }).map(({ field, highRisk }) => `${highRisk} (${field})`);
  const risks = opened.length > 0 ? opened : (reasons.get(address) ?? []);
  return {
    ...{ symbol: classes[of].symbol, role: classes[of].role, isHighRisk: risks.length > 0 },
    head: [...line`${code(address)}${named}${former}`, { as: 'literal', text: inside }],
    fields: fields.map((field): FieldLine => ({ name: field.field, value: changeLine(field), origin: '' })),
    lines:
      order?.moved.map(
        ({ address: moved, relation, beside }) =>
          line`${code(lastPart(moved))} is now ${moveWords[relation]} ${code(lastPart(beside))}`,
      ) ?? [],
    notes: [
      ...risks.map(riskNote),
      ...fields.flatMap(({ field, declaredBy }) =>
        declaredBy === undefined ? [] : [{ label: 'note', text: `${field} is declared by ${declaredBy}` }],
      ),
      ...(note === undefined ? [] : [{ label: 'note', text: note }]),
    ],
  };
}

function groupItem(group: FieldGroup, reasons: Reasons, atMost: number): ReportItem {
  const { kind, field, addresses, highRisk, declaredBy } = group;
  const risks =
    highRisk === undefined ? [...new Set(addresses.flatMap((address) => reasons.get(address) ?? []))] : [highRisk];
  return {
    ...{ symbol: classes.changed.symbol, role: classes.changed.role, isHighRisk: risks.length > 0 },
    head: line`${field} of ${addresses.length} × ${kind}: ${changeLine(group)}`,
    fields: [],
    lines: [code(someNames(addresses, atMost))],
    notes: [
      ...risks.map(riskNote),
      ...(declaredBy === undefined ? [] : [{ label: 'note', text: `declared by ${declaredBy}` }]),
    ],
  };
}

function riskNote(text: string): Note {
  return { label: 'high-risk', text, role: 'bad' };
}

function changeLine(field: FieldDrift) {
  const { before, after } = valuePair(field, field);
  if (field.before !== undefined) return pairLine({ before, after });
  return line`(unknown, because the ledger only stores a fingerprint) → ${code(after)}`;
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
    { of: 'notes', heading: 'Notes', items: notes.map((note) => ({ line: line`${note}` })) },
  ];
}
