/** Counts the requests of a plan. */
import type { Plan, Step, StepId } from '../plan/change.ts';
import { callsOf, type Definitions, describeCall, type RequestContext } from './requests.ts';

/** Unknown ids appear as `{address}`. */
export interface PlannedRequest {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
}

export interface Cost {
  readonly requests: number;
  readonly requestsOf: (step: StepId) => readonly PlannedRequest[];
}

/** Goes through the steps in order: once a step creates an object, requests contain its address instead of an id. */
export function costOf(plan: Plan, definitions: Definitions): Cost {
  if (plan.steps.length === 0) return { requests: 0, requestsOf: () => [] };
  const { organization } = plan;
  const ids = new Map(Object.entries(plan.ids));
  const requests = new Map<StepId, readonly PlannedRequest[]>();
  for (const step of plan.steps) {
    requests.set(
      step.id,
      plannedRequests(step, { organization, definitions, idOf: (address) => ids.get(address) ?? `{${address}}` }),
    );
    if (step.operation === 'delete') ids.delete(step.address);
    if (step.operation === 'create') for (const { address } of [step, ...(step.companions ?? [])]) ids.delete(address);
  }
  return {
    requests: [...requests.values()].reduce((sum, of) => sum + of.length, 0),
    requestsOf: (step) => requests.get(step) ?? [],
  };
}

function plannedRequests(step: Step, context: RequestContext): readonly PlannedRequest[] {
  return callsOf(step, context).map((call) => {
    const { name, method } = call.endpoint;
    return { operation: name, method, path: describeCall(call).slice(method.length + 1) };
  });
}
