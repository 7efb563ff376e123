/** The planner: compares desired state, live state and ledger. Each stage is a pure function of the one before. */

import { arrangePlan } from './arrange/arranged.ts';
import { draftChanges } from './changes/changes.ts';
import type { PlanInput } from './context/world.ts';
import { createPlanDocument } from './document/plan-document.ts';
import { guardPlan } from './guards/guard.ts';
import { matchResources } from './identity/matched.ts';
import type { Plan } from './result/change.ts';
import { limitPlan } from './scope/limit.ts';
import { completeSteps } from './steps/steps.ts';

export type { PlanInput } from './context/world.ts';

export function plan(input: PlanInput): Plan {
  const matched = matchResources(input);
  const changes = draftChanges(matched);
  const steps = completeSteps(changes);
  const limited = limitPlan(steps, input.scope);
  const guarded = guardPlan(limited);
  const arranged = arrangePlan(guarded);
  return createPlanDocument(arranged);
}
