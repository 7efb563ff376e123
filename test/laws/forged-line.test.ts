/** docform deletes no object because of an edited line in the ledger: the fingerprints of the line must match the object. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Desired, Ledger, LedgerEntry } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import { parseAddress } from '../../src/kinds/shape.ts';
import { type PlanInput, plan } from '../../src/plan/plan.ts';
import { living, takeIn } from '../support/importing.ts';
import { worldOf } from '../support/live-world.ts';
import { anyWorld } from './any-world.ts';
import { drawn } from './draw.ts';
import { always } from './law.ts';

const worlds = drawn((draw) => worldOf(anyWorld(draw, { isRepeated: true })));

/** Deletes everything and protects nothing, so that only the ledger can prevent a delete. */
const nothing = (desired: Desired): Desired => ({
  ...{ organization: desired.organization, resources: [], lists: [], orders: {}, moved: [] },
  policy: { prune: () => 'owned', protect: [], maxDeletes: 1000 },
});

const unprotected = (ledger: Ledger): Ledger => ({
  ...ledger,
  resources: Object.fromEntries(
    Object.entries(ledger.resources).map(([address, { id, applied }]) => [
      address,
      { id, protect: false, ...(applied ? { applied } : {}) },
    ]),
  ),
});

async function imported(world: Parameters<typeof living>[0]): Promise<PlanInput> {
  const place = await living(world);
  const { desired, ledger, imported: reading } = await takeIn(place, 'acme');
  const known = (await ledger.load()).ledger;
  place.reference.close();
  return { desired: nothing(desired), live: reading.live, ledger: unprotected(known), shapes };
}

const deletes = (input: PlanInput) => plan(input).changes.filter(({ action }) => action === 'delete');

const kindOf = (address: string): string => parseAddress(address, shapes)?.at(-1)?.kind ?? '';

/** Removes the fingerprints of an entry, or copies them from an entry whose object has another name. */
function forged(ledger: Ledger, isCopied: (address: string) => boolean): Ledger {
  const lines = Object.entries(ledger.resources);
  const named = (address: string, { applied = {} }: LedgerEntry) =>
    shapes
      .get(kindOf(address))
      ?.naturalKeys.flat()
      .map((name) => applied[name]) ?? [];
  const forge = ([address, entry]: [string, LedgerEntry]): [string, LedgerEntry] => {
    const names = named(address, entry);
    const other = lines.find(
      ([each, line]) =>
        kindOf(each) === kindOf(address) &&
        line !== entry &&
        named(each, line).every((mark, at) => mark !== undefined && mark !== names[at]),
    );
    const marks = isCopied(address) ? other?.[1].applied : undefined;
    return [address, { id: entry.id, protect: false, ...(marks ? { applied: marks } : {}) }];
  };
  return { ...ledger, resources: Object.fromEntries(lines.map(forge)) };
}

test('an edited ledger entry, without fingerprints or with those of another entry, causes no unblocked delete', async () => {
  await always(15, [worlds, fc.func(fc.boolean())], async (world, isCopied) => {
    const input = await imported(world);
    const ledger = forged(input.ledger, isCopied);
    expect(deletes({ ...input, ledger }).filter(({ blocked }) => blocked === undefined)).toEqual([]);
  });
});

test('every ledger entry of an import is recognized, and every delete contains id and name', async () => {
  await always(15, [worlds], async (world) => {
    const made = deletes(await imported(world));
    expect(made.filter(({ blocked }) => blocked?.code === 'B-NO-FINGERPRINT')).toEqual([]);
    expect(
      made.filter(({ id, fields }) => id === undefined || fields.every(({ before }) => before === undefined)),
    ).toEqual([]);
  });
});
