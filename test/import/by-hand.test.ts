/** After any changes outside docform, the plan of an import is empty, and an undo is rehearsed as it is applied. */
import { expect, test } from 'vitest';
import { rehearseOn } from '../../src/cli/planning/rehearsal.ts';
import { emptyLedger } from '../../src/core/state.ts';
import { importLive, readCopy } from '../../src/library/import.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { doByHand } from '../laws/by-hand.ts';
import { noWay } from '../laws/heeded.ts';
import { arriveAt, carryOut, faultsOf, planUnblocked } from '../laws/journey.ts';
import { choices, journeys, pairsOf } from '../laws/law.ts';
import { changesOf } from './adopting.ts';

const deeds = choices(1, 8);

test('after any changes outside docform, the plan of an import is empty', async () => {
  await journeys(10, [pairsOf('everything'), deeds], async (journey, { before, after }, done) => {
    const { platform, reference, backend: ledger } = journey;
    const { organization } = reference;
    const { desired: arrived } = await arriveAt(journey, journey.wanted(before));
    await doByHand(reference, done);
    const fresh = await importLive({ organization, platform, ledger: memoryLedger() });
    expect(changesOf(fresh.adopted, fresh.live)).toEqual([]);
    expect(changesOf(fresh.adopted, fresh.live, emptyLedger)).toEqual([]);
    const again = await importLive({ organization, platform, ledger, desired: arrived });
    const known = (await ledger.load()).ledger.resources;
    const entries = [...again.adopted.ids].map(([address, id]) => [address, { ...known[address], id }]);
    expect(changesOf(again.adopted, again.live, { ...emptyLedger, resources: Object.fromEntries(entries) })).toEqual(
      [],
    );
    const ready = await planUnblocked(journey, journey.wanted(after)).catch(noWay());
    if (ready === undefined) return;
    const { planned, desired } = ready;
    const copied = await readCopy({ organization, platform, ledger, desired });
    const rehearsal = await rehearseOn(copied, { desired, planned, ledger }, () => undefined);
    const report = await carryOut(journey, planned, 1);
    expect(rehearsal.failures.map(({ address }) => address)).toEqual(
      report.changes.filter(({ status }) => status !== 'done').map(({ address }) => address),
    );
    expect(rehearsal).toMatchObject({ changes: report.counts, unsure: [] });
    expect(faultsOf(report).length > 0).toBe(rehearsal.status === 'failed');
  });
});
