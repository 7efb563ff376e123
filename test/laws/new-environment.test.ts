/** An organization in which people carry out the manual steps of a plan gets everything else from docform, and the last plan is empty. */
import { expect, test } from 'vitest';
import type { Desired } from '../../src/core/state.ts';
import { type Allowances, isBlocked, remoteChanges } from '../../src/plan/result/change.ts';
import { speak } from '../server/open.ts';
import { heeded, noWay } from './heeded.ts';
import { carryOut, type Journey } from './journey.ts';
import { extents, journeys, pairsOf } from './law.ts';

/** Plans until no block remains, without copies for pending spaces. */
async function unblocked(journey: Journey, wanted: Desired, allowed: Allowances) {
  let [desired, allowances] = [wanted, allowed];
  for (let round = 0; round < 12; round++) {
    const planned = await journey.plan(desired, { allowances });
    if (!isBlocked(planned.plan)) return { planned, desired, allowances };
    ({ desired, allowances } = heeded({ ...planned.plan, pending: [] }, desired, allowances));
  }
  throw new Error('still blocked');
}

async function createSpaces({ reference, seeded }: Journey, titles: readonly unknown[]): Promise<void> {
  const { ask } = speak(reference);
  for (const title of titles) {
    const { id } = await ask('POST', `/v1/spaces/${seeded.home}/duplicate`);
    await ask('PATCH', `/v1/spaces/${id}`, { title });
  }
}

test.each(extents)('after apply, manual steps and apply, the plan is empty (%s)', async (extent) => {
  let manual = 0;
  await journeys(30, [pairsOf(extent)], async (journey, { after }) => {
    const first = await unblocked(journey, journey.wanted(after), { addresses: [] }).catch(noWay());
    if (first === undefined) return;
    const { pending } = first.planned.plan;
    expect((await carryOut(journey, first.planned, 0)).counts).toMatchObject({ failed: 0, skipped: 0 });
    const waiting = await journey.plan(first.desired, { allowances: first.allowances });
    expect(remoteChanges(waiting.plan)).toEqual([]);
    const toCreate = pending.filter((each) => each.toCreate);
    manual += toCreate.length;
    await createSpaces(
      journey,
      toCreate.map(({ fields }) => fields.find(({ field }) => field === 'title')?.after),
    );
    // Two pending spaces with one title cannot be told apart.
    const next = await unblocked(journey, first.desired, first.allowances).catch(noWay('B-AMBIGUOUS'));
    if (next === undefined) return;
    await carryOut(journey, next.planned, 0);
    const last = await journey.plan(next.desired, { allowances: next.allowances });
    expect(remoteChanges(last.plan)).toEqual([]);
    expect(last.plan.pending.filter(({ toCreate: isManual, waitsFor }) => isManual || waitsFor)).toEqual([]);
  });
  expect(manual).toBeGreaterThan(0);
});
