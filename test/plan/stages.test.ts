/** Each stage of the planner leaves the results of the stages before it as they are, for every fourth case, with and without a scope. */
import { describe, expect, test } from 'vitest';
import { readForPlan } from '../../src/library/plan-input.ts';
import { arrangePlan } from '../../src/plan/arrange/arranged.ts';
import { draftChanges } from '../../src/plan/changes/changes.ts';
import type { PlanInput } from '../../src/plan/context/world.ts';
import { createPlanDocument } from '../../src/plan/document/plan-document.ts';
import type { Drafted } from '../../src/plan/draft/drafted.ts';
import { guardPlan } from '../../src/plan/guards/guard.ts';
import { matchResources } from '../../src/plan/identity/matched.ts';
import { plan } from '../../src/plan/plan.ts';
import type { Limit } from '../../src/plan/result/scope.ts';
import { limitPlan } from '../../src/plan/scope/limit.ts';
import { completeSteps } from '../../src/plan/steps/steps.ts';
import { caseNames, readCase } from '../support/case.ts';
import { openCase } from '../support/case-world.ts';

const sample = caseNames().filter((_, at) => at % 4 === 0);

describe.each(sample)('%s', (name) => {
  test('no stage changes the result of an earlier one', async () => {
    const { reference, options } = await openCase(readCase(name));
    const { input } = await readForPlan(options);
    reference.close();
    const [first] = plan(input).changes;
    const scopes = [undefined, ...(first === undefined ? [] : [without(first.address)])];
    for (const scope of scopes) {
      const results = stagesOf(input, scope);
      expect(results.map(({ result }) => textOf(result))).toEqual(results.map(({ text }) => text));
    }
  });
});

/** A scope with all changes but those of one address. */
function without(address: string): Limit {
  return {
    selects: (each) => each !== address,
    conflict: 'block',
    part: { only: [], except: [address], read: 0, notRead: [] },
  };
}

interface Recorded {
  readonly result: Drafted;
  /** The result as it was before the next stage. */
  readonly text: string;
}

function stagesOf(input: PlanInput, scope: Limit | undefined): readonly Recorded[] {
  const results: Recorded[] = [];
  const recorded = <D extends Drafted>(result: D): D => {
    results.push({ result, text: textOf(result) });
    return result;
  };
  const changes = recorded(draftChanges(matchResources(input)));
  const steps = recorded(completeSteps(changes));
  const limited = recorded(limitPlan(steps, scope));
  const guarded = recorded(guardPlan(limited));
  createPlanDocument(recorded(arrangePlan(guarded)));
  return results;
}

/** The drafted part, without the input of the planner. */
function textOf({ world, matches, creates, waiting, open, ...drafted }: Drafted): string {
  return JSON.stringify(drafted, (_, value: unknown) => {
    if (value instanceof Map || value instanceof Set) return [...value];
    return value;
  });
}
