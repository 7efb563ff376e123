/** Withholds one change of a plan. */
import type { Planned } from '../../src/library/plan.ts';
import { withoutBlocked } from '../../src/library/withhold.ts';
import type { Change } from '../../src/plan/result/change.ts';

/** Plans as if a guard blocked the change. The plan is still blocked if nothing else is left. */
export function withholding(planned: Planned, { address, action }: Change): Promise<Planned> {
  const blocked = { code: 'B-PROTECTED', reason: 'the test says so' };
  const changes = planned.plan.changes.map((each) =>
    each.address === address && each.action === action ? { ...each, blocked } : each,
  );
  return withoutBlocked({ ...planned, plan: { ...planned.plan, changes } });
}
