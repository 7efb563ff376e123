/** The planner's input at the end of a journey: what is wanted, what is there, and what the ledger knows. */
import { createClient } from '../../src/client/client.ts';
import { definitions } from '../../src/kinds/index.ts';
import { fetchLive } from '../../src/live/fetch.ts';
import type { PlanInput } from '../../src/plan/plan.ts';
import { desiredOf } from './desired-of.ts';
import { arriveAt, type Journey, planUnblocked } from './journey.ts';
import type { Pair } from './pairs.ts';

/** After arriving at the first outline, before leaving for the second. */
export async function statesOf(journey: Journey, { before, after }: Pair): Promise<Omit<PlanInput, 'shapes'>> {
  const { organization } = journey.reference;
  await arriveAt(journey, desiredOf(before, organization, journey.seeded));
  const { desired, allowances } = await planUnblocked(journey, desiredOf(after, organization, journey.seeded));
  const { ledger } = await journey.store.load();
  const client = createClient({ transport: journey.platform.transport });
  const live = await fetchLive(client, { organization, definitions, desired, ledger });
  return { desired, allowances, ledger, live };
}
