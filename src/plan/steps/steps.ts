/** The third stage of a plan: the dependencies of each step, and the ledger after the steps. */

import type { Changes } from '../changes/changes.ts';
import { blockUnknownClaims } from '../changes/conditions.ts';
import { blockMismatchedValues } from '../changes/custom-values.ts';
import { computeStateUpdates } from '../changes/ledger/state-updates.ts';
import { continueDraft } from '../draft/draft.ts';
import type { Drafted } from '../draft/drafted.ts';
import type { StateUpdates } from '../result/ledger-updates.ts';
import { orderDeletesAfterArrivals } from './arrivals.ts';
import { orderDerivedValues } from './derived-values.ts';
import { addDependencies } from './edges.ts';
import { orderLockingUpdates } from './locks.ts';
import { splitWidening } from './split-widening.ts';
import { orderUniqueValues } from './unique-values.ts';

export interface Steps extends Drafted, Pick<Changes, 'pending' | 'external' | 'unmanaged'> {
  readonly stateUpdates: StateUpdates;
}

export function completeSteps(changes: Changes): Steps {
  const draft = continueDraft(changes);
  splitWidening(draft);
  addDependencies(draft);
  orderDerivedValues(draft);
  orderUniqueValues(draft);
  orderLockingUpdates(draft);
  orderDeletesAfterArrivals(draft);
  blockUnknownClaims(draft);
  blockMismatchedValues(draft);
  const stateUpdates = { ...computeStateUpdates(draft, changes.released), ...changes.ledgerMarks };
  const { pending, external, unmanaged } = changes;
  return { ...draft, pending, external, unmanaged, stateUpdates };
}
