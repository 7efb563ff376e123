/** Tests that apply finishes the work and creates no duplicates if the journal is cut at any place. `npm run chaos` tests more places. */
import { expect, test } from 'vitest';
import { journalSamples } from '../chaos/journal-samples.ts';
import { cutJournals } from '../chaos/journals.ts';

const [shortest, ...others] = journalSamples.map(({ name }) => name);

test(`apply recovers from ${shortest} cut at every byte`, async () => {
  const tally = await cutJournals({ seed: 1, torn: 0, short: 1_000, only: [shortest ?? ''] });
  expect(tally.violations).toEqual([]);
  expect(tally.cuts).toBeGreaterThan(300);
});

test.each(others)('apply recovers from %s cut at the ends of its lines and within', async (name) => {
  const tally = await cutJournals({ seed: 1, torn: 0.4, short: 0, only: [name] });
  expect(tally.violations).toEqual([]);
  expect(tally.cuts).toBeGreaterThan(1.2 * tally.lines);
});
