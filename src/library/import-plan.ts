/** Proves an import by planning it: that must change nothing; what the ledger learns from it is stored without a request. */
import { announcedIn } from '../apply/ledger-writer.ts';
import { type Address, isWithin } from '../core/address.ts';
import type { Desired, Ledger } from '../core/state.ts';
import { definitions, shapes } from '../kinds/index.ts';
import { nowOf } from '../kinds/renames.ts';
import { addressPath } from '../kinds/shape.ts';
import { type Change, isStateOnly, type Plan, remoteChanges, type StateUpdates } from '../plan/change.ts';
import { planDigest } from '../plan/digest.ts';
import { plan as planChanges } from '../plan/plan.ts';
import type { Imported } from './import.ts';

export interface ImportPlan {
  /** Of state updates alone, and only of what was imported. */
  readonly plan: Plan;
  readonly digest: string;
  readonly serial: string;
  /** Not empty: it, or the plan after it, would change what was imported, or delete what nobody asked to have deleted. */
  readonly differing: readonly Change[];
  /** Of the ledger, and neither declared nor seen to be gone: whoever sees them again would delete them. */
  readonly unseen: readonly Address[];
  /** Changes of everything else, left to the next apply. */
  readonly left: readonly Change[];
}

export interface ImportExtent {
  /** Whether an address, or a list, was imported; missing: all were. */
  readonly isImported?: (address: Address) => boolean;
  /** Declared, and not on the platform yet. */
  readonly pending?: readonly Address[];
  /** What was declared before; missing: nothing was. */
  readonly before?: Desired;
}

/** Reads nothing: the plan is made from what the import has read. */
export function planImport(desired: Desired, imported: Imported, host: string, extent: ImportExtent = {}): ImportPlan {
  const { live, ledger, open, serial, adopted } = imported;
  const { pending = [] } = extent;
  const isImported = withFormer(extent.isImported ?? (() => true), desired.moved, ledger);
  const known = { ...desired, resources: desired.resources.map((resource) => pinned(resource, adopted.ids)) };
  const announced = announcedIn(open, nowOf(desired.moved, ledger, shapes));
  const planWith = (lists: Imported['ledger']['lists'], orders = known.orders): Plan =>
    planChanges({ desired: { ...known, orders }, live, ledger: { ...ledger, lists }, ...announced, shapes });
  const whole = planWith(ledger.lists);
  const makesWay = makingWay(whole, pending, () => planWith(ledger.lists, withoutThese(known.orders, pending)));
  const isWrong = (change: Change): boolean =>
    isImported(change.address) && !pending.some((each) => isWithin(change.address, each)) && !makesWay(change);
  const changes = remoteChanges(whole);
  const plan = {
    ...whole,
    changes: whole.changes.filter(({ action, address }) => isStateOnly(action) && isImported(address)),
    ...{ steps: [], guards: [], stateUpdates: updatesOf(whole.stateUpdates, isImported) },
  };
  return {
    ...{ plan, digest: planDigest(plan, host), serial },
    differing: [
      ...changes.filter(isWrong),
      ...deletedLater(desired, extent, imported, { isImported, whole, planWith }),
    ],
    unseen: extent.before === undefined ? unseenIn(known, imported, whole.stateUpdates) : [],
    left: changes.filter((change) => !isWrong(change)),
  };
}

/** Moves that are needed only because something stands among these that is yet to be made. */
function makingWay(
  { changes }: Plan,
  pending: readonly Address[],
  planWithout: () => Plan,
): (change: Change) => boolean {
  if (pending.length === 0 || !changes.some(({ action }) => action === 'move')) return () => false;
  const needed = new Set(planWithout().changes.flatMap(({ action, address }) => (action === 'move' ? [address] : [])));
  return ({ action, address, fields }) => action === 'move' && fields.length === 0 && !needed.has(address);
}

function withoutThese(orders: Desired['orders'], pending: readonly Address[]): Desired['orders'] {
  const left = new Set(pending);
  return Object.fromEntries(
    Object.entries(orders).map(([container, order]) => [container, order.filter((address) => !left.has(address))]),
  );
}

interface Planning {
  readonly isImported: (address: Address) => boolean;
  readonly whole: Plan;
  /** The plan, had these lists been managed before. */
  readonly planWith: (lists: readonly Address[]) => Plan;
}

/** `prune: all` waits until a list has been managed once: what it would delete from then on in a list that the import writes or takes in. */
function deletedLater(
  { lists }: Desired,
  { before }: ImportExtent,
  { ledger }: Imported,
  { isImported, whole, planWith }: Planning,
): readonly Change[] {
  const declared = new Set(before?.lists.map(({ list }) => list));
  const fresh = lists.filter(
    ({ list, prune }) => prune === 'all' && !ledger.lists.includes(list) && (isImported(list) || !declared.has(list)),
  );
  if (fresh.length === 0) return [];
  const known = new Set(whole.changes.flatMap(({ action, address }) => (action === 'delete' ? [address] : [])));
  const later = planWith([...ledger.lists, ...fresh.map(({ list }) => list)]);
  return later.changes.filter(({ action, address }) => action === 'delete' && !known.has(address));
}

/** What exists once in its place is only let go. */
function unseenIn({ resources, moved }: Desired, { ledger }: Imported, { remove }: StateUpdates): readonly Address[] {
  const accounted = new Set([...resources.map(({ address }) => address), ...remove]);
  const now = nowOf(moved, ledger, shapes);
  return Object.keys(ledger.resources).filter((address) => {
    if (now(address) !== address) return false;
    const shape = shapes.get(addressPath(address, shapes)?.at(-1)?.kind ?? '');
    return !accounted.has(address) && shape !== undefined && shape.singleton !== true && shape.undeletable !== true;
  });
}

/** Also under the address that it had before. */
function withFormer(
  isImported: (address: Address) => boolean,
  moved: Desired['moved'],
  ledger: Ledger,
): (address: Address) => boolean {
  const now = nowOf(moved, ledger, shapes);
  return (address) => isImported(address) || isImported(now(address));
}

/** What the ledger says of everything else is what it said: an import of one site adopts, releases and prunes nothing elsewhere. */
function updatesOf(
  { set, remove, lists, unlisted = [], orders, pending: _, ...rest }: StateUpdates,
  isImported: (address: Address) => boolean,
): StateUpdates {
  return {
    ...rest,
    set: Object.fromEntries(Object.entries(set).filter(([address]) => isImported(address))),
    remove: remove.filter(isImported),
    lists: lists.filter(isImported),
    unlisted: unlisted.filter(isImported),
    ...(orders === undefined
      ? {}
      : {
          orders: orders.map(({ members, ...order }) =>
            isImported(order.container) && members ? { ...order, members } : order,
          ),
        }),
  };
}

/** What was read is that very object, whatever else has the same name. */
function pinned(
  resource: Desired['resources'][number],
  ids: ReadonlyMap<Address, string>,
): Desired['resources'][number] {
  const id = ids.get(resource.address);
  const isSingle = shapes.get(resource.kind)?.singleton === true;
  return id === undefined || isSingle ? resource : { ...resource, pin: id };
}

/** How many of each kind are declared, for people, in the order of the registry; what exists once is not counted. */
export function countsByKind({
  resources,
}: Pick<Desired, 'resources'>): readonly { readonly kind: string; readonly title: string; readonly count: number }[] {
  return [...definitions.values()].flatMap(({ name, title, singleton }) => {
    const count = resources.filter(({ kind, isExternal }) => kind === name && !isExternal).length;
    return count === 0 || singleton ? [] : [{ kind: name, title, count }];
  });
}
