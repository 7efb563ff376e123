/** Checks the expectations of a configuration, and reads the lists that only expectations need. */
import type { Client } from '../client/client.ts';
import type { ExpectationFinding } from '../core/expectation.ts';
import type { Desired, Live } from '../core/state.ts';
import { findingsIn } from '../expect/check.ts';
import { type DeclaredFinding, declaredFindings } from '../expect/declared.ts';
import { neededIn, neededKinds } from '../expect/needed.ts';
import { findingsOfPlan } from '../expect/plan.ts';
import { viewOf } from '../expect/view.ts';
import { sceneOfPlan } from '../impact/foreseen.ts';
import { type Scene, sceneOf } from '../impact/scene.ts';
import { shapes } from '../kinds/index.ts';
import type { Definitions } from '../live/mentions.ts';
import { readMoreLists } from '../live/more-lists.ts';
import { createWorld } from '../plan/context/world.ts';
import { matchAll } from '../plan/identity/match.ts';
import type { PlanInput } from '../plan/plan.ts';
import type { Plan } from '../plan/result/change.ts';

type Input = Pick<PlanInput, 'desired' | 'live'>;

/** In the state after the plan. Empty: all expectations are met. */
export async function expectationsOfPlan(
  client: Client,
  definitions: Definitions,
  { desired, live: known, plan }: Input & { readonly plan: Plan },
): Promise<readonly ExpectationFinding[]> {
  const { expect = [] } = desired;
  const sceneFor = (live: Live) => sceneOfPlan({ plan, live, desired, shapes: definitions }).scene;
  const live = await withNeeded(client, definitions, { desired, live: known }, sceneFor);
  return findingsOfPlan({ plan, live, desired, shapes: definitions }, expect);
}

/** In the current state. */
export async function expectationsNow(
  client: Client,
  definitions: Definitions,
  input: PlanInput,
): Promise<readonly ExpectationFinding[]> {
  const { desired, ledger } = input;
  const { expect = [] } = desired;
  if (expect.length === 0) return [];
  const { at } = matchAll(createWorld(input));
  const matched = [...at].flatMap(([address, { live }]) => (live === undefined ? [] : [[address, live.id] as const]));
  const recorded = Object.entries(ledger.resources).map(([address, { id }]) => [address, id] as const);
  const ids = Object.fromEntries([...recorded, ...matched]);
  const sceneFor = (live: Live) => sceneOf({ before: live, after: live, desired, ids, shapes: definitions });
  return findingsIn(viewOf(sceneFor(await withNeeded(client, definitions, input, sceneFor)), 'before'), expect);
}

function withNeeded(
  client: Client,
  definitions: Definitions,
  { desired, live }: Input,
  sceneFor: (live: Live) => Scene,
) {
  const { organization, expect = [] } = desired;
  const wanted = { top: neededKinds(expect), inside: (now: Live) => neededIn(sceneFor(now), expect) };
  return readMoreLists(client, { organization, definitions, live }, wanted);
}

/** Violations of the declarations alone. */
export function expectationsDeclared(desired: Desired): readonly DeclaredFinding[] {
  return declaredFindings(desired, shapes);
}
