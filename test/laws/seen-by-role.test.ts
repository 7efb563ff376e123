/** Hidden objects are never considered absent: with any role, a plan contains nothing that the plan of an admin does not contain. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Desired, Ledger } from '../../src/core/state.ts';
import type { StateBackend } from '../../src/ledger/state-backend.ts';
import { apply } from '../../src/library/apply.ts';
import { drift } from '../../src/library/drift.ts';
import { plan } from '../../src/library/plan.ts';
import type { Platform } from '../../src/library/platform.ts';
import type { Plan } from '../../src/plan/result/change.ts';
import { findUnreadableAddresses, isIncomplete, isReadInPart } from '../../src/plan/scope/readable-scope.ts';
import type { DialectName } from '../../src/server/index.ts';
import { type Living, living, type Taken, takeIn } from '../support/importing.ts';
import { worldOf } from '../support/live-world.ts';
import { localPlatform } from '../support/local-platform.ts';
import { halfSeenWorld, lesser } from './any-world.ts';
import { doByHand } from './by-hand.ts';
import { drawn } from './draw.ts';
import { editElsewhere } from './drift-elsewhere.ts';
import { always, choices } from './law.ts';

const today = '2026-11-22';

interface Half extends Living {
  readonly taken: Taken;
  /** The platform with the token of a member who is not an admin. */
  readonly lesser: Platform;
}

async function half(world: Parameters<typeof living>[0], dialect?: DialectName): Promise<Half> {
  const place = await living(world, dialect);
  const taken = await takeIn(place, 'acme');
  const token = place.reference.tokenFor(lesser);
  return { ...place, taken, lesser: await localPlatform({ ...place.reference, token }) };
}

/** Changes and removed ledger entries of the plan, such as `create collections/internal`. */
async function planned(platform: Platform, desired: Desired, ledger: StateBackend): Promise<readonly string[]> {
  return linesOf((await plan({ desired, platform, ledger, maxWaitMs: 0 })).plan);
}

function linesOf({ changes, stateUpdates }: Pick<Plan, 'changes' | 'stateUpdates'>): readonly string[] {
  return [
    ...changes.map(({ action, address, fields }) => `${action} ${address} ${fields.map(({ field }) => field).join()}`),
    ...stateUpdates.remove.map((address) => `ledger: remove ${address}`),
  ];
}

async function missed(platform: Platform, desired: Desired, ledger: StateBackend): Promise<readonly string[]> {
  const { entries } = (await drift({ desired, platform, ledger, today, maxWaitMs: 0 })).drift;
  return entries.map(({ class: what, address }) => `${what} ${address}`);
}

test('after an import by an admin, other roles get an empty plan without drift, and their apply changes nothing', async () => {
  const worlds = drawn((draw) => worldOf(halfSeenWorld(draw, { isRepeated: true })));
  await always(15, [worlds], async (world) => {
    const { taken, lesser: platform, platform: asAdmin, reference } = await half(world);
    const { desired, ledger } = taken;
    const before = (await ledger.load()).ledger;
    expect(await planned(platform, desired, ledger)).toEqual([]);
    expect(await missed(platform, desired, ledger)).toEqual([]);
    await apply(await plan({ desired, platform, ledger, maxWaitMs: 0 }), { platform, ledger, maxWaitMs: 0 });
    expect((await ledger.load()).ledger).toEqual(before);
    expect(await planned(asAdmin, desired, ledger)).toEqual([]);
    reference.close();
  });
});

/** Removes some entries of the ledger, as if they were never committed. */
function forgetting(backend: StateBackend, isLost: (address: string) => boolean): StateBackend {
  const without = ({ resources, ...rest }: Ledger): Ledger => ({
    ...rest,
    resources: Object.fromEntries(Object.entries(resources).filter(([address]) => !isLost(address))),
  });
  return {
    ...backend,
    load: async () => backend.load().then((state) => ({ ...state, ledger: without(state.ledger) })),
  };
}

const isBold = (line: string): boolean => /^(create|delete|replace|adopt|release|ledger:) /.test(line);
const withoutFields = (line: string): string => line.split(' ').slice(0, 2).join(' ');

/** Lines of the first list that are missing in the second. */
function beyond(lines: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others.map(withoutFields));
  return lines.filter((line) => isBold(line) && !known.has(withoutFields(line)));
}

const numbers = choices(0, 4);

test('after edits, changes outside docform and lost entries, no role plans changes that an admin would not', async () => {
  const worlds = drawn((draw) => worldOf(halfSeenWorld(draw, { isRepeated: draw.chance(50) })));
  await always(15, [worlds, numbers, numbers, fc.func(fc.nat(9))], async (world, edits, deeds, lots) => {
    const { taken, lesser: platform, platform: asAdmin, reference } = await half(world);
    const desired = editElsewhere(taken.desired, edits, { entries: [], unknown: [] } as never);
    await doByHand(reference, deeds);
    const ledger = forgetting(taken.ledger, (address) => lots(address) === 0);
    const wanted = await planned(asAdmin, desired, ledger);
    expect(beyond(await planned(platform, desired, ledger), wanted)).toEqual([]);
    const gone = await missed(asAdmin, desired, ledger);
    expect(
      (await missed(platform, desired, ledger)).filter((line) => line.startsWith('missing') && !gone.includes(line)),
    ).toEqual([]);
    const left = await planned(asAdmin, desired, taken.ledger);
    await apply(await plan({ desired, platform, ledger: taken.ledger, maxWaitMs: 0 }), {
      platform,
      ledger: taken.ledger,
      maxWaitMs: 0,
    });
    expect(beyond(await planned(asAdmin, desired, taken.ledger), left)).toEqual([]);
    reference.close();
  });
});

/** Some lists delete undeclared objects. */
function pruning(desired: Desired, isPruned: (list: string) => boolean): Desired {
  const lists = desired.lists.map((each) =>
    isPruned(each.list) ? { ...each, prune: 'all' as const, pruneIsNamed: true } : each,
  );
  return { ...desired, lists };
}

/** Resources, and everything in them or in their list. Empty: everything. */
function scopeOf(desired: Desired, picks: readonly number[]) {
  const addresses = desired.resources.map(({ address }) => address);
  const only = picks.flatMap((pick) => addresses[pick % Math.max(1, addresses.length)] ?? []);
  return { only: only.map((address, at) => (at % 2 === 0 ? address : (address.split('/')[0] ?? address))) };
}

test.each(['2025-06', 'gitbook'] as const)(
  'a complete plan of any role is the plan of an admin, for everything and for any scope: %s',
  async (dialect) => {
    const worlds = drawn((draw) => worldOf(halfSeenWorld(draw, { isRepeated: draw.chance(50) })));
    const scopes = fc.array(fc.array(fc.nat(1_000), { maxLength: 3 }), { minLength: 3, maxLength: 6 });
    const lots = fc.func(fc.nat(9));
    const seen = { complete: 0, changed: 0, incomplete: 0, scoped: 0, proposed: 0 };
    await always(12, [worlds, numbers, numbers, scopes, lots], async (world, edits, deeds, parts, lot) => {
      const { taken, lesser: platform, platform: asAdmin, reference } = await half(world, dialect);
      const edited = editElsewhere(taken.desired, edits, { entries: [], unknown: [] } as never);
      const desired = pruning(edited, (list) => lot(`prune ${list}`) < 3);
      // These calls validate answers against the contract.
      if (dialect === '2025-06') await doByHand(reference, deeds);
      const ledger = forgetting(taken.ledger, (address) => lot(address) === 0);
      for (const scope of parts.map((picks) => scopeOf(desired, picks))) {
        const options = { desired, ledger, maxWaitMs: 0, ...(scope.only.length > 0 ? { scope } : {}) };
        const own = (await plan({ ...options, platform })).plan;
        if (isReadInPart(own)) {
          seen.incomplete += 1;
          const except = findUnreadableAddresses(own.unknown);
          if (except === undefined) continue;
          const rest = (await plan({ ...options, scope: { ...scope, except }, platform })).plan;
          expect(rest.unknown.filter(isIncomplete)).toEqual([]);
          seen.proposed += 1;
          continue;
        }
        const wanted = linesOf((await plan({ ...options, platform: asAdmin })).plan);
        expect(linesOf(own)).toEqual(wanted);
        seen.complete += 1;
        seen.scoped += scope.only.length > 0 ? 1 : 0;
        seen.changed += wanted.length > 0 ? 1 : 0;
      }
      reference.close();
    });
    expect(seen.complete).toBeGreaterThan(10);
    expect(seen.changed).toBeGreaterThan(3);
    expect(seen.scoped).toBeGreaterThan(5);
    expect(seen.incomplete).toBeGreaterThan(3);
    expect(seen.proposed).toBeGreaterThan(3);
  },
);
