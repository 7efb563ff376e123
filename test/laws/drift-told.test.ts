/** Whatever people do by hand, drift tells it; and tells the same with edits of the configuration that are about something else. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Desired, type Drifted, drift, plan, remoteChanges } from '../../src/library/index.ts';
import { driftJson } from '../../src/report/drift/json.ts';
import { driftMarkdown } from '../../src/report/drift/markdown.ts';
import { driftText } from '../../src/report/drift/text.ts';
import { type Deed, doByHand } from './by-hand.ts';
import { desiredOf } from './desired-of.ts';
import { type Edit, editElsewhere } from './drift-elsewhere.ts';
import { arriveAt, type Journey, openJourney } from './journey.ts';
import { pairsOf } from './pairs.ts';
import { settings } from './settings.ts';

const numbers = (minLength: number, maxLength: number) =>
  fc.array(fc.record<Deed & Edit>({ what: fc.nat(100), which: fc.nat(20) }), { minLength, maxLength });

/** Over a transport that knows GET only. */
async function drifted({ platform, store }: Journey, desired: Desired): Promise<Drifted> {
  const transport: typeof platform.transport = (request, options) => {
    if (request.method !== 'GET') throw new Error(`${request.method} ${request.path}`);
    return platform.transport(request, options);
  };
  return drift({ desired, platform: { ...platform, transport }, ledger: store, today: '2026-01-01', maxWaitMs: 0 });
}

const told = ({ drift: found, host, digest }: Drifted): readonly string[] => [
  driftText(found, { digest, impact: [], isVerbose: true }),
  driftJson(found, { host, digest, impact: [] }),
  driftMarkdown(found, { digest, impact: [] }),
];

test.each(['sites', 'everything'] as const)('all that a plan would put right, and nothing of what was edited: %s', async (extent) => {
  const seen = { drift: 0, edited: 0 };
  await fc.assert(
    fc.asyncProperty(pairsOf(extent), numbers(8, 14), numbers(0, 6), async ({ before }, deeds, edits) => {
      const journey = openJourney();
      const { desired } = await arriveAt(journey, desiredOf(before, journey.reference.organization, journey.seeded));
      const clean = await drifted(journey, desired);
      expect(clean.drift.entries.filter((entry) => entry.class !== 'unmanaged')).toEqual([]);
      await doByHand(journey.reference, deeds);
      const found = await drifted(journey, desired);
      const { plan: made } = await plan({ desired, platform: journey.platform, ledger: journey.store, maxWaitMs: 0 });
      const byHand = found.drift.entries.filter((entry) => entry.class !== 'unmanaged');
      // What a list is pruned of is unmanaged, and told as that.
      const righted = remoteChanges(made).filter(({ action }) => action !== 'delete');
      if (righted.length > 0) expect(byHand, JSON.stringify(righted)).not.toEqual([]);
      const edited = editElsewhere(desired, edits, found.drift);
      const again = await drifted(journey, edited);
      expect(told(again)).toEqual(told(found));
      expect(again.digest).toBe(found.digest);
      seen.drift += byHand.length;
      seen.edited += edited === desired ? 0 : 1;
      journey.reference.close();
    }),
    settings(15),
  );
  expect(seen.drift).toBeGreaterThan(5);
  expect(seen.edited).toBeGreaterThan(5);
});
