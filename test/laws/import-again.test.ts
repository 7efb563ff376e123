/** Imports of parts, and imports into an existing configuration after changes outside docform: the plan after each is empty. */
import { expect, test } from 'vitest';
import type { Desired } from '../../src/core/state.ts';
import { merged } from '../../src/import/select.ts';
import { shapes } from '../../src/kinds/index.ts';
import type { StateBackend } from '../../src/ledger/state-backend.ts';
import { apply } from '../../src/library/apply.ts';
import { importLive } from '../../src/library/import.ts';
import { chosenOf, misread, newConfiguration, newTextFiles, validateTexts } from '../../src/library/import-texts.ts';
import { plan } from '../../src/library/plan.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { planAfterImport } from '../../src/library/prepare-import.ts';
import { rewriteConfiguration } from '../../src/library/rewriting.ts';
import { file, type Living, living, readTexts, takeIn } from '../support/importing.ts';
import { worldOf } from '../support/live-world.ts';
import { anyWorld } from './any-world.ts';
import { doByHand } from './by-hand.ts';
import { drawn } from './draw.ts';
import { always } from './law.ts';

const options = { directory: '/nowhere', file };

interface Written {
  readonly desired: Desired;
  readonly texts: ReadonlyMap<string, string>;
  readonly ledger: StateBackend;
}

/** Imports only these addresses, into a new configuration. */
async function takeParts(
  { platform }: Living,
  choose: (addresses: readonly string[]) => readonly string[],
): Promise<Written> {
  const ledger = memoryLedger();
  const imported = await importLive({ organization: 'acme', platform, ledger, maxWaitMs: 0 });
  const { ids, lists } = imported.adopted;
  const chosen = chosenOf(imported, choose([...ids.keys(), ...lists]));
  const texts = newConfiguration(chosen, { organization: 'acme', file });
  const desired = readTexts(texts);
  const made = planAfterImport(desired, imported, platform.host);
  expect([misread(desired, chosen), made.differing]).toEqual([[], []]);
  await apply(made, { platform, ledger, maxWaitMs: 0 });
  return { desired, texts, ledger };
}

/** Imports all existing objects into the configuration. */
async function takeRest({ platform }: Living, { desired, texts, ledger }: Written): Promise<Written> {
  const imported = await importLive({ organization: 'acme', platform, ledger, desired, maxWaitMs: 0 });
  const after = merged({
    desired,
    selected: chosenOf(imported, [], desired),
    live: imported.live,
    ledger: imported.ledger,
    shapes,
  });
  const { fileOf, beside } = newTextFiles(after, desired, file);
  const validation = await validateTexts(options, texts);
  const rewritten = await rewriteConfiguration({
    options,
    validation,
    after: { ...after, fileOf },
    beside: new Map([...texts, ...beside]),
  });
  const made = planAfterImport(rewritten.desired, imported, platform.host, { pending: after.pending });
  expect({ refused: rewritten.refused, pending: after.pending, differing: made.differing }).toEqual({
    refused: [],
    pending: [],
    differing: [],
  });
  await apply(made, { platform, ledger, maxWaitMs: 0 });
  return { desired: rewritten.desired, texts: new Map([...texts, ...beside, ...rewritten.texts]), ledger };
}

async function expectEmptyPlan(place: Living, { desired, ledger }: Written): Promise<void> {
  const { changes, guards, unknown, pending, unmanaged } = (
    await plan({ desired, platform: place.platform, ledger, maxWaitMs: 0 })
  ).plan;
  expect({ changes, guards, unknown, pending }).toEqual({ changes: [], guards: [], unknown: [], pending: [] });
  expect(unmanaged).toEqual([]);
  expect(place.sent.filter(({ method }) => method !== 'GET')).toEqual([]);
}

const worlds = drawn((draw) => ({
  world: worldOf(anyWorld(draw, { isRepeated: true })),
  picks: Array.from({ length: draw.count(1, 3) }, () => draw.count(0, 10_000)),
  deeds: Array.from({ length: draw.count(1, 10) }, () => ({ what: draw.count(0, 1_000), which: draw.count(0, 1_000) })),
}));

test('selected addresses can be imported first, and all other objects later into the same configuration', async () => {
  await always(25, [worlds], async ({ world, picks }) => {
    const place = await living(world);
    const parts = await takeParts(place, (addresses) => picks.map((pick) => addresses[pick % addresses.length] ?? ''));
    await expectEmptyPlan(place, await takeRest(place, parts));
    place.reference.close();
  });
});

test('a second import adds the changes made outside docform, and a third import changes nothing', async () => {
  await always(25, [worlds], async ({ world, deeds }) => {
    const place = await living(world);
    const first = await takeIn(place, 'acme');
    await doByHand(place.reference, deeds);
    const second = await takeRest(place, first);
    await expectEmptyPlan(place, second);
    expect((await takeRest(place, second)).texts).toEqual(second.texts);
    place.reference.close();
  });
});
