/** Reports teams in a table of people that no YAML file declares. */

import { didYouMean, type ProblemList } from '../problem-list.ts';
import type { MapEntry, MapNode } from '../yaml/node.ts';

/** Reports teams that no YAML file declares, and leaves out their people. */
export function withKnownTeams(problems: ProblemList, table: MapNode, known: ReadonlySet<string>, isWhole: boolean) {
  const entries = table.entries.map((entry): MapEntry => {
    if (entry.key !== 'teams' || entry.value.is !== 'map') return entry;
    const rosters = entry.value.entries.filter((roster) => {
      if (known.has(roster.key)) return true;
      for (const { keySpan } of isWhole ? personsIn(roster) : [])
        problems.add('E-REF-UNKNOWN', keySpan, {
          message: `unknown team "${roster.key}"`,
          label: 'no team has this key',
          hint: didYouMean(problems.suggest(roster.key, known)) ?? 'declare the team in a YAML file',
        });
      return false;
    });
    return { ...entry, value: { ...entry.value, entries: rosters } };
  });
  return { ...table, entries };
}

function personsIn({ value }: MapEntry): readonly MapEntry[] {
  return value.is === 'map' ? value.entries.flatMap((list) => (list.value.is === 'map' ? list.value.entries : [])) : [];
}
