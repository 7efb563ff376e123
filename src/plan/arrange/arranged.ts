/** The sixth stage of a plan: sorts the steps, and reports the moments of wider access that no order avoids. */
import type { DraftedChange } from '../draft/drafted.ts';
import type { Guarded } from '../guards/guard.ts';
import type { OpenWindow } from '../result/change.ts';
import type { Step } from '../result/step.ts';
import { orderByAccess } from './access-order.ts';
import { addNeededStep, startArranging } from './arranging.ts';
import { moveStepsLast } from './go-last.ts';
import { orderSteps } from './order.ts';
import { reportWindows, stepsDirectlyAfter } from './windows.ts';

export interface Arranged extends Guarded {
  /** Each step comes after all that it needs and follows. */
  readonly sorted: readonly Step[];
  readonly windows: readonly OpenWindow[];
}

export function arrangePlan(guarded: Guarded): Arranged {
  const arranging = startArranging(guarded);
  for (const [after, before] of guarded.furtherNeeds) addNeededStep(arranging, after, before);
  moveStepsLast(arranging, guarded.last);
  const { windows, added } = reportWindows(arranging, orderByAccess(arranging));
  const changes: readonly DraftedChange[] = [...guarded.changes, ...added];
  return { ...arranging, changes, windows, sorted: orderSteps(arranging.steps, stepsDirectlyAfter(windows)) };
}
