/** Checks of a plan that the configuration asks for: expectations, and the readers of URLs. Their code is loaded only if needed. */

import type { PolicyRule } from '../core/policy.ts';
import type { Blocked, Plan, ReviewedPlan } from '../plan/result/change.ts';
import type { Client } from '../remote/client/client.ts';
import type { Definitions } from '../remote/live/mentions.ts';
import type { ImpactInput } from '../review/impact/simulation/foreseen.ts';

type Input = ImpactInput & { readonly plan: Plan };

interface Options {
  readonly hasInsights?: boolean;
  readonly policy?: { readonly rules: readonly PolicyRule[] };
}

interface Checked {
  readonly checks: Pick<ReviewedPlan, 'expectations' | 'traffic'>;
  readonly guards: readonly Blocked[];
}

export async function checksOf(
  client: Client,
  definitions: Definitions,
  input: Input,
  { hasInsights = false, policy }: Options,
): Promise<Checked> {
  const expected = await expectedOf(client, definitions, input, policy?.rules);
  const traffic = await trafficIn(client, input, hasInsights);
  return { checks: { ...expected.checks, ...traffic.checks }, guards: [...expected.guards, ...traffic.guards] };
}

const unasked: Checked = { checks: {}, guards: [] };

/** The findings, with a guard for each expectation that is not met. */
async function expectedOf(
  client: Client,
  definitions: Definitions,
  input: Input,
  rules: readonly PolicyRule[] = [],
): Promise<Checked> {
  if (input.desired.expect === undefined && !rules.some(({ on }) => on === 'state')) return unasked;
  const [{ expectationsOfPlan, statementsOf }, { expectationGuards }] = await Promise.all([
    import('./expectations.ts'),
    import('../review/expect/guards.ts'),
  ]);
  const expectations = await expectationsOfPlan(client, definitions, input, statementsOf(input.desired, rules));
  return { checks: { expectations }, guards: expectationGuards(expectations) };
}

/** The page views, if they are asked for, and the guard of `policy.maxReaders`. */
async function trafficIn(client: Client, input: Input, hasInsights: boolean): Promise<Checked> {
  const { maxReaders } = input.desired.policy;
  if (!hasInsights && maxReaders === undefined) return unasked;
  const [{ trafficOf }, { readerGuards }] = await Promise.all([
    import('./insights.ts'),
    import('../plan/guards/policy/reader-limit.ts'),
  ]);
  const traffic = await trafficOf(hasInsights ? client : undefined, input);
  const checks = hasInsights && traffic.length > 0 ? { traffic } : {};
  return { checks, guards: readerGuards(traffic, maxReaders) };
}
