/** Lists the objects in configuration, ledger and platform. */
import { compilePatternWithin, isWithin, listAddress } from '../core/address.ts';
import { groupBy } from '../core/compare.ts';
import type { Desired, DesiredList, KindName, Ledger } from '../core/state.ts';
import { definitions, shapes } from '../kinds/index.ts';
import { kindOfAddress, parseAddress } from '../kinds/shape.ts';
import { type Inventory, listInventoryOffline, listInventory as takeInventory } from '../plan/document/inventory.ts';
import { type PlanOptions, readForPlan } from './plan-input.ts';

/** Lists every object with its id, and reports whether the object is declared, only in the ledger, or only on the platform. Sends only GET requests. `pattern` limits the result: an address or a list with its contents, or a pattern with wildcards. */
export async function inventory(
  options: PlanOptions & { readonly pattern?: string },
): Promise<Inventory & { readonly readRequests: number }> {
  const { pattern } = options;
  const within = pattern === undefined ? undefined : placeOf(pattern);
  const { ledger } = await options.ledger.load();
  const desired = withAllLists(options.desired, ledger, within);
  const scope = within === undefined ? {} : { scope: { only: [within] } };
  const { input, requests } = await readForPlan({ ...options, desired, ...scope });
  const { rows, unread } = takeInventory(input);
  const isWanted = pattern === undefined ? () => true : compilePatternWithin(pattern);
  return {
    rows: rows.filter(({ address }) => isWanted(address)),
    unread: unread.filter(({ list }) => isWanted(list) || (within !== undefined && isWithin(within, list))),
    readRequests: requests(),
  };
}

export function offlineInventory(desired: Desired, ledger: Ledger, pattern?: string): Inventory {
  const isWanted = pattern === undefined ? () => true : compilePatternWithin(pattern);
  const { rows, unread } = listInventoryOffline(desired.resources, ledger, shapes);
  return { rows: rows.filter(({ address }) => isWanted(address)), unread };
}

/** The innermost address or list that contains everything that the pattern selects; undefined: the organization. */
function placeOf(pattern: string) {
  if (!pattern.includes('*')) return pattern;
  const [start = ''] = pattern.split('*', 1);
  const end = start.lastIndexOf('/');
  return end === -1 ? undefined : start.slice(0, end);
}

export function isObjectAddress(text: string): boolean {
  return parseAddress(text, shapes) !== undefined;
}

/** `text`: the address of a resource or of a list. */
export function isPlace(text: string): boolean {
  return isObjectAddress(text) || parseAddress(`${text}/x`, shapes) !== undefined;
}

/** Adds all lists that can be read, at the top level and in known containers. */
export function withAllLists(desired: Desired, ledger: Ledger, within: string | undefined): Desired {
  const known = new Set(desired.lists.map(({ list }) => list));
  const addresses = new Set([...desired.resources.map(({ address }) => address), ...Object.keys(ledger.resources)]);
  const byKind = groupBy(addresses, (address) => kindOfAddress(address, shapes) ?? '');
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
