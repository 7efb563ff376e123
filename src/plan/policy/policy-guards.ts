/** Distinguishes guards of policy rules from guards of the planner. */
import type { Blocked } from '../result/change.ts';

/** Codes of the guards of policy rules. */
export const policyCodes = { error: 'B-POLICY', warning: 'W-POLICY' } as const;

export function isPolicyGuard({ code }: Pick<Blocked, 'code'>): boolean {
  return Object.values<string>(policyCodes).includes(code);
}

/** Guards of rules come before guards of the planner. */
export function partedGuards(guards: readonly Blocked[]) {
  return { ofRules: guards.filter(isPolicyGuard), own: guards.filter((guard) => !isPolicyGuard(guard)) };
}
