/** What a configuration shall declare once an import is put into it: what was asked for as it is live, everything else as it was. */
import { type Address, isWithin } from '../core/address.ts';
import type { Declaration, Desired, DesiredResource, Ledger, Live } from '../core/state.ts';
import { containerOf, isContainerIn } from '../declaration/container.ts';
import { inserted } from '../declaration/order.ts';
import { movesAmong, nowOf } from '../kinds/renames.ts';
import type { Shapes } from '../kinds/shape.ts';
import type { Chosen } from './chosen.ts';

export interface MergeInput {
  readonly desired: Desired;
  readonly chosen: Chosen;
  readonly live: Live;
  readonly ledger: Ledger;
  readonly shapes: Shapes;
}

export interface Merged extends Declaration {
  readonly moved: Desired['moved'];
  /** Declared and asked for, and not there: an apply has yet to make them. */
  readonly pending: readonly Address[];
  /** Declared, asked for and applied before, and gone from the platform. */
  readonly gone: readonly Address[];
}

export function merged(input: MergeInput): Merged {
  const { desired, chosen, shapes } = input;
  const adopted = new Map(chosen.resources.map((resource) => [resource.address, resource]));
  const missing = desired.resources.filter(({ address, isLookUp }) => !isLookUp && chosen.isAsked(address) && !adopted.has(address));
  const applied = new Set(Object.keys(input.ledger.resources).map(nowOf(desired.moved, input.ledger, shapes)));
  const gone = missing.filter((resource) => isGone(input, resource, applied)).map(({ address }) => address);
  const isRemoved = (address: Address): boolean => gone.some((each) => isWithin(address, each));
  const pending = missing.map(({ address }) => address).filter((address) => !isRemoved(address));
  const declared = new Set(desired.resources.filter(({ isLookUp }) => !isLookUp).map(({ address }) => address));
  const fresh = chosen.resources.filter(({ address }) => !declared.has(address));
  const unread = new Set(input.live.lists.filter(({ unknown }) => unknown !== undefined).map(({ kind }) => kind));
  const kept = desired.resources.flatMap((resource): readonly DesiredResource[] => {
    const { address, isLookUp } = resource;
    if (isRemoved(address) || (isLookUp && adopted.has(address))) return [];
    const found = chosen.isAsked(address) && !isLookUp ? adopted.get(address) : undefined;
    return [found === undefined ? resource : withUnread(resource, found, unread, shapes)];
  });
  const resources = withDeclared([...kept, ...fresh], shapes);
  const lists = [...new Set([...desired.lists.map(({ list }) => list), ...chosen.lists])].filter((list) => !isRemoved(list));
  const there = new Set(resources.map(({ address }) => address));
  const moved = movesAmong(desired.moved, (address) => there.has(address), shapes);
  return { resources, orders: ordersOf(input, resources), lists, moved, pending, gone };
}

/** The ledger knows it, what it stood in is there, and its list was read to the end. What stands in something that is gone goes with that. */
function isGone({ live, chosen, shapes }: MergeInput, { address, kind, parent }: DesiredResource, applied: ReadonlySet<Address>): boolean {
  if (!applied.has(address)) return false;
  if (parent !== null && !chosen.ids.has(parent)) return false;
  // Its own list, and those of what it cannot be without: who is in a team is told only where members are.
  const needed = Object.values(shapes.get(kind)?.fields ?? {}).flatMap(({ type, change }) =>
    type.is === 'ref' && change === 'replace' ? [type.to] : [],
  );
  if (live.lists.some((list) => [kind, ...needed].includes(list.kind) && list.unknown !== undefined)) return false;
  return !chosen.leftOut.some((each) => each.address !== undefined && each.field === undefined && isWithin(address, each.address));
}

/** A reference that is not seen, as the list of what it could name was not read to the end, stays as it is declared. */
function withUnread({ fields }: DesiredResource, found: DesiredResource, unread: ReadonlySet<string>, shapes: Shapes): DesiredResource {
  const kept = Object.entries(fields).filter(([name]) => {
    const type = shapes.get(found.kind)?.fields[name]?.type;
    if (found.fields[name] !== undefined || type?.is !== 'ref') return false;
    return unread.has(type.to) || (type.within === 'self' && [...unread].some((kind) => shapes.get(kind)?.parents?.includes(found.kind)));
  });
  return kept.length === 0 ? found : { ...found, fields: { ...found.fields, ...Object.fromEntries(kept) } };
}

/** Where anybody is declared, everybody whom a roster names has to be. */
function withDeclared(resources: readonly DesiredResource[], shapes: Shapes): readonly DesiredResource[] {
  const declared = new Set(resources.filter(({ isLookUp }) => !isLookUp).map(({ kind }) => kind));
  return resources.map(({ isLookUp, ...resource }) =>
    isLookUp && !(declared.has(resource.kind) && shapes.get(resource.kind)?.missing === 'waiting') ? { ...resource, isLookUp } : resource,
  );
}

/** Live where the container was asked for, with what is only declared kept beside its neighbour; else as declared, with what is new beside its neighbour. */
function ordersOf({ desired, chosen, shapes }: MergeInput, resources: readonly DesiredResource[]): Declaration['orders'] {
  const places = new Map(resources.map((resource) => [resource.address, containerOf(resource, shapes)]));
  const orders: { [container: Address]: readonly Address[] } = {};
  const here = (container: Address, order: readonly Address[] = []): readonly Address[] =>
    order.filter((address) => places.get(address) === container);
  const declared = new Set(resources.map(({ address }) => address));
  for (const container of new Set([...Object.keys(desired.orders), ...Object.keys(chosen.orders)])) {
    if (!isContainerIn(declared, container)) continue;
    const live = here(container, chosen.orders[container]);
    const written = here(container, desired.orders[container]);
    const isLive = chosen.isAsked(container) && chosen.orders[container] !== undefined;
    orders[container] = isLive ? inserted(live, written, written) : inserted(written, live, live);
  }
  return orders;
}
