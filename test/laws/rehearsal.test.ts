/** From any state to any other: what a rehearsal shows is what applying does. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rehearseOn } from '../../src/cli/rehearsal.ts';
import { asDesired } from '../../src/import/adopt.ts';
import { shapes } from '../../src/kinds/index.ts';
import { importLive, memoryLedger, plan, readCopy } from '../../src/library/index.ts';
import { createPlatform } from '../../src/server/index.ts';
import { ledgerOf } from '../import/adopting.ts';
import { worldOf } from '../support/live-world.ts';
import { localPlatform } from '../support/local-platform.ts';
import { turned } from '../support/turned.ts';
import { anyWorld } from './any-world.ts';
import { desiredOf } from './desired-of.ts';
import { drawn } from './draw.ts';
import { arriveAt, carryOut, faultsOf, openJourney, planUnblocked } from './journey.ts';
import { pairsOf } from './pairs.ts';
import { settings } from './settings.ts';

test.each(['sites', 'everything'] as const)('the copy is a likeness, and takes the very plan: %s', async (extent) => {
  await fc.assert(
    fc.asyncProperty(pairsOf(extent), async ({ before, after }) => {
      const journey = openJourney();
      const { platform, reference, store: ledger } = journey;
      const { organization } = reference;
      await arriveAt(journey, desiredOf(before, organization, journey.seeded));
      const { planned, desired } = await planUnblocked(journey, desiredOf(after, organization, journey.seeded));
      const from = journey.traffic.length;
      const copied = await readCopy({ organization, platform, ledger, desired });
      const rehearsal = await rehearseOn(copied, { desired, planned, ledger }, planned, () => undefined);
      expect(journey.traffic.slice(from).filter(({ request }) => request.method !== 'GET')).toEqual([]);
      expect(rehearsal).toMatchObject({ status: 'passed', failures: [], left: [], unsure: [], notCovered: [] });
      const report = await carryOut(journey, planned, 1);
      expect(faultsOf(report)).toEqual([]);
      expect(rehearsal.changes).toEqual(report.counts);
      reference.close();
    }),
    { ...settings(8), endOnFailure: true },
  );
});

test('of any organization, other titles and orders all over are rehearsed on a likeness', async () => {
  const worlds = drawn((draw) => worldOf(anyWorld(draw, { isRepeated: true })));
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      const reference = createPlatform({ seed: world, token: 'token-of-ana' });
      const platform = await localPlatform(reference);
      const { organization } = reference;
      const { adopted } = await importLive({ organization, platform, ledger: memoryLedger() });
      const ledger = memoryLedger(ledgerOf(adopted));
      const desired = turned(asDesired(adopted, organization, shapes), Number.MAX_SAFE_INTEGER);
      const planned = await plan({ desired, platform, ledger });
      const copied = await readCopy({ organization, platform, ledger, desired });
      const rehearsal = await rehearseOn(copied, { desired, planned, ledger }, planned, () => undefined);
      expect(rehearsal).toMatchObject({ status: 'passed', failures: [], left: [], unsure: [] });
      reference.close();
    }),
    { ...settings(8), endOnFailure: true },
  );
});
