/** After changes outside docform are accepted into the configuration, plan and drift are empty. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { adopt } from '../../src/import/adopt.ts';
import { kindsOfDialect, shapes } from '../../src/kinds/index.ts';
import { plan } from '../../src/plan/plan.ts';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { createClient } from '../../src/remote/client/client.ts';
import { fetchLive } from '../../src/remote/live/fetch.ts';
import { acceptDrift } from '../../src/review/drift/accept.ts';
import { drift } from '../../src/review/drift/drift.ts';
import type { DriftEntry } from '../../src/review/drift/entry.ts';
import { doByHand } from './by-hand.ts';
import { inContract } from './desired-of.ts';
import { editElsewhere } from './drift-elsewhere.ts';
import { arriveAt } from './journey.ts';
import { choices, extents, journeys, pairsOf } from './law.ts';

const definitions = kindsOfDialect('2025-06');

test.each(extents)('accepting drift into the configuration leaves an empty plan and no drift: %s', async (extent) => {
  const seen = { taken: 0, refused: 0 };
  await journeys(
    12,
    [pairsOf(extent), choices(0, 8), choices(0, 4), fc.boolean()],
    async (journey, { before }, done, edits, withUnmanaged) => {
      const { organization } = journey.reference;
      const arrival = await arriveAt(journey, journey.wanted(before));
      await doByHand(journey.reference, done);
      const { ledger } = await journey.backend.load();
      const applied = inContract(arrival.desired, ledger);
      const client = createClient({ transport: journey.platform.transport });
      const live = await fetchLive(client, { organization, definitions, desired: applied, ledger, isWhole: true });
      const input = { live, ledger, shapes };
      const desired = editElsewhere(applied, edits, drift({ ...input, desired: applied, today: '2026-01-01' }));
      const found = drift({ ...input, desired, today: '2026-01-01' });
      const taken = acceptDrift({
        desired,
        entries: found.entries,
        addresses: [],
        withUnmanaged,
        live: adopt({ ...input, desired }),
        shapes,
      });
      expect(taken.unmanaged.length).toBe(
        withUnmanaged ? 0 : found.entries.filter((entry) => entry.class === 'unmanaged').length,
      );
      const lists = taken.after.lists
        .map((list) => desired.lists.find((each) => each.list === list))
        .filter((list) => list !== undefined);
      const after = { ...desired, resources: taken.after.resources, orders: taken.after.orders, lists, moved: [] };
      const left = new Set([...taken.notAccepted, ...taken.unmanaged].map(({ address }) => address));
      // Edits that are not applied yet stay in the plan.
      const drifted = new Set(found.entries.map(({ address }) => address));
      const edited = new Set(
        remoteChanges(plan({ ...input, desired })).flatMap(({ address }) => (drifted.has(address) ? [] : [address])),
      );
      const rest = remoteChanges(plan({ ...input, desired: after })).filter(
        ({ address }) => !left.has(address) && !edited.has(address),
      );
      expect(rest, JSON.stringify(found.entries)).toEqual([]);
      const again = drift({ ...input, desired: after, today: '2026-01-01' }).entries.filter(
        (entry) => !left.has(entry.address),
      );
      // Only the ledger still differs: it has old ids of recreated objects, and members that are no longer referenced.
      const isForLedger = ({ class: of, kind, fields }: DriftEntry) =>
        (of === 'unmanaged' && kind === 'member') || fields?.some(({ field }) => field === 'id') === true;
      expect(again.filter((entry) => !isForLedger(entry))).toEqual([]);
      seen.taken += taken.chosen.length;
      seen.refused += taken.notAccepted.length;
    },
  );
  expect(seen.taken).toBeGreaterThan(8);
});
