/** The content of a drift report in output order, which each format only prints. */
import { formOf } from '../../core/count.ts';
import { groupBy } from '../../core/group-by.ts';
import type { Impact } from '../../core/impact.ts';
import type { DriftClass } from '../../core/state.ts';
import { type Drift, type DriftEntry, type FieldGroup, groupChanges } from '../../drift/entry.ts';
import { highRiskLine, highRiskReasons, type Meaning, meaningOf, openedIn } from '../impact.ts';
import { valueText } from '../values.ts';
import { unknownText } from '../words.ts';
import { classes, driftCounts, driftSummary, headingText, isHighRisk, legendText } from './words.ts';

export interface DriftReport {
  readonly drift: Drift;
  readonly meaning: Meaning;
  /** Missing: nothing is high-risk. */
  readonly highRisk: string | undefined;
  readonly summary: string;
  /** Signs that occur. Empty: none. */
  readonly legend: string;
  /** High-risk effects of entries. */
  readonly reasons: ReadonlyMap<string, readonly string[]>;
  /** Missing objects and changes that widen access, which are never omitted. */
  readonly highRiskEntries: readonly DriftEntry[];
  /** Only classes that occur. */
  readonly sections: readonly DriftSection[];
  /** Incomplete lists, with reason and affected resources. */
  readonly unknown: readonly (readonly [list: string, text: string])[];
}

export interface DriftSection {
  readonly of: DriftClass;
  /** With the number of entries of the class, those in groups included. */
  readonly heading: string;
  /** Changes that affect many objects. */
  readonly groups: readonly FieldGroup[];
  /** Entries outside groups. */
  readonly entries: readonly DriftEntry[];
}

export function driftReportOf(drift: Drift, impact: readonly Impact[]): DriftReport {
  const { groups, entries } = groupChanges(drift.entries);
  const counts = driftCounts(drift);
  const own = groupBy(entries, ({ class: of }) => of);
  const sections = classes.map((of) => {
    const number = counts[of];
    return {
      of,
      heading: headingText(of, number),
      groups: of === 'changed' ? groups : [],
      entries: own.get(of) ?? [],
    };
  });
  const meaning = meaningOf(openedIn({ impact, changes: drift.entries }, ({ name }) => name).impact);
  return {
    drift,
    meaning,
    highRisk: highRiskLine(meaning),
    summary: driftSummary(drift),
    legend: legendText(drift, meaning),
    reasons: highRiskReasons(meaning),
    highRiskEntries: drift.entries.filter(isHighRisk),
    sections: sections.filter((each) => each.groups.length + each.entries.length > 0),
    unknown: drift.unknown.map((each) => [each.list, unknownText(each, 3, 'resource')]),
  };
}

/** Text behind the address: the name of an unmanaged object, the former id of a missing one, and the number of objects inside. */
export function entryEnd({ class: of, id, name, within }: DriftEntry): {
  readonly called?: string;
  readonly had?: string;
  readonly along: string;
} {
  return {
    ...(of === 'unmanaged' && name !== undefined ? { called: valueText(name) } : {}),
    ...(of === 'missing' && id !== undefined ? { had: id } : {}),
    along: within === undefined ? '' : `, with ${within} ${formOf(within, 'object', 'objects')} inside`,
  };
}
