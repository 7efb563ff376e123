/** Copies of pending spaces are pending. */
import { expect, test } from 'vitest';
import { plan } from '../../src/plan/plan.ts';
import { chainOfCopies } from './copies.ts';

test('copies of copies wait for their original, and the planner matches as often for a long chain as for a short one', () => {
  const [short, long] = [3, 60].map((length) => {
    let reads = 0;
    const { pending, changes } = plan(chainOfCopies(length, () => (reads += 1)));
    expect(changes.filter(({ action }) => action !== 'pending')).toEqual([]);
    const waits = pending.map(({ address, waitsFor, toCreate }) => [address, waitsFor ?? toCreate]);
    const wanted = Array.from({ length }, (_, at) => [`spaces/s${at}`, at + 1 === length ? true : `spaces/s${at + 1}`]);
    expect(Object.fromEntries(waits)).toEqual(Object.fromEntries(wanted));
    return reads;
  });
  expect(long).toBeLessThan(60 + (short ?? 0));
});
