/** Skipping sites and entries without changes does not change impact, navigation and redirects. */
import { afterAll, expect, test, vi } from 'vitest';
import { shapes } from '../../src/kinds/index.ts';
import { meaningOf } from '../../src/review/impact/impact.ts';
import type { ImpactInput } from '../../src/review/impact/simulation/foreseen.ts';
import * as touched from '../../src/review/impact/simulation/scene.ts';
import { doByHand } from '../laws/by-hand.ts';
import { arriveAt, planUnblocked } from '../laws/journey.ts';
import { choices, extents, journeys, orders, pairsOf } from '../laws/law.ts';

/** Treats every object as changed, and restores the functions for other tests. */
function lookingAtAll(input: ImpactInput): ReturnType<typeof meaningOf> {
  const spies = (['touchedIn', 'movedIn'] as const).map((name) =>
    vi.spyOn(touched, name).mockImplementation(({ before, after }) => {
      const all = new Set([before, after].flatMap(({ live }) => live.objects.map(({ id }) => id)));
      return { own: all, all };
    }),
  );
  try {
    return meaningOf(input);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

const seen = { sites: 0, shown: 0 };

afterAll(() => {
  // Otherwise the test would compare nothing.
  expect(seen.shown).toBeGreaterThan(20);
  expect(seen.sites).toBeGreaterThan(seen.shown + 20);
});

test.each(extents)('skipping unchanged sites does not change the impact: %s', async (extent) => {
  await journeys(16, [pairsOf(extent), orders, choices(0, 3)], async (journey, { before, after }, order, done) => {
    await arriveAt(journey, journey.wanted(before), order);
    await doByHand(journey.reference, done);
    for (const outline of [before, after]) {
      const { planned, desired } = await planUnblocked(journey, journey.wanted(outline));
      const input = { plan: planned.plan, live: planned.live, desired, shapes };
      const { effects, ...meaning } = meaningOf(input);
      const { effects: allEffects, ...all } = lookingAtAll(input);
      expect(meaning).toEqual(all);
      expect(effects()).toEqual(allEffects());
      seen.sites += planned.live.objects.filter(({ kind }) => kind === 'site').length;
      seen.shown += meaning.navigation.length;
    }
  });
});
