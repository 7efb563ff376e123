/** Drift reports all changes outside docform, and reports the same with edits of other resources in the configuration. */
import { expect, test } from 'vitest';
import type { Desired } from '../../src/core/state.ts';
import { type Drifted, drift } from '../../src/library/drift.ts';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { driftMarkdown, driftText } from '../../src/report/drift/drift.ts';
import { driftJson } from '../../src/report/drift/drift-json.ts';
import { doByHand } from './by-hand.ts';
import { editElsewhere } from './drift-elsewhere.ts';
import { arriveAt, type Journey } from './journey.ts';
import { choices, extents, journeys, pairsOf } from './law.ts';

/** The transport rejects every method except GET. */
async function drifted({ platform, backend }: Journey, desired: Desired): Promise<Drifted> {
  const transport: typeof platform.transport = (request, options) => {
    if (request.method !== 'GET') throw new Error(`${request.method} ${request.path}`);
    return platform.transport(request, options);
  };
  return drift({ desired, platform: { ...platform, transport }, ledger: backend, today: '2026-01-01', maxWaitMs: 0 });
}

const told = ({ drift: found, host, digest }: Drifted): readonly string[] => [
  driftText(found, { digest, impact: [], isVerbose: true }),
  driftJson(found, { host, digest, impact: [] }),
  driftMarkdown(found, { digest, impact: [] }),
];

test.each(extents)(
  'drift reports all changes outside docform, and no edits of the configuration: %s',
  async (extent) => {
    const seen = { drift: 0, edited: 0 };
    await journeys(15, [pairsOf(extent), choices(8, 14), choices(0, 6)], async (journey, { before }, deeds, edits) => {
      const { desired } = await arriveAt(journey, journey.wanted(before));
      const clean = await drifted(journey, desired);
      expect(clean.drift.entries.filter((entry) => entry.class !== 'unmanaged')).toEqual([]);
      // Unmanaged objects existed from the start.
      // A member whom docform does not manage may have been added outside docform.
      expect(clean.impact.filter(({ address }) => !address.startsWith('members/'))).toEqual([]);
      await doByHand(journey.reference, deeds);
      const found = await drifted(journey, desired);
      const { plan: made } = await journey.plan(desired);
      const byHand = found.drift.entries.filter((entry) => entry.class !== 'unmanaged');
      // Drift reports the objects that a plan prunes as unmanaged.
      const righted = remoteChanges(made).filter(({ action }) => action !== 'delete');
      if (righted.length > 0) expect(byHand, JSON.stringify(righted)).not.toEqual([]);
      const edited = editElsewhere(desired, edits, found.drift);
      const again = await drifted(journey, edited);
      expect(told(again)).toEqual(told(found));
      expect(again.digest).toBe(found.digest);
      seen.drift += byHand.length;
      seen.edited += edited === desired ? 0 : 1;
    });
    expect(seen.drift).toBeGreaterThan(5);
    expect(seen.edited).toBeGreaterThan(5);
  },
);
