/** If one change of a plan is withheld, applying the rest leads to a state between those before and after the whole plan: access on which both agree does not change, no content leaves a site, and no URL stops working. */
import { expect, test } from 'vitest';
import type { Planned } from '../../src/library/plan.ts';
import { isBlocked, remoteChanges } from '../../src/plan/result/change.ts';
import { type Ran, runAccess } from './access-run.ts';
import { caseOfPair, drawAccessPair } from './access-world.ts';
import { drawn } from './draw.ts';
import { arriveAt, carryOut, checkpoint, faultsOf, planUnblocked } from './journey.ts';
import { always, choices, extents, journeys, orders, pairsOf } from './law.ts';
import { type Shown, shownIn } from './shown-content.ts';
import { withholding } from './withheld-change.ts';

/** Undefined: nothing else is left. */
async function halfOf(planned: Planned, which: number): Promise<Planned | undefined> {
  const changes = remoteChanges(planned.plan);
  const chosen = changes[which % Math.max(1, changes.length)];
  const half = chosen && (await withholding(planned, chosen));
  return half === undefined || isBlocked(half.plan) ? undefined : half;
}

/** Facts of both states that do not hold now, and facts of now that hold in neither state. */
function outside(before: ReadonlySet<string>, now: ReadonlySet<string>, after: ReadonlySet<string>) {
  return {
    gone: [...before].filter((each) => after.has(each) && !now.has(each)),
    added: [...now].filter((each) => !before.has(each) && !after.has(each)),
  };
}

/** URLs of a site that answer before and after, but not now, or with other content. */
function brokenUrls(before: Shown, now: Shown, after: Shown): readonly string[] {
  return [...before.urls].flatMap(([url, first]) => {
    const last = after.urls.get(url);
    if (last?.site !== first.site) return [];
    const found = now.urls.get(url);
    return found?.site === first.site && [first.space, last.space].includes(found.space) ? [] : [url];
  });
}

const nothing = { gone: [], added: [] };

test.each(extents)('a half takes no content from a site, and breaks no URL: %s', async (extent) => {
  const figures = { halves: 0, withheld: 0, applied: 0 };
  await journeys(
    10,
    [pairsOf(extent), choices(3, 3, 100), orders],
    async (journey, { before, after }, chosen, order) => {
      await arriveAt(journey, journey.wanted(before));
      const { planned, desired } = await planUnblocked(journey, journey.wanted(after));
      const first = await shownIn(journey);
      const back = await checkpoint(journey);
      await carryOut(journey, planned, order);
      const last = await shownIn(journey);
      for (const { which } of chosen) {
        back();
        const half = await halfOf(planned, which);
        if (half === undefined) continue;
        const what = JSON.stringify(half.plan.withheld?.map(({ action, address }) => `${action} ${address}`));
        expect(faultsOf(await carryOut(journey, half, order))).toEqual([]);
        const now = await shownIn(journey);
        expect(outside(first.contents, now.contents, last.contents), what).toEqual(nothing);
        expect(brokenUrls(first, now, last), what).toEqual([]);
        const { planned: rest } = await planUnblocked(journey, desired);
        expect(faultsOf(await carryOut(journey, rest, order)), what).toEqual([]);
        expect(await shownIn(journey), what).toEqual(last);
        figures.halves += 1;
        figures.withheld += half.plan.withheld?.length ?? 0;
        figures.applied += half.plan.changes.length;
      }
    },
  );
  expect(figures.halves).toBeGreaterThan(5);
});

test('a half gives and takes no access beyond the state before and the whole plan', async () => {
  const figures = { halves: 0 };
  await always(12, [drawn((draw) => drawAccessPair(draw, 3, 6)), choices(3, 3, 100)], async (pair, chosen) => {
    const described = caseOfPair(pair);
    const whole = await runAccess(described);
    whole.reference.close();
    const [before, after] = endsOf(whole);
    for (const { which } of chosen) {
      const ran = await runAccess(described, { partOf: (planned) => halfOf(planned, which) });
      if (ran.report !== undefined) {
        const [, now] = endsOf(ran);
        expect(outside(before, now, after), JSON.stringify(ran.planned.plan.withheld)).toEqual(nothing);
        figures.halves += 1;
      }
      ran.reference.close();
    }
  });
  expect(figures.halves).toBeGreaterThan(5);
});

function endsOf({ moments }: Ran) {
  return [moments[0] ?? new Set<string>(), moments.at(-1) ?? new Set<string>()] as const;
}
