/** Tests thousands of fuzzed requests: no 500, no crash, no change by refused requests, and answers that match the contract. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/2025-06/index.ts';
import { settings } from '../laws/law.ts';
import { plans } from './fuzz-plan.ts';
import { minimal, type Outcome, run, type World } from './fuzz-run.ts';

const requestsPerWorld = 500;
const worlds: readonly World[] = (['medium', 'medium', 'small', 'medium'] as const).flatMap((seed, at) =>
  Array.from({ length: settings(2).numRuns ?? 1 }, () => ({ seed, isStrict: at % 2 === 1 })),
);

test('4,000 fuzzed requests to all operations cause no fault', async () => {
  const { seed = 1 } = fc.readConfigureGlobal() ?? {};
  const outcomes: Outcome[] = [];
  for (const [at, world] of worlds.entries()) {
    const drawn = fc.sample(plans, { numRuns: requestsPerWorld, seed: seed * worlds.length + at });
    const outcome = await run(drawn, world);
    if (outcome.failure) expect.fail(await minimal(drawn.slice(0, outcome.failure.at + 1), world));
    outcomes.push(outcome);
  }
  const total = (of: 'sent' | 'succeeded'): number => outcomes.reduce((sum, outcome) => sum + outcome[of], 0);
  const succeeded = new Set(outcomes.flatMap(({ succeededOperations }) => [...succeededOperations]));
  expect(total('sent')).toBeGreaterThan(0.99 * worlds.length * requestsPerWorld);
  expect(total('succeeded') / total('sent'), 'or what is behind the checks is not reached').toBeGreaterThan(0.4);
  const never = endpoints.filter(({ name }) => !succeeded.has(name)).map(({ name }) => name);
  expect(never.length, never.join(', ')).toBeLessThanOrEqual(3);
});
