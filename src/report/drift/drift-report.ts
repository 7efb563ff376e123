/** The content of a drift report: its entries as items, its other lists and its summary. */
import { groupBy } from '../../core/compare.ts';
import { wordForm } from '../../core/count.ts';
import { withoutMissing } from '../../core/defined.ts';
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
import {
  type BlockOf,
  code,
  type FieldLine,
  type Item,
  type List,
  line,
  literal,
  message,
  pairLine,
} from '../blocks/block.ts';
import { expectationLists, expectationSummary } from '../parts/expectations.ts';
import { reportList } from '../parts/lists.ts';
import { highRiskLine, highRiskReasons, legendText, meaningOf } from '../parts/meaning.ts';
import { countsText } from '../wording/sanitize.ts';
import { scopeText } from '../wording/scope-words.ts';
import { someNames } from '../wording/some-names.ts';
import { unknownText } from '../wording/unknown-words.ts';
import { notReturned, valuePair, valueTexts } from '../wording/values.ts';
import { count, moveWords } from '../wording/words.ts';

const classes = {
  missing: { symbol: '-', role: 'delete', heading: 'Missing from the platform', word: 'missing', sign: 'missing' },
  changed: { symbol: '~', role: 'update', heading: 'Changed', word: 'changed', sign: 'changed' },
  misordered: { symbol: '>', role: 'move', heading: 'Order changed in', word: 'reordered', sign: 'reordered' },
  unmanaged: { symbol: '+', role: 'create', heading: 'Not managed', word: 'not managed', sign: 'unmanaged' },
} as const satisfies { readonly [C in DriftClass]: object };

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

export type DriftReport = ReturnType<typeof driftReportOf>;

export function driftReportOf(
  drift: Drift,
  impact: readonly Impact[],
  expectations: readonly ExpectationFinding[] = [],
) {
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
    summary: [summaryOf(drift), ...withoutMissing(expectationSummary(expectations))].join(' '),
    /** Missing expectations: there are none, or all are met. */
    expectations: expectationLists(expectations),
    legend: legendText(
      driftClasses.filter((of) => counts[of] > 0).map((of) => `${classes[of].symbol} ${classes[of].sign}`),
      meaning,
      expectations.some(({ status }) => status === 'violated') ||
        entries.some((entry) => highRiskFields(entry).length > 0),
    ),
    /** Empty: the report covers everything. */
    partial: drift.part === undefined ? '' : `This report is partial: it covers ${scopeText(drift.part)}.`,
    /** `isShort`: only high-risk entries, which no format omits. */
    sections: (atMost: number, isShort = false): readonly BlockOf<'changes'>[] =>
      driftClasses
        .map((of): BlockOf<'changes'> => {
          const items = [
            ...(of === 'changed' ? groups : [])
              .filter(({ highRisk }) => !isShort || highRisk !== undefined)
              .map((group) => groupItem(group, reasons, atMost)),
            ...(own.get(of) ?? [])
              .filter((entry) => !isShort || isHighRisk(entry))
              .map((entry) => entryItem(entry, reasons)),
          ];
          const number = of === 'misordered' ? count(counts[of], 'list') : `(${counts[of]})`;
          return { is: 'changes', heading: literal(`${classes[of].heading} ${number}`), groups: [items] };
        })
        .filter(({ groups: [items = []] }) => items.length > 0),
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
  return entry.class === 'missing' || highRiskFields(entry).length > 0;
}

type Reasons = ReturnType<typeof highRiskReasons>;

function entryItem(entry: DriftEntry, reasons: Reasons): Item {
  const { class: of, address, id, name, within, fields = [], order, note: more } = entry;
  const named = of === 'unmanaged' && name !== undefined ? line` ${code(valueTexts([name]).join(''))}` : [];
  const former = of === 'missing' && id !== undefined ? line` (${code(id)})` : [];
  const inside = within === undefined ? '' : `, with ${within} ${wordForm(within, 'object', 'objects')} inside`;
  const opened = highRiskFields({ fields });
  const unexplained = opened.filter(({ highRisk }) => reasons.get(address)?.includes(highRisk) !== true);
  return {
    symbol: classes[of].symbol,
    role: classes[of].role,
    isHighRisk: reasons.has(address) || opened.length > 0,
    head: line`${code(address)}${named}${former}${literal(inside)}`,
    fields: fields.map((field): FieldLine => ({ name: field.field, value: changeLine(field), origin: '' })),
    lines: (order?.moved ?? []).map(
      ({ address: moved, relation, beside }) =>
        line`${code(lastPart(moved))} is now ${moveWords[relation]} ${code(lastPart(beside))}`,
    ),
    notes: [
      ...unexplained.map(({ field, highRisk }) => riskNote(`${highRisk} (field: ${field})`)),
      ...fields.flatMap(({ field, isConflict }) => (isConflict ? [conflictNote(`${field} changed`)] : [])),
      ...(order?.isConflict ? [conflictNote('the order changed')] : []),
      ...fields.flatMap(({ field, declaredBy }) =>
        declaredBy === undefined ? [] : [note(`${field} is declared by ${declaredBy}`)],
      ),
      ...withoutMissing(more).map(note),
    ],
  };
}

function groupItem(group: FieldGroup, reasons: Reasons, atMost: number): Item {
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
      ...(isExplained ? [] : withoutMissing(highRisk)).map(riskNote),
      ...(group.isConflict ? [conflictNote('these values changed')] : []),
      ...withoutMissing(declaredBy && `declared by ${declaredBy}`).map(note),
    ],
  };
}

/** The next plan does not revert it. */
function conflictNote(text: string) {
  return {
    label: 'conflict',
    text: `${text} both on the platform and in the configuration, so the next plan blocks the update (B-CONFLICT)`,
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
  return line`(not recorded) → ${code(after)}`;
}

/** The address without the prefix that siblings share. */
function lastPart(address: string) {
  return address.split('/').slice(-2).join('/');
}

function listsOf({ unknown, ignored, expired, unused, notes }: Drift): readonly List[] {
  return [
    reportList(
      'unknown',
      'Unknown (these lists could not be read completely; docform reports no drift in them)',
      unknown.map((each) => ({ head: line`${code(each.list)}: ${unknownText(each, 3, 'resource')}` })),
    ),
    reportList(
      'ignored',
      'Ignored',
      ignored.map(({ class: of, address, reason, until, fields }) => {
        const names = fields === undefined ? '' : ` (${fields.map(({ field }) => field).join(', ')})`;
        const end = until === undefined ? '' : ` (until ${until})`;
        return { head: line`${`${address}: ${of}${names}: ${reason}${end}`}` };
      }),
    ),
    reportList(
      'expired',
      'Expired ignore rules',
      expired.map(({ address, until, reason }) => ({ head: line`${code(address)} until ${until}: ${reason}` })),
    ),
    reportList(
      'unused',
      'Unused ignore rules',
      unused.map(({ address, reason }) => ({ head: line`${code(address)}: ${reason}` })),
    ),
    reportList(
      'notes',
      'Notes',
      notes.map((note) => ({ head: message(note) })),
    ),
  ];
}
