/** Plans without the platform, for pull requests of forks, which have no token. */
import type { Desired } from '../core/state.ts';
import { shapes } from '../kinds/index.ts';
import type { StateBackend } from '../ledger/state-backend.ts';
import { type PartialPlan, partialPlan as partOf } from '../plan/partial.ts';

export type { PartialPlan } from '../plan/partial.ts';

export async function partialPlan(desired: Desired, ledger: StateBackend): Promise<PartialPlan> {
  return partOf(desired, (await ledger.load()).ledger, shapes);
}
