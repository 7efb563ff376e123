/** Whatever people have done by hand, adopting it leaves nothing to plan, and taking it back is rehearsed as it is applied. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rehearseOn } from '../../src/cli/rehearsal.ts';
import { emptyLedger } from '../../src/core/state.ts';
import { importLive, memoryLedger, readCopy } from '../../src/library/index.ts';
import { type Deed, doByHand } from '../laws/by-hand.ts';
import { desiredOf } from '../laws/desired-of.ts';
import { NoWayOut } from '../laws/heeded.ts';
import { arriveAt, carryOut, faultsOf, openJourney, planUnblocked } from '../laws/journey.ts';
import { pairsOf } from '../laws/pairs.ts';
import { settings } from '../laws/settings.ts';
import { changesOf } from './adopting.ts';

const deeds = fc.array(fc.record<Deed>({ what: fc.nat(100), which: fc.nat(20) }), { minLength: 1, maxLength: 8 });

/** Some of what people have made by hand nothing but a hand can take back. */
function ifByHand(error: unknown): undefined {
  if (error instanceof NoWayOut) return undefined;
  throw error;
}

test('after any deeds by hand', async () => {
  await fc.assert(
    fc.asyncProperty(pairsOf('everything'), deeds, async ({ before, after }, done) => {
      const journey = openJourney();
      const { platform, reference, store: ledger } = journey;
      const { organization } = reference;
      const { desired: arrived } = await arriveAt(journey, desiredOf(before, organization, journey.seeded));
      await doByHand(reference, done);
      const fresh = await importLive({ organization, platform, ledger: memoryLedger() });
      expect(changesOf(fresh.adopted, fresh.live)).toEqual([]);
      expect(changesOf(fresh.adopted, fresh.live, emptyLedger)).toEqual([]);
      const again = await importLive({ organization, platform, ledger, desired: arrived });
      const known = (await ledger.load()).ledger.resources;
      const entries = [...again.adopted.ids].map(([address, id]) => [address, { ...known[address], id }]);
      expect(changesOf(again.adopted, again.live, { ...emptyLedger, resources: Object.fromEntries(entries) })).toEqual([]);
      const ready = await planUnblocked(journey, desiredOf(after, organization, journey.seeded)).catch(ifByHand);
      if (ready === undefined) return;
      const { planned, desired } = ready;
      const copied = await readCopy({ organization, platform, ledger, desired });
      const rehearsal = await rehearseOn(copied, { desired, planned, ledger }, planned, () => undefined);
      const report = await carryOut(journey, planned, 1);
      expect(rehearsal.failures.map(({ address }) => address)).toEqual(
        report.changes.filter(({ status }) => status !== 'done').map(({ address }) => address),
      );
      expect(rehearsal).toMatchObject({ changes: report.counts, unsure: [] });
      expect(faultsOf(report).length > 0).toBe(rehearsal.status === 'failed');
      reference.close();
    }),
    { ...settings(10), endOnFailure: true },
  );
});
