/** An imported configuration is edited as text and applied despite faults: the last plan is empty, without duplicates. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadConfiguration } from '../../src/config/load-configuration.ts';
import { TransportError } from '../../src/contract/transport-error.ts';
import type { Desired } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import { plan } from '../../src/library/plan.ts';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { filesInMemory } from '../config/memory-files.ts';
import { file, living, takeIn } from '../support/importing.ts';
import { refusingOnce, strikingWrites, type Through } from '../support/local-platform.ts';
import { doByHand } from './by-hand.ts';
import { type Draw, drawn } from './draw.ts';
import { handEdited } from './hand-edits.ts';
import { NoWayOut } from './heeded.ts';
import { carryOut, faultsOf, planUnblocked } from './journey.ts';
import { always, type Choice, choices, orders } from './law.ts';

/** A fault at one write of an apply. `arrived`: the platform executed the write, and its response is lost. */
type Mishap = 'none' | 'cut off' | 'arrived' | 'refused';

interface Incident {
  readonly mishap: Mishap;
  readonly which: number;
  readonly deeds: readonly Choice[];
}

const incidents = fc.record<Incident>({
  mishap: fc.constantFrom('none', 'cut off', 'arrived', 'refused'),
  which: fc.nat(100),
  deeds: choices(0, 3),
});

const seeds = ['medium', 'small'] as const;

async function textsOf(seed: (typeof seeds)[number]): Promise<ReadonlyMap<string, string>> {
  const life = await living(seed);
  const { texts } = await takeIn(life, life.reference.organization);
  life.reference.close();
  return texts;
}

const imported = await Promise.all(seeds.map(textsOf));

function read(texts: ReadonlyMap<string, string>, text: string): Desired | undefined {
  return loadConfiguration({ file, files: filesInMemory({ ...Object.fromEntries(texts), [file]: text }), shapes })
    .desired;
}

/** Makes several edits, and skips those that make the configuration invalid. */
function edited(texts: ReadonlyMap<string, string>, text: string, draw: Draw): string {
  let whole = text;
  for (let tries = draw.count(6, 24); tries > 0; tries--) {
    const after = handEdited(whole, draw);
    if (after !== whole && read(texts, after) !== undefined) whole = after;
  }
  return whole;
}

// With bias, most edits would change the first lines.
const histories = fc.noBias(
  drawn((draw) => {
    const at = draw.chance(20) ? 1 : 0;
    const texts = imported[at] ?? new Map<string, string>();
    const first = edited(texts, texts.get(file) ?? '', draw);
    const second = draw.chance(50) ? first : edited(texts, first, draw);
    const [before, after] = [first, second].map((text) => read(texts, text));
    return { seed: seeds[at] ?? 'medium', first, second, before, after };
  }),
);

/** `planned`: the number of planned writes. */
function striking({ mishap, which }: Incident, planned: number): Through {
  const nth = which % Math.max(1, planned);
  if (mishap === 'refused') return refusingOnce(nth, 412);
  return strikingWrites(async (at, send) => {
    if (mishap === 'none' || at < nth) return send();
    const isLost = mishap === 'arrived' && at === nth;
    if (isLost) await send();
    throw new TransportError('the connection is gone', isLost);
  });
}

test('an edited configuration is applied completely after an apply with a fault, and the next plan is empty', async () => {
  const seen = { done: 0, noWayOut: 0, struck: 0 };
  await always(16, [histories, incidents, orders], async ({ seed, before, after, second, first }, incident, order) => {
    if (before === undefined || after === undefined) return;
    const life = await living(seed);
    const { ledger: backend } = await takeIn(life, life.reference.organization);
    const journey = { ...life, backend, traffic: [], blocks: [] };
    try {
      const one = await planUnblocked(journey, before);
      const { transport, ...platform } = life.platform;
      const through = striking(incident, one.planned.plan.steps.length)(transport);
      const report = await carryOut({ ...journey, platform: { ...platform, transport: through } }, one.planned, order);
      seen.struck += faultsOf(report).length > 0 ? 1 : 0;
      if (incident.mishap === 'none') expect(faultsOf(report)).toEqual([]);
      await doByHand(life.reference, incident.deeds);
      const two = await planUnblocked(journey, after);
      const last = await carryOut(journey, two.planned, order);
      expect(faultsOf(last), `${first}\n${second}`).toEqual([]);
      const rest = await plan({ desired: two.desired, platform: life.platform, ledger: backend, maxWaitMs: 0 });
      expect(remoteChanges(rest.plan).map(({ action, address }) => `${action} ${address}`)).toEqual([]);
      // Everything was imported, so an unmanaged object was created outside docform, released or duplicated.
      const isReleased = two.planned.plan.changes.some(({ action }) => action === 'release');
      if (incident.deeds.length === 0 && !isReleased) expect(rest.plan.unmanaged).toEqual([]);
      seen.done += 1;
    } catch (error) {
      if (!(error instanceof NoWayOut)) throw error;
      seen.noWayOut += 1;
    } finally {
      life.reference.close();
    }
  });
  expect(seen.done).toBeGreaterThan(seen.noWayOut);
  expect(seen.struck).toBeGreaterThan(seen.done / 5);
});
