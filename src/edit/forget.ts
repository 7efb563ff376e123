/** Takes addresses out of what is declared and out of the ledger, so that nothing is compared, changed or deleted for them any more. Pure. */
import { type Address, byAddress, isWithin, listOf } from '../core/address.ts';
import { siblingMark } from '../core/order-mark.ts';
import type { Declaration, Desired, DesiredList, DesiredResource, KindName, Ledger } from '../core/state.ts';
import { isReference } from '../core/value.ts';
import { movesAmong, nowOf } from '../kinds/renames.ts';
import { addressPath, type Shapes } from '../kinds/shape.ts';

export interface ForgettingInput {
  readonly addresses: readonly Address[];
  readonly desired: Desired;
  readonly ledger: Ledger;
  readonly shapes: Shapes;
}

/** One object that is let go, by itself or with what it stands in. */
export interface Forgotten {
  readonly address: Address;
  readonly kind: KindName;
  /** Missing: the ledger does not know it. */
  readonly id?: string;
  readonly isDeclared: boolean;
  readonly isProtected: boolean;
}

/** Something that stays and names something that goes. */
export interface Dangling {
  readonly address: Address;
  readonly field: string;
  readonly names: Address;
  readonly span: DesiredResource['span'];
}

export interface Forgetting {
  /** By address. */
  readonly forgotten: readonly Forgotten[];
  /** What is declared afterwards. */
  readonly after: Declaration & Pick<Desired, 'moved'>;
  readonly ledger: Ledger;
  /** Not empty: the configuration would not be valid. */
  readonly dangling: readonly Dangling[];
}

export function forgetting({ addresses, desired, ledger, shapes }: ForgettingInput): Forgetting {
  const isForgotten = (address: Address): boolean => addresses.some((each) => isWithin(address, each));
  // What the ledger knows by an address from before a rename would be deleted under its new one.
  const now = nowOf(desired.moved, ledger, shapes);
  const entries = Object.entries(ledger.resources).filter(([address]) => isForgotten(now(address)));
  // Who is only looked up stands in no block.
  const going = desired.resources.filter(({ address, isLookUp }) => isForgotten(address) && !isLookUp);
  const staying = desired.resources.filter(({ address, isLookUp }) => !isForgotten(address) || isLookUp === true);
  const gone = new Set(going.map(({ address }) => address));
  const forgotten = new Map<Address, Forgotten>();
  for (const { address, kind } of going) forgotten.set(address, { address, kind, isDeclared: true, isProtected: false });
  for (const [address, { id, protect }] of entries) {
    const kind = addressPath(address, shapes)?.at(-1)?.kind ?? '';
    forgotten.set(address, { address, kind, id, isDeclared: forgotten.has(address), isProtected: protect ?? false });
  }
  return {
    forgotten: [...forgotten.values()].sort(byAddress),
    after: declarationAfter({ ...desired, resources: staying }, isForgotten, shapes),
    ledger: ledgerWithout(ledger, new Map(entries.map(([address, { id }]) => [address, id]))),
    dangling: staying.flatMap((resource) => danglingIn(resource, gone, shapes)),
  };
}

function declarationAfter(desired: Desired, isForgotten: (address: Address) => boolean, shapes: Shapes): Forgetting['after'] {
  const orders = Object.entries(desired.orders).filter(([container]) => !isForgotten(container));
  const declared = new Set(desired.resources.map(({ address }) => address));
  return {
    resources: desired.resources.map((resource) => withoutDerived(resource, isForgotten, shapes)),
    orders: Object.fromEntries(orders.map(([container, members]) => [container, members.filter((member) => !isForgotten(member))])),
    lists: desired.lists.map(({ list }) => list).filter((list) => !isForgotten(list)),
    moved: movesAmong(desired.moved, (address) => declared.has(address), shapes),
  };
}

/** What is derived from a block goes with that. */
function withoutDerived(resource: DesiredResource, isForgotten: (address: Address) => boolean, shapes: Shapes): DesiredResource {
  const fields = Object.entries(resource.fields).filter(([name, value]) => {
    const isDerived = shapes.get(resource.kind)?.fields[name]?.derived === true;
    return !(isDerived && isReference(value) && isForgotten(value.ref));
  });
  return fields.length === Object.keys(resource.fields).length ? resource : { ...resource, fields: Object.fromEntries(fields) };
}

function ledgerWithout(ledger: Ledger, gone: ReadonlyMap<Address, string>): Ledger {
  const isGone = (address: Address): boolean => [...gone.keys()].some((each) => isWithin(address, each));
  const marks = new Set([...gone.values()].map(siblingMark));
  const orders = Object.entries(ledger.orders ?? {}).flatMap(([container, mark]) => {
    const kept = isGone(container) ? [] : mark.split('.').filter((each) => !marks.has(each));
    return kept.length < 2 ? [] : [[container, kept.join('.')] as const];
  });
  return {
    resources: Object.fromEntries(Object.entries(ledger.resources).filter(([address]) => !gone.has(address))),
    lists: ledger.lists.filter((list) => !isGone(list)),
    ...(orders.length === 0 ? {} : { orders: Object.fromEntries(orders) }),
  };
}

function danglingIn(resource: DesiredResource, gone: ReadonlySet<Address>, shapes: Shapes): readonly Dangling[] {
  const { address, kind, fields, fieldSpans, span } = resource;
  return Object.entries(fields).flatMap(([field, value]) => {
    const shape = shapes.get(kind)?.fields[field];
    if (shape === undefined || shape.derived === true) return [];
    const named = isReference(value)
      ? [value.ref]
      : shape.type.is === 'keyed'
        ? keysOf(value, shapes.get(shape.type.keysRefer)?.segment)
        : [];
    return named.filter((each) => gone.has(each)).map((names) => ({ address, field, names, span: fieldSpans[field] ?? span }));
  });
}

function keysOf(value: unknown, segment: string | undefined): readonly Address[] {
  return typeof value === 'object' && value !== null ? Object.keys(value).map((key) => `${segment}/${key}`) : [];
}

/** Those that `prune: all` on their list would delete, as what nobody declares any more. `lists`: as they are declared afterwards. */
export function prunedOf(forgotten: readonly Forgotten[], lists: readonly DesiredList[], shapes: Shapes): readonly Forgotten[] {
  const listAt = new Map(lists.map((each) => [each.list, each]));
  return forgotten.filter(({ address, kind }) => {
    const list = listAt.get(listOf(address));
    const shape = shapes.get(kind);
    if (list?.prune !== 'all' || shape === undefined || shape.undeletable || shape.singleton) return false;
    return list.pruneIsNamed || shape.pruneMustBeNamed !== true;
  });
}
