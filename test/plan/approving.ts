/** A case planned, saved and read back, and what is left of that plan once somebody has been at the platform. */
import { keepApproved, type Planned, plan } from '../../src/library/plan.ts';
import type { SavedPlan } from '../../src/plan/plan-view.ts';
import type { KeptPlan } from '../../src/plan/saved/kept.ts';
import { restText } from '../../src/report/apply-report.ts';
import { planJson } from '../../src/report/json.ts';
import { readPlan } from '../../src/report/read-plan.ts';
import { type Case, caseOf } from '../support/case.ts';
import { namedText, namesOf, openCase } from '../support/case-world.ts';

export async function planCase(each: Case) {
  const { reference, ids, options } = await openCase(each);
  const { platform, ledger: store } = options;
  return { reference, platform, store, ids, planned: await plan(options), planAgain: () => plan(options) };
}

/** By way of the file: what is not in it cannot be compared. */
export function saved(planned: Planned): SavedPlan {
  const read = readPlan(planJson(planned.plan, planned));
  if ('fault' in read) throw new Error(read.message);
  return read.plan;
}

export interface Overtaken {
  readonly kept: KeptPlan;
  /** `+ teams/docs` and so on: what is still done. */
  readonly done: readonly string[];
  /** What the report says of the rest, in names. */
  readonly rest: string;
}

/** `byHand`: calls made on the platform after the plan was saved; `unsettled`: what an earlier run was making when it ended. */
export async function overtaken(
  each: Partial<Case>,
  byHand: readonly string[],
  unsettled: readonly string[] = [],
): Promise<Overtaken> {
  const whole = caseOf(each);
  const before = await planCase(whole);
  const approved = saved(before.planned);
  before.reference.close();
  const after = await planCase({ ...whole, before: [...whole.before, ...byHand] });
  const { kept } = keepApproved({ ...after.planned, unsettled: new Set(unsettled) }, approved);
  const names = namesOf(after.ids, (await after.store.load()).ledger);
  after.reference.close();
  const done = kept.plan.changes.map(({ action, address, fields }) =>
    [action, address, ...fields.map(({ field }) => field)].join(' '),
  );
  return { kept, done, rest: namedText(restText(kept), names) };
}
