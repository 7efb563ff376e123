/** Drift as text and Markdown tell it: what there is to say, class by class, and how high-risk it is; gathered here once, so that a format only draws it. */
import { formOf } from '../../core/count.ts';
import { groupBy } from '../../core/group-by.ts';
import type { Impact } from '../../core/impact.ts';
import type { DriftClass } from '../../core/state.ts';
import { type Drift, type DriftEntry, type FieldGroup, groupChanges } from '../../drift/entry.ts';
import { highRiskLine, type Meaning, meaningOf, openedIn } from '../impact.ts';
import { valueText } from '../values.ts';
import { unknownText } from '../words.ts';
import { classes, classHeadings, driftCounts, driftSummary, isHighRisk } from './words.ts';

export interface DriftReport {
  readonly drift: Drift;
  readonly meaning: Meaning;
  /** Missing: nothing is high-risk. */
  readonly highRisk: string | undefined;
  readonly summary: string;
  /** What is never left out: what is missing, and what opens something. */
  readonly highRiskEntries: readonly DriftEntry[];
  /** One for each class that there is. */
  readonly sections: readonly DriftSection[];
  /** Lists that could not be read whole: why, and what that hides. */
  readonly unknown: readonly (readonly [list: string, text: string])[];
}

export interface DriftSection {
  readonly of: DriftClass;
  readonly heading: string;
  /** Entries of the class, those in groups included. */
  readonly number: number;
  /** Changes that hit many, each told once. */
  readonly groups: readonly FieldGroup[];
  /** Without these. */
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
      heading: classHeadings[of],
      number,
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
    highRiskEntries: drift.entries.filter(isHighRisk),
    sections: sections.filter((each) => each.groups.length + each.entries.length > 0),
    unknown: drift.unknown.map((each) => [each.list, unknownText(each, 3, 'resource')]),
  };
}

/** What stands behind the address of an entry: its name, where nobody declares it; the id that it had; what goes with it. */
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
