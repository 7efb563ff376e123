/** The result of an apply does not depend on which request is answered first: one write at a time waits for all others, at several concurrencies. */
import { expect, test } from 'vitest';
import { type Case, caseNames, readCase } from '../support/case.ts';
import { caseOfPair, drawAccessPair } from './access-world.ts';
import { drawn } from './draw.ts';
import { endStateOf } from './end-state.ts';
import { arriveAt, carryOut, checkpoint, faultsOf, planUnblocked } from './journey.ts';
import { always, extents, journeys, orders, pairsOf, settings } from './law.ts';
import { runTimed, type Timing } from './timed-run.ts';

/** Returns the number of runs. */
async function expectSameState(each: Case): Promise<number> {
  const first = await runTimed(each, {});
  if (first === undefined) return 0;
  const ways: readonly Timing[] = [
    { concurrency: 8 },
    ...first.writes.flatMap((_, delayed) => [2, 8].map((concurrency) => ({ delayed, concurrency }))),
  ];
  for (const how of ways) {
    const other = await runTimed(each, how);
    expect({ how, state: other?.state }).toEqual({ how, state: first.state });
  }
  return ways.length;
}

/** One in this many cases, and another part for each seed. */
const parts = 9;

test('the end state of a case does not depend on the order of answers', async () => {
  const { seed = 0, numRuns = 1 } = settings(1);
  const names = caseNames().filter((_, at) => (at + seed) % parts < numRuns);
  let runs = 0;
  for (const name of names) runs += await expectSameState(readCase(name));
  expect(runs).toBeGreaterThan(names.length);
});

test('the end state of generated pairs does not depend on the order of answers', async () => {
  await always(8, [drawn(drawAccessPair)], async (pair) => {
    await expectSameState(caseOfPair(pair));
  });
});

test.each(extents)(
  'the end state of generated organizations does not depend on the order of steps: %s',
  async (extent) => {
    let compared = 0;
    await journeys(10, [pairsOf(extent), orders], async (journey, { before, after }, order) => {
      await arriveAt(journey, journey.wanted(before));
      const { planned } = await planUnblocked(journey, journey.wanted(after));
      const back = await checkpoint(journey);
      const states: (readonly string[])[] = [];
      for (const each of [0, 1, order + 2, 2 * order + 3]) {
        back();
        expect(faultsOf(await carryOut(journey, planned, each))).toEqual([]);
        states.push(await endStateOf(journey.reference, (await journey.backend.load()).ledger));
      }
      const [first, ...others] = states;
      for (const other of others) expect(other).toEqual(first);
      compared += others.length;
    });
    expect(compared).toBeGreaterThan(0);
  },
);
