/** Turns the live state into a configuration, and lists the parts that a configuration cannot express. */

import {
  type Address,
  byAddress,
  type ListAddress,
  listAddress,
  topContainer,
  topContainerId,
} from '../core/address.ts';
import { byKey, groupBy } from '../core/compare.ts';
import { withoutUndefined } from '../core/defined.ts';
import { nowhere } from '../core/problem.ts';
import { type Declaration, type Desired, isReference, type Ledger, type Live, type LiveList } from '../core/state.ts';
import type { AsDeclared } from '../kinds/declaration/as-declared.ts';
import { orderedContainerOf } from '../kinds/declaration/container.ts';
import { insertSiblings, type Orders, reorderLike } from '../kinds/declaration/order.ts';
import { type KindShape, kindOfAddress, placeField, type Shapes } from '../kinds/shape.ts';
import {
  type Drafts,
  draftOf,
  pinned,
  type ResourceDraft,
  resolveConditions,
  resolveCustomValues,
  resolveDrafts,
  resolveUnique,
} from './drafts.ts';
import { type LeftOut, type Names, nameObjects, nameOf } from './names.ts';

interface AdoptInput {
  readonly live: Live;
  /** Its addresses stay the same. */
  readonly ledger: Ledger;
  readonly shapes: Shapes;
  /** Keeps its keys, and its values for fields that the API never returns. */
  readonly desired?: Desired;
  /** For a copy: pins every resource, and adds placeholders for values that the API never returns. Otherwise only ambiguous resources are pinned. */
  readonly withPins?: boolean;
}

export interface Adopted extends AsDeclared {
  readonly leftOut: readonly LeftOut[];
}

/** Declares everything that can be declared. A plan of the result with a ledger of its ids changes nothing. */
export function adopt({ live, ledger, desired, shapes, withPins = false }: AdoptInput): Adopted {
  const names = nameObjects(live, ledger, desired, shapes);
  const drafts: Drafts = new Map(
    [...names.at.values()].map((named) => [named.address, draftOf(named, names, withPins)]),
  );
  resolveDrafts(drafts, shapes);
  resolveUnique(drafts);
  resolveCustomValues(drafts, shapes);
  resolveConditions(drafts, shapes);
  const orders = siblingOrders(drafts, live, desired, shapes);
  dropUsualFirsts(drafts, orders);
  const pins = pinned(drafts, live);
  const ordered = inFileOrder(drafts, shapes);
  // A singleton needs a block only if it has fields, or is declared already.
  const standing = ordered.filter(
    ({ out, shape, fields, declared }) =>
      out === undefined && (!shape.singleton || declared !== undefined || Object.keys(fields).length > 0),
  );
  return {
    resources: standing.map((draft) => resourceOf(draft, withPins || pins.has(draft.address))),
    orders,
    lists: listsOf(standing, shapes),
    ids: new Map(standing.map(({ address, object }) => [address, object.id])),
    leftOut: [...unreadLists(live, names, shapes), ...names.leftOut, ...ordered.flatMap(leftOutOf)],
  };
}

function leftOutOf(draft: ResourceDraft): readonly LeftOut[] {
  if (draft.out === undefined) return draft.leftOut;
  const what = draft.shape.singleton ? draft.address : nameOf(draft.shape, draft.object, draft.parent);
  return [{ what, why: draft.out, address: draft.address }];
}

/** The platform uses the first one by default. */
function dropUsualFirsts(drafts: Drafts, orders: Declaration['orders']) {
  for (const { shape, fields, address, declared } of drafts.values()) {
    for (const [name, { defaultsToFirst }] of Object.entries(shape.fields)) {
      const value = fields[name];
      if (
        defaultsToFirst &&
        isReference(value) &&
        declared?.fields[name] === undefined &&
        orders[address]?.[0] === value.ref
      )
        delete fields[name];
    }
  }
}

function resourceOf({ address, shape, key, parent, fields, object, declared }: ResourceDraft, isPinned: boolean) {
  if (declared?.isExternal) return declared;
  const { protect, replace } = declared ?? {};
  const pin = isPinned && !shape.singleton ? object.id : declared?.pin;
  return {
    address,
    kind: shape.name,
    key,
    parent,
    fields,
    span: nowhere,
    fieldSpans: {},
    ...withoutUndefined({ pin, protect, replace }),
  };
}

/** Kinds in the order of the registry; inside a kind by address, parents before children. */
function inFileOrder(drafts: Drafts, shapes: Shapes): readonly ResourceDraft[] {
  const inside = groupBy([...drafts.values()], ({ parent, shape }) => `${shape.name} ${parent}`);
  const kindsIn = groupBy(
    [...shapes.values()].flatMap(({ name, parents = [''] }) => parents.map((parent) => ({ name, parent }))),
    ({ parent }) => parent,
  );
  const below = (parent: Address | null, kind: string): readonly ResourceDraft[] =>
    (kindsIn.get(kind) ?? []).flatMap(({ name }) => {
      const here = (inside.get(`${name} ${parent}`) ?? []).toSorted(byAddress);
      return here.flatMap((draft) => [draft, ...below(draft.address, name)]);
    });
  return below(null, '');
}

/** Declares lists that are not empty. Sections and groups of a site are one list in a file. */
function listsOf(standing: readonly ResourceDraft[], shapes: Shapes): readonly ListAddress[] {
  const lists = new Set<ListAddress>();
  for (const { shape, parent } of standing) {
    if (shape.singleton) continue;
    const container = kindOfAddress(parent ?? '', shapes) ?? '';
    const wraps = shapes.get(container)?.wraps;
    const isMixed = ({ name, parents, orderedIn }: KindShape) =>
      wraps !== undefined && name !== wraps.child && [parents, orderedIn].every((kinds) => kinds?.includes(container));
    const together = isMixed(shape) ? [...shapes.values()].filter(isMixed) : [shape];
    for (const each of together) lists.add(listAddress(parent, each.segment));
  }
  return [...lists];
}

/** Without prune and protection, because nothing is to change. */
export function asDesired({ resources, orders, lists }: Declaration, organization: string, shapes: Shapes): Desired {
  return {
    organization,
    resources,
    orders,
    lists: lists.flatMap((list) => {
      const kind = kindOfAddress(`${list}/x`, shapes);
      return kind === undefined ? [] : [{ list, kind, prune: 'never' as const, pruneIsNamed: false }];
    }),
    moved: [],
    policy: { prune: () => 'never', protect: [], maxDeletes: 0 },
  };
}

function unreadLists(live: Live, names: Names, shapes: Shapes): readonly LeftOut[] {
  const byName = new Map<string, LeftOut>();
  for (const list of live.lists) {
    const { unknown } = list;
    if (unknown === undefined) continue;
    const place = whereOf(list, live, names, shapes);
    const name = `${place.what} ${unknown}`;
    if (!byName.has(name)) byName.set(name, { ...place, why: `it could not be read completely: ${unknown}` });
  }
  return [...byName.values()];
}

function whereOf({ kind, parentId }: LiveList, live: Live, names: Names, shapes: Shapes) {
  const segment = shapes.get(kind)?.segment ?? kind;
  if (parentId === null) return { what: segment, address: segment };
  for (const parent of shapes.get(kind)?.parents ?? []) {
    const named = names.find(parent, parentId);
    const list = named && listAddress(named.address, segment);
    if (list !== undefined) return { what: list, address: list };
    const object = live.objects.find((each) => each.kind === parent && each.id === parentId);
    const shape = shapes.get(parent);
    if (object !== undefined && shape !== undefined) return { what: `${segment} of ${nameOf(shape, object, null)}` };
  }
  return { what: segment };
}

/** `desired`: supplies the parts of an order that the API does not return. */
function siblingOrders(drafts: Drafts, live: Live, desired: Desired | undefined, shapes: Shapes): Orders {
  const orders: { [container: Address]: readonly Address[] } = {};
  const members = groupBy(
    [...drafts.values()].filter(({ out, declared }) => out === undefined && !declared?.isExternal),
    (draft) => (isSomewhere(draft) ? orderedContainerOf({ ...draft, kind: draft.shape.name }, shapes) : null) ?? '',
  );
  for (const [container, children] of [...members].sort(byKey)) {
    const holder = drafts.get(container);
    const id = container === topContainer ? topContainerId : holder?.object.id;
    if (id === undefined || holder?.declared?.isExternal) continue;
    const runs = live.orders[id] ?? [];
    const orderOf = children.every(({ shape }) => shape.moveCarriesContainer) ? optionalOrder : wholeOrder;
    const order = orderOf(children, runs, desired?.orders[container]);
    if (order !== undefined) orders[container] = order;
  }
  return orders;
}

/** An object in an undeclarable container would look like one at the top level. */
function isSomewhere({ shape, fields, object }: ResourceDraft) {
  const place = placeField(shape) ?? '';
  return typeof object.fields[place] !== 'string' || isReference(fields[place]);
}

/** Members with an unknown position keep their declared position, or come last. */
function wholeOrder(
  children: readonly ResourceDraft[],
  runs: readonly (readonly string[])[],
  declared: readonly Address[] = [],
): readonly Address[] {
  const shown = listed(children, runs[0] ?? []);
  const hidden = children.filter((draft) => !shown.includes(draft));
  const later = listed(hidden, runs.slice(1).flat());
  const unplaced = [...later, ...hidden.filter((draft) => !later.includes(draft))];
  // Kinds with an order of their own keep their declared positions among other kinds.
  const apart = runs.map((run) =>
    listed(children, run).flatMap(({ shape, address }) => (shape.orderedApart ? [address] : [])),
  );
  const order = insertSiblings(shown.map(addressOf), unplaced.map(addressOf), declared);
  return apart.reduce((dealt, own) => (own.length < 2 ? dealt : reorderLike(dealt, own)), order);
}

function listed(drafts: readonly ResourceDraft[], ids: readonly string[]): readonly ResourceDraft[] {
  const rank = new Map(ids.map((id, at) => [id, at]));
  const rankOf = ({ object }: ResourceDraft) => rank.get(object.id) ?? 0;
  return drafts.filter(({ object }) => rank.has(object.id)).sort((a, b) => rankOf(a) - rankOf(b));
}

const addressOf = ({ address }: ResourceDraft) => address;

/** If the API does not return how kinds interleave, uses the order of one kind or the declared order. */
function optionalOrder(
  children: readonly ResourceDraft[],
  runs: readonly (readonly string[])[],
  declared: readonly Address[] | undefined,
) {
  const ranked = listed(children, runs.flat());
  const byKind = groupBy(ranked, ({ shape }) => shape.name);
  if (declared !== undefined) return declaredOrder(children, byKind, declared);
  const isSingle = byKind.size === 1 && new Set(children.map(({ shape }) => shape.name)).size === 1;
  return isSingle && ranked.length > 1 && ranked.length === children.length ? ranked.map(addressOf) : undefined;
}

/** Keeps the declared positions of each kind, and fills them in live order. */
function declaredOrder(
  children: readonly ResourceDraft[],
  byKind: ReadonlyMap<string, readonly ResourceDraft[]>,
  declared: readonly Address[],
) {
  const here = new Map(children.map((draft) => [draft.address, draft]));
  const standing = declared.filter((address) => here.has(address));
  const isListed = new Set(standing);
  return [...byKind].reduce((order: readonly Address[], [kind, drafts]) => {
    const ranked = drafts.map(({ address }) => address).filter((address) => isListed.has(address));
    const isWhole = ranked.length === standing.filter((address) => here.get(address)?.shape.name === kind).length;
    return isWhole ? reorderLike(order, ranked) : order;
  }, standing);
}
