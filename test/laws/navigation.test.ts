/** Sections and groups reach any arrangement with the fewest moves, and the next plan is empty. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fewestMoves } from '../../src/plan/changes/moves/moves.ts';
import { type Case, caseOf } from '../support/case.ts';
import { carryOutCase, runCase } from '../support/run-case.ts';
import { settings } from './law.ts';

/** The key of a section, or a group with the keys of its sections. */
type Entry = string | { readonly group: string; readonly sections: readonly string[] };

function arrangement(entries: readonly Entry[]): readonly object[] {
  const section = (key: string) => ({
    section: key,
    title: `Section ${key}`,
    path: key,
    spaces: [{ space: 'home', path: 'home' }],
  });
  return entries.map((entry) =>
    typeof entry === 'string'
      ? section(entry)
      : { group: entry.group, title: `Group ${entry.group}`, sections: entry.sections.map(section) },
  );
}

function arranged(live: readonly Entry[], wanted: readonly Entry[]): Case {
  const structure = JSON.stringify(arrangement(wanted));
  return caseOf({
    live: { spaces: { home: null }, sites: { docs: { structure: arrangement(live) } } },
    desired: `spaces: { home: { title: Home } }\nsites: { docs: { defaultSection: ${firstSection(live)}, structure: ${structure} } }\n`,
  });
}

/** The default section does not change, so that only the arrangement differs. */
function firstSection(entries: readonly Entry[]): string {
  return entries.flatMap((entry) => (typeof entry === 'string' ? [entry] : entry.sections))[0] ?? '';
}

function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) =>
    permutations(items.filter((_, other) => other !== at)).map((rest) => [item, ...rest]),
  );
}

function nameOf(entry: Entry): string {
  return typeof entry === 'string' ? entry : entry.group;
}

describe('two sections and two groups', () => {
  const live: readonly Entry[] = [
    'aa',
    { group: 'gg', sections: ['s1'] },
    'bb',
    { group: 'hh', sections: ['s2', 's3'] },
  ];

  test.each(permutations(live).map((wanted) => [wanted.map(nameOf).join(' '), wanted] as const))(
    'are rearranged with the fewest moves into %s',
    async (_, wanted) => {
      const run = await runCase(arranged(live, wanted));
      const fewest = fewestMoves(live.map(nameOf), wanted.map(nameOf), {
        limited: (item) => item === 'aa' || item === 'bb',
      });
      expect(run.faults).toEqual([]);
      expect(run.differences).toEqual([]);
      expect(run.requests.split('\n').length - 1).toBe(fewest.length);
      expect(run.second.plan.changes).toEqual([]);
    },
  );
});

/** Any arrangement of six sections in three groups and at the root. Groups can be empty. */
const arrangements = fc
  .tuple(
    fc.shuffledSubarray(['s1', 's2', 's3', 's4', 's5', 's6', 'g1', 'g2', 'g3'], { minLength: 9 }),
    fc.array(fc.nat(3), { minLength: 6, maxLength: 6 }),
  )
  .map(([order, places]): readonly Entry[] => {
    const groupOf = (section: string): number => places[Number(section.charAt(1)) - 1] ?? 0;
    const sections = order.filter((key) => key.startsWith('s'));
    return order.flatMap((key): Entry[] => {
      if (key.startsWith('s')) return groupOf(key) === 0 ? [key] : [];
      return [{ group: key, sections: sections.filter((section) => groupOf(section) === Number(key.charAt(1))) }];
    });
  });

test('sections and groups of any arrangement can be rearranged into any other', async () => {
  await fc.assert(
    fc.asyncProperty(arrangements, arrangements, fc.constantFrom(1, 8), async (live, wanted, concurrency) => {
      const run = await carryOutCase(arranged(live, wanted), { concurrency });
      expect(run.faults).toEqual([]);
      expect(await run.differences()).toEqual([]);
      expect(run.second.plan.changes).toEqual([]);
      run.reference.close();
    }),
    settings(60),
  );
});
