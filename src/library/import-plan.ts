/** The proof of an import: planned against what was read, it must change nothing; what the ledger learns from it is kept without a request. */
import { announcedIn } from '../apply/ledger-writer.ts';
import { type Address, isWithin } from '../core/address.ts';
import type { Desired } from '../core/state.ts';
import { definitions, shapes } from '../kinds/index.ts';
import { type Bookkeeping, type Change, isBookkeeping, type Plan, remoteChanges } from '../plan/change.ts';
import { planDigest } from '../plan/digest.ts';
import { plan as planChanges } from '../plan/plan.ts';
import type { Imported } from './import.ts';

export interface ImportPlan {
  /** Of bookkeeping alone, and only of what was imported. */
  readonly plan: Plan;
  readonly digest: string;
  readonly serial: string;
  /** Not empty: it would change what was imported. */
  readonly differing: readonly Change[];
  /** Changes of everything else, left to the next apply. */
  readonly left: readonly Change[];
}

export interface ImportExtent {
  /** Whether an address, or a list, was imported; missing: all were. */
  readonly isImported?: (address: Address) => boolean;
  /** Declared, and not on the platform yet. */
  readonly pending?: readonly Address[];
}

/** Reads nothing: the plan is made from what the import has read. */
export function planImport(desired: Desired, imported: Imported, host: string, extent: ImportExtent = {}): ImportPlan {
  const { live, ledger, open, serial, adopted } = imported;
  const { pending = [] } = extent;
  const isImported = withFormer(extent.isImported ?? (() => true), desired.moved);
  const known = { ...desired, resources: desired.resources.map((resource) => pinned(resource, adopted.ids)) };
  const whole = planChanges({ desired: known, live, ledger, ...announcedIn(open), shapes });
  const isWrong = ({ address }: Change): boolean => isImported(address) && !pending.some((each) => isWithin(address, each));
  const changes = remoteChanges(whole);
  const plan = {
    ...whole,
    changes: whole.changes.filter(({ action, address }) => isBookkeeping(action) && isImported(address)),
    ...{ steps: [], guards: [], bookkeeping: booksOf(whole.bookkeeping, isImported) },
  };
  return {
    ...{ plan, digest: planDigest(plan, host), serial },
    differing: changes.filter(isWrong),
    left: changes.filter((change) => !isWrong(change)),
  };
}

/** Also under the address that it had before. */
function withFormer(isImported: (address: Address) => boolean, moved: Desired['moved']): (address: Address) => boolean {
  return (address) =>
    isImported(address) || moved.some(({ from, to }) => isWithin(address, from) && isImported(to + address.slice(from.length)));
}

/** What the ledger says of everything else is what it said: an import of one site adopts, releases and prunes nothing elsewhere. */
function booksOf({ set, remove, lists, orders, ...rest }: Bookkeeping, isImported: (address: Address) => boolean): Bookkeeping {
  return {
    ...rest,
    set: Object.fromEntries(Object.entries(set).filter(([address]) => isImported(address))),
    remove: remove.filter(isImported),
    lists: lists.filter(isImported),
    ...(orders === undefined
      ? {}
      : { orders: orders.map(({ members, ...order }) => (isImported(order.container) && members ? { ...order, members } : order)) }),
  };
}

/** What was read is that very object, whatever else has the same name. */
function pinned(resource: Desired['resources'][number], ids: ReadonlyMap<Address, string>): Desired['resources'][number] {
  const id = ids.get(resource.address);
  const isSingle = shapes.get(resource.kind)?.singleton === true;
  return id === undefined || isSingle ? resource : { ...resource, pin: id };
}

/** How many of each kind are declared, for people, in the order of the registry; what exists once is not counted. */
export function countsByKind({
  resources,
}: Pick<Desired, 'resources'>): readonly { readonly kind: string; readonly title: string; readonly count: number }[] {
  return [...definitions.values()].flatMap(({ name, title, singleton }) => {
    const count = resources.filter(({ kind, isLookUp }) => kind === name && !isLookUp).length;
    return count === 0 || singleton ? [] : [{ kind: name, title, count }];
  });
}
