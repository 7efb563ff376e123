/** After two applies in a row were killed, the next apply completes the work and creates no duplicates. */
import { expect, test } from 'vitest';
import { remoteChanges } from '../../src/plan/change.ts';
import { mortal } from '../chaos/hazards.ts';
import { settleCopies } from '../chaos/worlds.ts';
import {
  arriveWhole,
  carryOut,
  type Journey,
  openJourney,
  planUnblocked,
  seededUnmanaged,
  unmanagedOf,
} from './journey.ts';
import { always, extents, type Pair, pairsOf } from './law.ts';
import type { Fields } from './outline.ts';

type DesiredState = ReturnType<Journey['wanted']>;

/** The entry of the journal at which the process is killed, and whether this entry is still written. */
interface Kill {
  readonly at: number;
  readonly isWritten: boolean;
}

const itemsOf = (block: Fields | undefined, list: string) => (block?.[list] ?? []) as readonly Fields[];

/** The spaces of all sections, each once and directly in the site. */
function flattened(structure: readonly Fields[]): readonly Fields[] {
  const sections = structure.flatMap((item) => ('group' in item ? itemsOf(item, 'sections') : [item]));
  const links = sections.flatMap((item) => ('space' in item ? [item] : itemsOf(item, 'spaces')));
  return [...new Map(links.map(({ path: _, default: __, ...link }) => [link.space, link])).values()];
}

/** All sites are flat before, so that many of them gain sections. */
function fromFlat({ before, after }: Pair): Pair {
  if (before.sites === undefined) return { before, after };
  const sites = Object.entries(before.sites).map(([key, { defaultSection: _, ...site }]) => [
    key,
    'structure' in site ? { ...site, structure: flattened(itemsOf(site, 'structure')) } : site,
  ]);
  return { before: { ...before, sites: Object.fromEntries(sites) }, after };
}

async function killed(journey: Journey, wanted: DesiredState, { at, isWritten }: Kill) {
  const { planned, desired } = await planUnblocked(journey, await settleCopies(journey, wanted));
  const backend = mortal(journey.backend, at, isWritten);
  const { ledgerFault } = await carryOut({ ...journey, backend }, planned, 0);
  return { desired, isKilled: ledgerFault !== undefined };
}

/** False: the first apply ended before its kill. */
async function completesAfter(pair: Pair, first: Kill, second: Kill): Promise<boolean> {
  const journey = openJourney();
  try {
    await arriveWhole(journey, journey.wanted(pair.before));
    const once = await killed(journey, journey.wanted(pair.after), first);
    const twice = await killed(journey, once.desired, second);
    const arrival = await arriveWhole(journey, await settleCopies(journey, twice.desired));
    expect(remoteChanges((await journey.plan(arrival.desired)).plan)).toEqual([]);
    const unmanaged = await unmanagedOf(journey, arrival.desired);
    expect(unmanaged.filter((name) => !seededUnmanaged.includes(name))).toEqual([]);
    return once.isKilled;
  } finally {
    journey.reference.close();
  }
}

/** The journal begins with the start of the run and the outcomes of steps of earlier runs. Each step then adds an intent and an outcome. */
const outcomeOf = (step: number): Kill => ({ at: 1 + 2 * step, isWritten: false });
const earlierOutcome: Kill = { at: 2, isWritten: true };

test.each(extents)(
  'an apply completes the work of an apply that was killed after any step, and of a second one that was killed at its start: %s',
  async (extent) => {
    await always(10, [pairsOf(extent).map(fromFlat)], async (pair) => {
      for (let step = 1; await completesAfter(pair, outcomeOf(step), earlierOutcome); step += 1);
    });
  },
);
