/** Changes random organizations while requests fail and processes are killed: they reach the desired state, without duplicates and losses. */

import fc from 'fast-check';
import { hasCode } from '../../src/core/docform-error.ts';
import { shapes } from '../../src/kinds/index.ts';
import { parseAddress } from '../../src/kinds/shape.ts';
import { plan } from '../../src/library/plan.ts';
import { type Plan, remoteChanges } from '../../src/plan/result/change.ts';
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

/** A copy whose create got no answer blocks the plan, which asks to pin its id. Copies without an owner have the title that the platform gave them. */
export async function settleCopies(journey: Journey, wanted: DesiredState): Promise<DesiredState> {
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
  /** Applies with faults, and those killed. */
  applies: number;
  kills: number;
  /** Maximum number of further applies without faults, for one organization. */
  mostFurther: number;
  /** Executed creates without an answer, pinned as their plan asks. */
  uncertain: number;
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
    uncertain: 0,
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
  const unmanaged = unmanagedOf(second).filter((name) => !seededUnmanaged.includes(name));
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

/** Plans and applies while requests fail and the process can be killed. Checks plans of incomplete lists. */
async function applyInTrouble(
  journey: Journey,
  wanted: DesiredState,
  random: Random,
  tally: WorldsTally,
  where: string,
): Promise<DesiredState> {
  const desired = await settleCopies(journey, wanted);
  if (desired !== wanted) tally.uncertain += 1;
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

/** docform could not read enough, or blocked a change because of unread objects. Without the list of members, no token is known to be an admin's. */
function isUnreadable(error: unknown): boolean {
  return (
    hasCode(error, 'E-API', 'E-NO-ACCESS') || (error instanceof Error && error.message.startsWith('still blocked'))
  );
}

/** Applies without faults until the plan is empty; first pins copies as the plan asks. */
async function recover(
  journey: Journey,
  wanted: DesiredState,
  tally: WorldsTally,
): Promise<{ arrival: Arrival; applies: number }> {
  const settled = await settleCopies(journey, wanted);
  if (settled !== wanted) tally.uncertain += 1;
  for (let applies = 1; ; applies += 1) {
    const arrival = await arriveAt(journey, settled);
    if (faultsOf(arrival.report).length === 0 || applies === mostApplies) return { arrival, applies };
  }
}

/** Creates and deletes in unknown lists of existing containers. */
function daring({ changes, unknown, ids }: Plan): readonly string[] {
  const lists = new Set(unknown.filter((each) => isBroken(each, unknown)).map(({ list }) => list));
  const isBold = (action: string): boolean => action === 'create' || action === 'delete' || action === 'replace';
  return changes
    .filter(({ action, address, blocked }) => {
      const list = address.slice(0, address.lastIndexOf('/'));
      const parent = parseAddress(address, shapes)?.at(-2)?.address;
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
 * A site-space with an unreadable space, and a removed object with unreadable content, make further lists unknown that were read
 * completely. So do unreadable sites, which can show a removed space.
 */
function isBroken({ list, reason, keeps = [] }: Plan['unknown'][number], all: Plan['unknown']): boolean {
  const isOfAnother =
    keeps.length > 0 &&
    (all.some((other) => other.reason === reason && other.list.startsWith(`${list}/`)) ||
      (list === 'spaces' && /\blistSite/.test(reason)));
  return (
    !isOfAnother &&
    (list === 'spaces' || list === 'members' || !/listMembers|listMemberSpaces|see every space/.test(reason))
  );
}
