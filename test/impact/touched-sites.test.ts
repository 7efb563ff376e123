/** Skipping sites without changes does not change impact, navigation and redirects. */
import { afterAll, expect, test, vi } from 'vitest';
import { type ImpactInput, type Meaning, meaningOf } from '../../src/impact/impact.ts';
import * as touched from '../../src/impact/scene.ts';
import { shapes } from '../../src/kinds/index.ts';
import { doByHand } from '../laws/by-hand.ts';
import { arriveAt, planUnblocked } from '../laws/journey.ts';
import { choices, extents, journeys, orders, pairsOf } from '../laws/law.ts';

/** Treats every site as changed, and restores the function for other tests. */
function lookingAtAll(input: ImpactInput): Meaning {
  const all = new Set(input.live.objects.map(({ id }) => id));
  const own = touched.touchedSites;
  const every = vi.spyOn(touched, 'touchedSites').mockImplementation((scene) => new Set([...all, ...own(scene)]));
  try {
    return meaningOf(input);
  } finally {
    every.mockRestore();
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
      const meaning = meaningOf(input);
      expect(meaning).toEqual(lookingAtAll(input));
      seen.sites += planned.live.objects.filter(({ kind }) => kind === 'site').length;
      seen.shown += meaning.navigation.length;
    }
  });
});
