/** Lists the objects in configuration, ledger and platform. */
import { isWithin, listAddress } from '../core/address.ts';
import { groupBy } from '../core/compare.ts';
import type { Desired, DesiredList, KindName, Ledger } from '../core/state.ts';
import { definitions, shapes } from '../kinds/index.ts';
import { addressPath, kindAt } from '../kinds/shape.ts';
import { type Inventory, inventoryOffline, inventory as takeInventory } from '../plan/inventory.ts';
import { type PlanOptions, readForPlan } from './plan.ts';

/** Lists every object with its id, and reports whether the object is declared, only in the ledger, or only on the platform. Sends only GET requests. `within` limits the result to a resource address or a list. */
export async function inventory(
  options: PlanOptions & { readonly within?: string },
): Promise<Inventory & { readonly readRequests: number }> {
  const { within } = options;
  const { ledger } = await options.ledger.load();
  const desired = withAllLists(options.desired, ledger, within);
  const scope = within === undefined ? {} : { scope: { only: [within] } };
  const { input, requests } = await readForPlan({ ...options, desired, ...scope });
  const { rows, unread } = takeInventory(input);
  const isWanted = (address: string) => within === undefined || isWithin(address, within);
  return {
    rows: rows.filter(({ address }) => isWanted(address)),
    unread: unread.filter(({ list }) => isWanted(list) || (within !== undefined && isWithin(within, list))),
    readRequests: requests(),
  };
}

export function offlineInventory(desired: Desired, ledger: Ledger, within?: string): Inventory {
  const { rows, unread } = inventoryOffline(desired.resources, ledger, shapes);
  return { rows: rows.filter(({ address }) => within === undefined || isWithin(address, within)), unread };
}

export function isPlace(text: string): boolean {
  return addressPath(text, shapes) !== undefined || addressPath(`${text}/x`, shapes) !== undefined;
}

/** Adds all lists that can be read, at the top level and in known containers. */
export function withAllLists(desired: Desired, ledger: Ledger, within: string | undefined): Desired {
  const known = new Set(desired.lists.map(({ list }) => list));
  const addresses = new Set([...desired.resources.map(({ address }) => address), ...Object.keys(ledger.resources)]);
  const byKind = groupBy(addresses, (address) => kindAt(address, shapes) ?? '');
  const added: DesiredList[] = [];
  for (const { name, segment, singleton, parents, reading } of definitions.values()) {
    if (singleton || reading.by === 'id') continue;
    for (const parent of parents?.flatMap((kind) => byKind.get(kind) ?? []) ?? [null])
      add(listAddress(parent, segment), name);
  }
  function add(list: string, kind: KindName) {
    const isWanted = within === undefined || isWithin(list, within) || isWithin(within, list);
    if (isWanted && !known.has(list)) added.push({ list, kind, prune: 'owned', pruneIsNamed: false });
  }
  return { ...desired, lists: [...desired.lists, ...added] };
}
