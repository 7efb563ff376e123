/** Distinguishes guards of policy rules and expectations from guards of the planner. */
import type { Blocked } from '../../result/change.ts';

/** Codes of the guards of policy rules. */
export const policyCodes = { error: 'B-POLICY', warning: 'W-POLICY' } as const;

/** Codes of the guards of expectations: caused by the plan, violated before it, or not read completely. */
export const expectationCodes = { violated: 'B-EXPECT', before: 'W-EXPECT', unknown: 'W-EXPECT-UNKNOWN' } as const;

export function isPolicyGuard({ code }: Pick<Blocked, 'code'>): boolean {
  return Object.values<string>(policyCodes).includes(code);
}

function isExpectationGuard({ code }: Pick<Blocked, 'code'>) {
  return Object.values<string>(expectationCodes).includes(code);
}

/** Guards of expectations and rules come before guards of the planner. */
export function splitGuards(guards: readonly Blocked[]) {
  const isPlannerGuard = (guard: Blocked) => !isPolicyGuard(guard) && !isExpectationGuard(guard);
  return {
    ofExpectations: guards.filter(isExpectationGuard),
    ofRules: guards.filter(isPolicyGuard),
    own: guards.filter(isPlannerGuard),
  };
}
