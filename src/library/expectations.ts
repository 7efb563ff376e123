/** Checks the expectations of a configuration, and reads the lists that only expectations need. */

import type { Expectation } from '../core/expectation.ts';
import type { ExpectationFinding } from '../core/expectation-finding.ts';
import type { PolicyRule } from '../core/policy.ts';
import { fileStart } from '../core/problem.ts';
import type { Desired, Live } from '../core/state.ts';
import { shapes } from '../kinds/index.ts';
import { createWorld } from '../plan/context/world.ts';
import { matchAll } from '../plan/identity/match.ts';
import type { PlanInput } from '../plan/plan.ts';
import type { Plan } from '../plan/result/change.ts';
import type { Client } from '../remote/client/client.ts';
import type { Definitions } from '../remote/live/mentions.ts';
import { readMoreLists } from '../remote/live/more-lists.ts';
import { findingsIn } from '../review/expect/check.ts';
import { type DeclaredFinding, declaredFindings } from '../review/expect/declared.ts';
import { neededIn, neededKinds } from '../review/expect/needed.ts';
import { findingsOfPlan } from '../review/expect/plan.ts';
import { viewOf } from '../review/expect/view.ts';
import { sceneOfPlan } from '../review/impact/simulation/foreseen.ts';
import { type Scene, sceneOf } from '../review/impact/simulation/scene.ts';

/** Of the configuration, with the policy rules about states. Empty: there is nothing to check. */
export function statementsOf({ expect = [] }: Desired, rules: readonly PolicyRule[] = []): readonly Expectation[] {
  const ofStates = rules.filter(({ on }) => on === 'state');
  return [...expect, ...ofStates.map((rule) => ({ ...rule, of: 'rule' as const, span: fileStart(rule.file) }))];
}

type Input = Pick<PlanInput, 'desired' | 'live'>;

/** In the state after the plan. Empty: all expectations are met. */
export async function expectationsOfPlan(
  client: Client,
  definitions: Definitions,
  { desired, live: known, plan }: Input & { readonly plan: Plan },
  expect: readonly Expectation[],
): Promise<readonly ExpectationFinding[]> {
  const sceneFor = (live: Live) => sceneOfPlan({ plan, live, desired, shapes: definitions }).scene;
  const live = await withNeeded(client, definitions, { desired, live: known }, expect, sceneFor);
  return findingsOfPlan({ plan, live, desired, shapes: definitions }, expect);
}

/** In the current state. */
export async function expectationsNow(
  client: Client,
  definitions: Definitions,
  input: PlanInput,
  expect: readonly Expectation[],
): Promise<readonly ExpectationFinding[]> {
  const { desired, ledger } = input;
  const { at } = matchAll(createWorld(input));
  const matched = [...at].flatMap(([address, { live }]) => (live === undefined ? [] : [[address, live.id] as const]));
  const recorded = Object.entries(ledger.resources).map(([address, { id }]) => [address, id] as const);
  const ids = Object.fromEntries([...recorded, ...matched]);
  const sceneFor = (live: Live) => sceneOf({ before: live, after: live, desired, ids, shapes: definitions });
  return findingsIn(viewOf(sceneFor(await withNeeded(client, definitions, input, expect, sceneFor)), 'before'), expect);
}

function withNeeded(
  client: Client,
  definitions: Definitions,
  { desired: { organization }, live }: Input,
  expect: readonly Expectation[],
  sceneFor: (live: Live) => Scene,
) {
  const wanted = { top: neededKinds(expect), inside: (now: Live) => neededIn(sceneFor(now), expect) };
  return readMoreLists(client, { organization, definitions, live }, wanted);
}

/** Violations of the declarations alone. */
export function expectationsDeclared(desired: Desired): readonly DeclaredFinding[] {
  return declaredFindings(desired, shapes);
}
