/** The result of an apply does not depend on which request is answered first: one write at a time waits for all others, at several concurrencies. */
import { expect, test } from 'vitest';
import { type Case, caseNames, readCase } from '../support/case.ts';
import { caseOfPair, drawAccessPair } from './access-world.ts';
import { drawn } from './draw.ts';
import { always, settings } from './law.ts';
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
