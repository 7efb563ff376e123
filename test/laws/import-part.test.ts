/** An import of addresses reads fewer lists, and imports what it imports after reading everything. */
import { describe, expect, test } from 'vitest';
import { initialOrders } from '../../src/apply/ledger-writer.ts';
import type { Desired } from '../../src/core/state.ts';
import { asDesired } from '../../src/import/adopt.ts';
import { merged } from '../../src/import/select.ts';
import { kindsOfDialect } from '../../src/kinds/index.ts';
import type { StateBackend } from '../../src/ledger/state-backend.ts';
import { apply } from '../../src/library/apply.ts';
import { type Imported, importLive } from '../../src/library/import.ts';
import { chosenOf, newConfiguration } from '../../src/library/import-texts.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { planAfterImport } from '../../src/library/prepare-import.ts';
import { file, type Living, living, readTexts } from '../support/importing.ts';
import { worldOf } from '../support/live-world.ts';
import { anyWorld } from './any-world.ts';
import { doByHand } from './by-hand.ts';
import { drawn } from './draw.ts';
import { always } from './law.ts';

interface Place extends Living {
  readonly ledger: StateBackend;
}

/** What the import of the addresses declares, and what the plan after it records and changes. */
function importedFrom({ platform }: Place, imported: Imported, addresses: readonly string[], before?: Desired) {
  const kinds = kindsOfDialect(imported.dialect);
  const chosen = chosenOf(imported, addresses, before);
  const after = before && merged({ ...imported, selected: chosen, desired: before, shapes: kinds });
  const desired =
    before && after
      ? { ...before, ...asDesired(after, 'acme', kinds), moved: before.moved }
      : readTexts(newConfiguration(chosen, { organization: 'acme', file }));
  const { plan, differing, unseen } = planAfterImport(desired, imported, platform.host, {
    isImported: (address) => before === undefined || chosen.isAsked(address) || chosen.ids.has(address),
    pending: after?.pending ?? [],
    ...(before === undefined ? {} : { before }),
  });
  const { resources, orders, lists, ids, leftOut, unknown } = chosen;
  // The other parts describe the results of steps, which an import does not have.
  const { set, remove, lists: managed, unlisted, external } = plan.stateUpdates;
  const kept = initialOrders(imported.ledger, plan.stateUpdates, (address) => ids.get(address));
  const stateUpdates = { set, remove, managed, unlisted, external, kept };
  return {
    facts: {
      ...{ resources, orders, lists, ids: Object.fromEntries(ids), leftOut, unknown, after },
      ...{ changes: plan.changes, stateUpdates, differing, unseen },
    },
    desired,
  };
}

/** Imports the addresses after reading a part, and after reading everything. */
async function expectSame(place: Place, addresses: readonly string[], desired?: Desired) {
  const { platform, ledger, sent } = place;
  const options = {
    organization: 'acme',
    platform,
    ledger,
    maxWaitMs: 0,
    ...(desired === undefined ? {} : { desired }),
  };
  const before = sent.length;
  const part = await importLive({ ...options, addresses });
  const between = sent.length;
  const whole = await importLive(options);
  const [near, all] = [part, whole].map((each) => importedFrom(place, each, addresses, desired));
  expect(near?.facts).toEqual(all?.facts);
  return {
    desired: near?.desired as Desired,
    requests: { part: between - before, whole: sent.length - between },
    part,
  };
}

const worlds = drawn((draw) => ({
  world: worldOf(anyWorld(draw, { isRepeated: draw.chance(70) })),
  picks: Array.from({ length: 4 }, () => draw.count(0, 10_000)),
  deeds: Array.from({ length: draw.count(0, 6) }, () => ({ what: draw.count(0, 1_000), which: draw.count(0, 1_000) })),
}));

describe.each(['2025-06', 'gitbook'] as const)('%s', (dialect) => {
  test('in a new configuration, and in one with other objects after changes outside docform', async () => {
    let [part, whole] = [0, 0];
    await always(40, [worlds], async ({ world, picks, deeds }) => {
      const place = { ...(await living(world, dialect)), ledger: memoryLedger() };
      const { platform, ledger, reference } = place;
      const addressesIn = async () => {
        const { adopted } = await importLive({ organization: 'acme', platform, ledger, maxWaitMs: 0 });
        return [...adopted.ids.keys(), ...adopted.lists];
      };
      const addresses = await addressesIn();
      const chosen = picks.map((pick) => addresses[pick % addresses.length] ?? 'teams');
      const first = await expectSame(place, chosen.slice(0, 2));
      const made = planAfterImport(first.desired, first.part, platform.host);
      await apply(made, { platform, ledger, maxWaitMs: 0 });
      // Changes outside docform are calls of the contract.
      if (dialect === '2025-06') await doByHand(reference, deeds);
      const second = await expectSame(place, [...chosen.slice(1), 'teams/none'], first.desired);
      part += first.requests.part + second.requests.part;
      whole += first.requests.whole + second.requests.whole;
      reference.close();
    });
    expect(part).toBeLessThan(whole * 0.8);
  });
});
