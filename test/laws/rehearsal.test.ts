/** A rehearsal has the same result as the apply, from any state to any other. */
import { expect, test } from 'vitest';
import { rehearseOn } from '../../src/cli/planning/rehearsal.ts';
import { asDesired } from '../../src/import/adopt.ts';
import { shapes } from '../../src/kinds/index.ts';
import { importLive, readCopy } from '../../src/library/import.ts';
import { plan } from '../../src/library/plan.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { createPlatform } from '../../src/server/index.ts';
import { ledgerOf } from '../import/adopting.ts';
import { worldOf } from '../support/live-world.ts';
import { localPlatform } from '../support/local-platform.ts';
import { turned } from '../support/turned.ts';
import { anyWorld } from './any-world.ts';
import { drawn } from './draw.ts';
import { arriveAt, carryOut, faultsOf, planUnblocked } from './journey.ts';
import { always, extents, journeys, pairsOf } from './law.ts';

test.each(extents)('a rehearsal of any plan passes, and changes the same objects as the apply: %s', async (extent) => {
  await journeys(8, [pairsOf(extent)], async (journey, { before, after }) => {
    const { platform, reference, backend: ledger } = journey;
    const { organization } = reference;
    await arriveAt(journey, journey.wanted(before));
    const { planned, desired } = await planUnblocked(journey, journey.wanted(after));
    const from = journey.traffic.length;
    const copied = await readCopy({ organization, platform, ledger, desired });
    const rehearsal = await rehearseOn(copied, { desired, planned, ledger }, () => undefined);
    expect(journey.traffic.slice(from).filter(({ request }) => request.method !== 'GET')).toEqual([]);
    expect(rehearsal).toMatchObject({ status: 'passed', failures: [], left: [], unsure: [], notCovered: [] });
    const report = await carryOut(journey, planned, 1);
    expect(faultsOf(report)).toEqual([]);
    expect(rehearsal.changes).toEqual(report.counts);
  });
});

test('a rehearsal of changed titles and orders passes for any organization', async () => {
  const worlds = drawn((draw) => worldOf(anyWorld(draw, { isRepeated: true })));
  await always(8, [worlds], async (world) => {
    const reference = createPlatform({ seed: world, token: 'token-of-ana' });
    const platform = await localPlatform(reference);
    const { organization } = reference;
    const { adopted } = await importLive({ organization, platform, ledger: memoryLedger() });
    const ledger = memoryLedger(ledgerOf(adopted));
    const desired = turned(asDesired(adopted, organization, shapes), Number.MAX_SAFE_INTEGER);
    const planned = await plan({ desired, platform, ledger });
    const copied = await readCopy({ organization, platform, ledger, desired });
    const rehearsal = await rehearseOn(copied, { desired, planned, ledger }, () => undefined);
    expect(rehearsal).toMatchObject({ status: 'passed', failures: [], left: [], unsure: [] });
    reference.close();
  });
});
