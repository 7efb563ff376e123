/** Applies changes to an imported organization, and compares URLs and access with the computed ones. */
import { expect } from 'vitest';
import { keyIn } from '../../src/core/address.ts';
import { apply } from '../../src/library/apply.ts';
import { plan } from '../../src/library/plan.ts';
import type { Draw } from '../laws/draw.ts';
import { planUnblocked } from '../laws/journey.ts';
import { redrawn } from '../laws/redrawn.ts';
import type { Living, Taken } from '../support/importing.ts';
import { computedAfter, computedBefore, publishedOn, wrongly } from '../support/published.ts';
import { differenceOf, reachedOn, wronglyReached } from '../support/reached.ts';

interface Seen {
  readonly changes: number;
  /** Number of changed lines of access. */
  readonly reached: number;
}

/** `asks`: compares the access of one member if there are too many members and spaces. */
export async function expectAsForeseen(
  { reference, platform }: Pick<Living, 'reference' | 'platform'>,
  { desired, ledger: backend }: Taken,
  draw: Draw,
  asks: 'everybody' | 'one',
): Promise<Seen> {
  const ready = await planUnblocked({ platform, backend, traffic: [], blocks: [] }, redrawn(draw, desired, 12));
  const { planned } = ready;
  const touched = planned.plan.changes.find(({ kind }) => kind === 'member')?.address ?? 'ana@acme.dev';
  const who = asks === 'one' ? keyIn(touched) : undefined;
  const before = await reachedOn(reference, who);
  expect(wrongly(computedBefore(planned), await publishedOn(reference))).toEqual([]);
  const report = await apply(planned, { platform, ledger: backend });
  expect(report.changes.filter(({ status }) => status !== 'done')).toEqual([]);
  const afterwards = await plan({ desired: ready.desired, platform, ledger: backend, allowances: ready.allowances });
  expect(wrongly(computedAfter(planned, afterwards.ledger), await publishedOn(reference))).toEqual([]);
  const after = await reachedOn(reference, who);
  expect(wronglyReached(planned, before, after, afterwards)).toEqual([]);
  const { gained, lost } = differenceOf(before.reached, after.reached);
  return { changes: planned.plan.changes.length, reached: gained.length + lost.length };
}
