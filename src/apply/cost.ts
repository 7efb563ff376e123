/** What applying a plan costs: the requests of each step, before anything is sent. */
import type { Plan, Step, StepId } from '../plan/change.ts';
import { callsOf, type Definitions, describeCall } from './requests.ts';

/** One request as people and machines see it; ids not known yet stand as `{address}`. */
export interface PlannedRequest {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
}

export interface Cost {
  readonly requests: number;
  readonly requestsOf: (step: StepId) => readonly PlannedRequest[];
}

export function costOf(plan: Plan, definitions: Definitions): Cost {
  const requests = new Map(plan.steps.map((step) => [step.id, plannedRequests(step, plan, definitions)]));
  return {
    requests: [...requests.values()].reduce((sum, of) => sum + of.length, 0),
    requestsOf: (step) => requests.get(step) ?? [],
  };
}

function plannedRequests(step: Step, { organization, ids }: Plan, definitions: Definitions): readonly PlannedRequest[] {
  const calls = callsOf(step, { organization, definitions, idOf: (address) => ids[address] ?? `{${address}}` });
  return calls.map((call) => {
    const { name, method } = call.endpoint;
    return { operation: name, method, path: describeCall(call).slice(method.length + 1) };
  });
}
