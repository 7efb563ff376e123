/** Counts the requests of a plan without sending any. */
import type { Call } from '../contract/endpoint.ts';
import type { Address } from '../core/address.ts';
import type { Plan } from '../plan/result/change.ts';
import type { StepId } from '../plan/result/step.ts';
import { callsOf, type Definitions, describeCall } from './requests.ts';

/** Goes through the steps in order: once a step creates an object, requests contain its address instead of an id. */
export function costOf(plan: Plan, definitions: Definitions): Cost {
  if (plan.steps.length === 0) return { requests: 0, requestsOf: () => [] };
  const { organization } = plan;
  const ids = new Map(Object.entries(plan.ids));
  const calls = new Map<StepId, readonly Call[]>();
  const context = { organization, definitions, idOf: (address: Address) => ids.get(address) ?? `{${address}}` };
  for (const step of plan.steps) {
    calls.set(step.id, callsOf(step, context));
    if (step.operation === 'delete') ids.delete(step.address);
    if (step.operation === 'create') for (const { address } of [step, ...(step.companions ?? [])]) ids.delete(address);
  }
  return {
    requests: [...calls.values()].reduce((sum, of) => sum + of.length, 0),
    requestsOf: (step) =>
      (calls.get(step) ?? []).map((call) => {
        const { name, method } = call.endpoint;
        return { operation: name, method, path: describeCall(call).slice(method.length + 1) };
      }),
  };
}

export interface Cost {
  readonly requests: number;
  /** Unknown ids appear as `{address}` in the path. */
  readonly requestsOf: (step: StepId) => readonly {
    readonly [part in 'operation' | 'method' | 'path']: string;
  }[];
}
