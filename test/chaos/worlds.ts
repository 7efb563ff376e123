/** Random organizations on their way to other ones, with everything going wrong: they arrive, with nothing twice and nothing lost. */

import fc from 'fast-check';
import { hasCode } from '../../src/core/docform-error.ts';
import { shapes } from '../../src/kinds/index.ts';
import { addressPath } from '../../src/kinds/shape.ts';
import { plan } from '../../src/library/plan.ts';
import { type Plan, remoteChanges } from '../../src/plan/change.ts';
import { desiredOf } from '../laws/desired-of.ts';
import { NoWayOut } from '../laws/heeded.ts';
import {
  type Arrival,
  arriveAt,
  carryOut,
  faultsOf,
  type Journey,
  missing,
  openJourney,
  planUnblocked,
  seededUnmanaged,
  unmanagedOf,
} from '../laws/journey.ts';
import { pairsOf } from '../laws/law.ts';
import { createHazards, mortal } from './hazards.ts';
import { createRandom, type Random } from './random.ts';

type DesiredState = Parameters<typeof plan>[0]['desired'];

/**
 * A copy whose creation was never answered blocks the plan, which asks to look for it and to pin its id. Copies that nobody owns stand
 * under the title the platform gave them.
 */
async function settleCopies(journey: Journey, wanted: DesiredState): Promise<DesiredState> {
  const { plan: made } = await plan({ desired: wanted, platform: journey.platform, ledger: journey.backend });
  const open = made.changes.filter(({ blocked }) => blocked?.code === 'B-UNCERTAIN-COPY').map(({ address }) => address);
  if (open.length === 0) return wanted;
  const copies = made.unmanaged.flatMap(({ list, objects }) =>
    list === 'spaces' ? objects.filter(({ name }) => name !== 'Stray') : [],
  );
  const pins = new Map(open.map((address, at) => [address, copies[at]?.id]));
  const resources = wanted.resources.map((resource) => {
    const pin = pins.get(resource.address);
    return pin === undefined ? resource : { ...resource, pin };
  });
  return { ...wanted, resources };
}

export interface WorldsOptions {
  readonly worlds: number;
  readonly seed: number;
  readonly onWorld?: (tally: WorldsTally) => void;
}

export interface WorldsTally {
  worlds: number;
  /** Applies under hazards, and those of them that were killed. */
  applies: number;
  kills: number;
  /** Applies that were needed afterwards, without hazards: most for one world. */
  mostFurther: number;
  /** Creates that the platform did and docform never heard of, settled by hand as its plan says. */
  unsettled: number;
  readonly struck: Map<string, number>;
  readonly violations: string[];
}

const mostApplies = 2;

export async function chaosWorlds({ worlds, seed, onWorld = () => undefined }: WorldsOptions): Promise<WorldsTally> {
  const tally: WorldsTally = {
    worlds: 0,
    applies: 0,
    kills: 0,
    mostFurther: 0,
    unsettled: 0,
    struck: new Map(),
    violations: [],
  };
  for (let number = 0; number < worlds; number += 1) {
    const random = createRandom(seed * 1_000_003 + number);
    const [pair] = fc.sample(pairsOf(number % 3 === 0 ? 'sites' : 'everything'), {
      seed: seed * 1_000_003 + number,
      numRuns: 1,
    });
    const journey = openJourney();
    for (const outline of pair === undefined ? [] : [pair.before, pair.after]) {
      const wanted = desiredOf(outline, journey.reference.organization, journey.seeded);
      const where = `world ${number} of seed ${seed}`;
      await crossing(journey, wanted, random, tally, where).catch((error: unknown) => {
        tally.violations.push(`${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      });
    }
    journey.reference.close();
    tally.worlds += 1;
    onWorld(tally);
  }
  return tally;
}

async function crossing(
  journey: Journey,
  wanted: DesiredState,
  random: Random,
  tally: WorldsTally,
  where: string,
): Promise<void> {
  let desired = wanted;
  for (let apply = 0; apply < 1 + random.below(2); apply += 1)
    desired = await applyInTrouble(journey, desired, random, tally, where);
  const { arrival, applies } = await recover(journey, desired, tally);
  tally.mostFurther = Math.max(tally.mostFurther, applies);
  const second = await plan({ desired: arrival.desired, platform: journey.platform, ledger: journey.backend });
  const unmanaged = (await unmanagedOf(journey, arrival.desired)).filter((name) => !seededUnmanaged.includes(name));
  tally.violations.push(
    ...faultsOf(arrival.report).map((fault) => `${where}: still failing: ${fault}`),
    ...(await missing(journey, arrival)).map((text) => `${where}: not as desired: ${text}`),
    ...remoteChanges(second.plan).map(
      ({ action, address }) => `${where}: the plan after it is not empty: ${action} ${address}`,
    ),
    ...unmanaged.map((name) => `${where}: there twice, or left over: ${name}`),
    ...journey.blocks
      .splice(0)
      .flatMap((block) =>
        block.startsWith('B-CONFLICT ') ? [`${where}: nobody else was there, and yet ${block}`] : [],
      ),
  );
}

/** Plans and applies while requests fail and the process may be killed. What is planned from lists that are not whole is looked at. */
async function applyInTrouble(
  journey: Journey,
  wanted: DesiredState,
  random: Random,
  tally: WorldsTally,
  where: string,
): Promise<DesiredState> {
  const desired = await settleCopies(journey, wanted);
  if (desired !== wanted) tally.unsettled += 1;
  const hazards = createHazards(random, { reads: random.below(2) * 4, writes: 5 + random.below(20) });
  const isKilled = random.isTrue(0.4);
  const backend = isKilled ? mortal(journey.backend, 1 + random.below(40), random.isTrue(0.5)) : journey.backend;
  journey.intercept = hazards.around;
  tally.applies += 1;
  if (isKilled) tally.kills += 1;
  try {
    const ready = await planUnblocked(journey, desired);
    tally.violations.push(
      ...daring(ready.planned.plan).map((change) => `${where}: planned in a list that is not whole: ${change}`),
    );
    await carryOut({ ...journey, backend }, ready.planned, random.below(2)).catch(whenKilled);
    return ready.desired;
  } catch (error) {
    if (error instanceof NoWayOut || isUnreadable(error)) return desired;
    throw error;
  } finally {
    journey.intercept = (send) => send;
    for (const [name, count] of hazards.struck) tally.struck.set(name, (tally.struck.get(name) ?? 0) + count);
  }
}

function whenKilled(error: unknown): void {
  if (!(error instanceof Error && error.message === 'killed')) throw error;
}

/** So little could be read that docform gave up, or a block came from what it could not see. */
function isUnreadable(error: unknown): boolean {
  return error instanceof Error && (hasCode(error, 'E-API') || error.message.startsWith('still blocked'));
}

/** Applies without hazards, as often as needed; a copy nobody is sure of is pinned first, as the plan asks. */
async function recover(
  journey: Journey,
  wanted: DesiredState,
  tally: WorldsTally,
): Promise<{ arrival: Arrival; applies: number }> {
  const settled = await settleCopies(journey, wanted);
  if (settled !== wanted) tally.unsettled += 1;
  for (let applies = 1; ; applies += 1) {
    const arrival = await arriveAt(journey, settled);
    if (faultsOf(arrival.report).length === 0 || applies === mostApplies) return { arrival, applies };
  }
}

/** Creates and deletes in lists that the plan itself calls unknown, in what is there: what stands in something new cannot be there yet. */
function daring({ changes, unknown, ids }: Plan): readonly string[] {
  const lists = new Set(unknown.filter((each) => isBroken(each, unknown)).map(({ list }) => list));
  const isBold = (action: string): boolean => action === 'create' || action === 'delete' || action === 'replace';
  return changes
    .filter(({ action, address, blocked }) => {
      const list = address.slice(0, address.lastIndexOf('/'));
      const parent = addressPath(address, shapes)?.at(-2)?.address;
      return (
        isBold(action) &&
        blocked === undefined &&
        lists.has(list) &&
        (parent === undefined || ids[parent] !== undefined)
      );
    })
    .map(({ action, address }) => `${action} ${address}`);
}

/**
 * A link whose space could not be read makes the plan unsure of its list as well, and what is to go and could not be read within makes it keep
 * that: such lists were read to their end, and the reason is that of the other one.
 */
function isBroken({ list, reason, keeps = [] }: Plan['unknown'][number], all: Plan['unknown']): boolean {
  const isOfAnother =
    keeps.length > 0 && all.some((other) => other.reason === reason && other.list.startsWith(`${list}/`));
  return (
    !isOfAnother &&
    (list === 'spaces' || list === 'members' || !/listMembers|listMemberSpaces|see every space/.test(reason))
  );
}
