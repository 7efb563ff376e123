/** The sixth stage of a plan: sorts the steps, and reports the moments of wider access that no order avoids. */
import type { DraftedChange } from '../draft/drafted.ts';
import type { Guarded } from '../guards/guard.ts';
import type { OpenWindow } from '../result/change.ts';
import type { Step } from '../result/step.ts';
import { orderByAccess } from './access-order.ts';
import { addNeed, startArranging } from './arranging.ts';
import { goLast } from './go-last.ts';
import { orderSteps } from './order.ts';
import { announceWindows, directlyAfter } from './windows.ts';

export interface Arranged extends Guarded {
  /** Each step comes after all that it needs and follows. */
  readonly sorted: readonly Step[];
  readonly windows: readonly OpenWindow[];
}

export function arrangePlan(guarded: Guarded): Arranged {
  const arranging = startArranging(guarded);
  for (const [after, before] of guarded.furtherNeeds) addNeed(arranging, after, before);
  goLast(arranging, guarded.last);
  const { windows, added } = announceWindows(arranging, orderByAccess(arranging));
  const changes: readonly DraftedChange[] = [...guarded.changes, ...added];
  return { ...arranging, changes, windows, sorted: orderSteps(arranging.steps, directlyAfter(windows)) };
}
