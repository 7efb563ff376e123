/** Ledger lines of what nobody declares any longer, with the marks that docform wrote when it was declared last. */
import { createClient } from '../../src/client/client.ts';
import { createInProcessTransport } from '../../src/client/in-process.ts';
import { isWithin } from '../../src/core/address.ts';
import type { Desired, Ledger, LedgerEntry } from '../../src/core/state.ts';
import { definitions, shapes } from '../../src/kinds/index.ts';
import { fetchLive } from '../../src/live/fetch.ts';
import { ledgerObject } from '../../src/plan/identity/leftovers.ts';
import { liveMark } from '../../src/plan/ledger/last-applied.ts';
import { createWorld, kindOf } from '../../src/plan/world.ts';
import type { Platform } from '../../src/server/index.ts';

/** Marks of what names each, as it is on the platform; a line that says which marks it has keeps those. */
export async function withMarksOfDropped(ledger: Ledger, desired: Desired, reference: Platform): Promise<Ledger> {
  const declared = new Set(desired.resources.map(({ address }) => address));
  const isKept = (address: string): boolean => declared.has(address) || desired.moved.some(({ from }) => isWithin(address, from));
  const dropped = Object.entries(ledger.resources).filter(([address, entry]) => entry.applied === undefined && !isKept(address));
  if (dropped.length === 0) return ledger;
  const { fetch, token, organization } = reference;
  const client = createClient({ transport: createInProcessTransport({ fetch, token }) });
  const live = await fetchLive(client, { organization, definitions, desired, ledger, isWhole: true });
  const world = createWorld({ desired, live, ledger, shapes });
  const owners = new Map(Object.entries(ledger.resources).map(([address, { id }]) => [`${kindOf(world, address)}:${id}`, address]));
  const identities = { addressOf: (kind: string, id: string) => owners.get(`${kind}:${id}`) };
  const marked = dropped.map(([address, entry]): [string, LedgerEntry] => {
    const shape = shapes.get(kindOf(world, address) ?? '');
    const object = shape && ledgerObject(world, address, shape.name, entry.id);
    const found = object && world.liveObject(object.kind, object.id, object.parentId);
    // A link that is applied always has a role as well, which tells of it where the name of whom it is for tells nothing.
    const names = found && [...shape.naturalKeys.flat(), ...(shape.shorthand === undefined ? [] : [shape.shorthand])];
    const marks = (names ?? []).flatMap((name) => {
      const [field, value] = [shape?.fields[name], found?.fields[name]];
      return field === undefined || value === undefined || field.change === 'note'
        ? []
        : [[name, liveMark(field, value, identities)] as const];
    });
    return [address, marks.length === 0 ? entry : { ...entry, applied: Object.fromEntries(marks) }];
  });
  return { ...ledger, resources: { ...ledger.resources, ...Object.fromEntries(marked) } };
}
