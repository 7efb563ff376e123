/** After two applies in a row were killed, the next apply completes the work and creates no duplicates. */
import { expect, test } from 'vitest';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { mortal } from '../chaos/hazards.ts';
import { settleCopies } from '../chaos/worlds.ts';
import { noWay } from './heeded.ts';
import {
  arriveWhole,
  carryOut,
  checkpoint,
  faultsOf,
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

type Ready = Awaited<ReturnType<typeof planUnblocked>>;

async function planTo(journey: Journey, wanted: DesiredState): Promise<Ready> {
  return planUnblocked(journey, await settleCopies(journey, wanted));
}

async function killed(journey: Journey, { planned, desired }: Ready, { at, isWritten }: Kill) {
  const backend = mortal(journey.backend, at, isWritten);
  const { ledgerFault } = await carryOut({ ...journey, backend }, planned, 0);
  return { desired, isKilled: ledgerFault !== undefined };
}

/** An apply that leaves work to do after the first one was killed. */
type Between = (journey: Journey, desired: DesiredState) => Promise<{ readonly desired: DesiredState }>;

/** False: the first apply ended before its kill. */
async function completesAfter(journey: Journey, first: Ready, kill: Kill, between: Between): Promise<boolean> {
  const { desired, isKilled } = await killed(journey, first, kill);
  const second = await between(journey, desired);
  const arrival = await arriveWhole(journey, await settleCopies(journey, second.desired));
  const next = await journey.plan(arrival.desired);
  expect(remoteChanges(next.plan)).toEqual([]);
  expect(unmanagedOf(next).filter((name) => !seededUnmanaged.includes(name))).toEqual([]);
  return isKilled;
}

/** The journal begins with the start of the run and the outcomes of steps of earlier runs. Each step then adds an intent and an outcome. */
const outcomeOf = (step: number): Kill => ({ at: 1 + 2 * step, isWritten: false });

async function completesAfterAnyStep(pair: Pair, between: Between): Promise<void> {
  const journey = openJourney();
  try {
    await arriveWhole(journey, journey.wanted(pair.before));
    const restore = await checkpoint(journey);
    const first = await planTo(journey, journey.wanted(pair.after));
    for (let step = 1; await completesAfter(journey, first, outcomeOf(step), between); step += 1) restore();
  } finally {
    journey.reference.close();
  }
}

test.each(extents)(
  'an apply completes the work of an apply that was killed after any step, and of a second one that was killed at its start: %s',
  async (extent) => {
    await always(10, [pairsOf(extent).map(fromFlat)], (pair) =>
      completesAfterAnyStep(pair, async (journey, desired) =>
        killed(journey, await planTo(journey, desired), { at: 2, isWritten: true }),
      ),
    );
  },
);

test('an apply completes the work of an apply that was killed after any step, after one that was limited to this step', async () => {
  let limited = 0;
  await always(6, [pairsOf('sites').map(fromFlat)], (pair) =>
    completesAfterAnyStep(pair, async (journey, wanted) => {
      const only = (await journey.backend.load()).open.map(({ address }) => address);
      const desired = await settleCopies(journey, wanted);
      const ready = await planUnblocked(journey, desired, { only }).catch(noWay('B-SCOPE'));
      if (only.length === 0 || ready === undefined) return { desired };
      limited += 1;
      expect(faultsOf(await carryOut(journey, ready.planned, 0))).toEqual([]);
      return ready;
    }),
  );
  expect(limited).toBeGreaterThan(20);
});
