/** Ids of a small organization, and steps to make calls of. */
import { callsOf, type RequestContext } from '../../src/apply/requests.ts';
import { callPath } from '../../src/contract/endpoint.ts';
import { definitions } from '../../src/kinds/index.ts';
import type { Step } from '../../src/plan/result/step.ts';

const ids: { readonly [address: string]: string } = {
  settings: 'o1',
  'sites/docs': 's1',
  'sites/docs/visitor': 's1',
  'sites/docs/sections/a': 'sec-a',
  'sites/docs/sections/b': 'sec-b',
  'sites/docs/groups/g': 'grp-1',
  'sites/docs/sections/a/spaces/home': 'ss-1',
  'sites/flat': 's2',
  'spaces/home': 'sp-1',
  'spaces/new': 'sp-9',
  'spaces/home/fields': 'sp-1',
  'collections/c': 'col-1',
  'collections/d': 'col-2',
  'teams/docs': 't1',
  'members/ana@acme.dev': 'u-ana',
  'members/bo@acme.dev': 'u-bo',
  'members/eve@acme.dev': 'u-eve',
  'teams/docs/members/eve@acme.dev': 'u-eve',
  'openapi/payments': 'payments',
};
export const context: RequestContext = { organization: 'o1', definitions, idOf: (address) => ids[address] };

export function step(operation: Step['operation'], kind: string, address: string, rest: Partial<Step> = {}): Step {
  return {
    id: `${address}#${operation}`,
    operation,
    kind,
    address,
    fields: {},
    needs: new Set(),
    follows: new Set(),
    ...rest,
  };
}

/** Method, path and body of the calls of a step. */
export function sent(made: Step): readonly (readonly [string, unknown])[] {
  return callsOf(made, context).map((call) => [`${call.endpoint.method} ${callPath(call)}`, call.body] as const);
}
