/** Plans a case, saves the plan and reads it back, and compares it with a new plan after changes outside docform. */
import { approvedByDigest, approvedBySaved, staleChanges } from '../../src/library/approve.ts';
import { type Planned, plan } from '../../src/library/plan.ts';
import type { StaleChange } from '../../src/plan/approval/plan-comparison.ts';
import type { Change, SavedPlan } from '../../src/plan/result/change.ts';
import { stalePlanText } from '../../src/report/apply/stale-plan.ts';
import { planJson } from '../../src/report/plan/json.ts';
import { readPlan } from '../../src/report/plan/read-plan.ts';
import { type Case, caseOf } from '../support/case.ts';
import { namedText, namesOf, openCase } from '../support/case-world.ts';

export async function planCase(each: Case) {
  const { reference, ids, options } = await openCase(each);
  const { platform, ledger: backend } = options;
  return { reference, platform, backend, ids, planned: await plan(options), planAgain: () => plan(options) };
}

/** Reads the plan back from its file, because only values in the file can be compared. */
export function saved(planned: Planned): SavedPlan {
  const read = readPlan(planJson(planned.plan, planned));
  if ('fault' in read) throw new Error(read.message);
  return read.plan;
}

export interface Overtaken {
  /** Changes that are applied, such as `create teams/docs title`. Empty if the plan is stale. */
  readonly done: readonly string[];
  /** Changes that were not approved. */
  readonly leftOut: readonly string[];
  /** Whether the digest alone leads to the same result. */
  readonly isSameByDigest: boolean;
  readonly stale: readonly StaleChange[];
  /** The differences as reported, with names instead of ids. Empty if the plan is applied. */
  readonly text: string;
}

/** `byHand`: calls on the platform after the plan was saved. `unconfirmed`, `interrupted`: addresses in the journal of an interrupted run. */
export async function overtaken(
  each: Partial<Case>,
  byHand: readonly string[],
  { unconfirmed = [], interrupted = [] }: { unconfirmed?: readonly string[]; interrupted?: readonly string[] } = {},
): Promise<Overtaken> {
  const whole = caseOf(each);
  const before = await planCase(whole);
  const approved = saved(before.planned);
  before.reference.close();
  const after = await planCase({ ...whole, before: [...whole.before, ...byHand] });
  const facts = { ...after.planned, unconfirmed: new Set(unconfirmed), interrupted: new Set(interrupted) };
  const [part, byDigest] = [
    await approvedBySaved(facts, approved),
    await approvedByDigest(facts, before.planned.digest),
  ];
  const stale = part === undefined ? staleChanges(facts, approved) : [];
  const names = namesOf(after.ids, (await after.backend.load()).ledger);
  after.reference.close();
  const textsOf = (changes: readonly Change[] = []) =>
    changes.map(({ action, address, fields }) => [action, address, ...fields.map(({ field }) => field)].join(' '));
  const leftOut = textsOf(part?.leftOut);
  const isSameByDigest =
    JSON.stringify([part?.planned.plan.changes, part?.leftOut]) ===
    JSON.stringify([byDigest?.planned.plan.changes, byDigest?.leftOut]);
  const common = { stale, leftOut, isSameByDigest };
  return part === undefined
    ? { ...common, done: [], text: namedText(stalePlanText(stale), names) }
    : { ...common, done: textsOf(part.planned.plan.changes), text: '' };
}
