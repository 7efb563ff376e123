/** The third stage of a plan: the dependencies of each step, and the ledger after the steps. */

import type { Changes } from '../changes/changes.ts';
import { checkConditions } from '../changes/conditions.ts';
import { checkCustomValues } from '../changes/custom-values.ts';
import { stateUpdatesOf } from '../changes/ledger/state-updates.ts';
import { continueDraft } from '../draft/draft.ts';
import type { Drafted } from '../draft/drafted.ts';
import type { StateUpdates } from '../result/ledger-updates.ts';
import { draftArrivals } from './arrivals.ts';
import { draftDerivedValues } from './derived-values.ts';
import { draftEdges } from './edges.ts';
import { draftLocks } from './locks.ts';
import { splitWidening } from './split-widening.ts';
import { draftUniqueKeys } from './unique-values.ts';

export interface Steps extends Drafted, Pick<Changes, 'pending' | 'external' | 'unmanaged'> {
  readonly stateUpdates: StateUpdates;
}

export function draftSteps(changes: Changes): Steps {
  const draft = continueDraft(changes);
  splitWidening(draft);
  draftEdges(draft);
  draftDerivedValues(draft);
  draftUniqueKeys(draft);
  draftLocks(draft);
  draftArrivals(draft);
  checkConditions(draft);
  checkCustomValues(draft);
  const stateUpdates = { ...stateUpdatesOf(draft, changes.released), ...changes.ledgerMarks };
  const { pending, external, unmanaged } = changes;
  return { ...draft, pending, external, unmanaged, stateUpdates };
}
