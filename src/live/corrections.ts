/** Corrects listed orders that did not change with successful moves, and sections that the platform adds to flat sites. Pure. */
import { type Address, topContainer, topContainerId } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import { once } from '../core/once.ts';
import { listedPositions, markedPositions, siblingMark } from '../core/order-mark.ts';
import { isReference, type Ledger, type Live, type LiveObject } from '../core/state.ts';
import type { KindDefinition } from '../kinds/define-kind.ts';
import { keepsOrderIn } from '../kinds/shape.ts';
import type { Gathering } from './gathering.ts';
import { candidateFinder, type Mention } from './mentions.ts';

/** Replaces a listed order by the applied order, so that no plan repeats the moves. The listed order counts again as soon as it changes. */
export function withAssumedOrders(live: Live, { resources, orders: applied = {} }: Ledger): Live {
  const orders = { ...live.orders };
  const assumed: string[] = [];
  for (const [container, mark] of Object.entries(applied)) {
    const id = container === topContainer ? topContainerId : resources[container]?.id;
    const runs = id === undefined ? undefined : live.orders[id];
    const positions = { applied: markedPositions(mark), listed: listedPositions(mark) };
    if (id === undefined || runs === undefined || positions.listed.size === 0) continue;
    const asApplied = runs.map((run) => inAppliedOrder(run, positions));
    if (asApplied.every((run, at) => run === runs[at])) continue;
    orders[id] = asApplied;
    assumed.push(id);
  }
  return assumed.length === 0 ? live : { ...live, orders, assumedOrders: assumed };
}

type Positions = ReadonlyMap<string, number>;

/** Unmanaged siblings keep their positions. */
function inAppliedOrder(run: readonly string[], { applied, listed }: { applied: Positions; listed: Positions }) {
  const placesIn = (positions: Positions, ids: readonly string[]): readonly number[] =>
    ids.flatMap((id) => positions.get(siblingMark(id)) ?? []);
  const known = run.filter((id) => listed.has(siblingMark(id)) && applied.has(siblingMark(id)));
  if (known.length < 2 || !isAscending(placesIn(listed, known)) || isAscending(placesIn(applied, known))) return run;
  const placeOf = (id: string) => applied.get(siblingMark(id)) ?? 0;
  const managed = run.filter((id) => applied.has(siblingMark(id))).sort((a, b) => placeOf(a) - placeOf(b));
  return run.map((id) => (applied.has(siblingMark(id)) ? (managed.shift() ?? id) : id));
}

function isAscending(places: readonly number[]) {
  return places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0));
}

type Wraps = NonNullable<KindDefinition['wraps']>;

/** Treats a site as flat if its only section is the one that the platform can add around its spaces: only sites that configuration and ledger know as flat. The section is neither managed nor reported. */
export function withoutImplicitSections(
  live: Live,
  { definitions, mentions }: Pick<Gathering, 'definitions' | 'mentions'>,
): Live {
  const idsAt = once(() => new Map([...mentions.in(null).values()].flat().map(({ address, ids }) => [address, ids])));
  let flat = live;
  for (const definition of definitions.values()) {
    const { name, wraps } = definition;
    if (wraps === undefined) continue;
    const candidatesOf = candidateFinder(
      definition,
      live.objects.filter(({ kind }) => kind === name),
    );
    const partsOf = groupBy(
      live.objects.filter(({ kind }) => keepsOrderIn(definitions.get(kind) ?? {}, name)),
      ({ parentId }) => parentId ?? '',
    );
    for (const mention of mentions.in(null).get(name) ?? []) {
      const inside = mentions.in(mention.address);
      const children = inside.get(wraps.child) ?? [];
      if (children.length === 0 || (inside.get(wraps.wrapper) ?? []).length > 0) continue;
      const candidates = candidatesOf(mention);
      // A match by name alone can be wrong.
      const own = candidates.filter(({ id }) => mention.ids.includes(id));
      for (const { id } of own.length > 0 ? own : candidates) {
        const [only, ...others] = partsOf.get(id) ?? [];
        if (only?.kind !== wraps.wrapper || others.length > 0 || !isBare(only) || !isRead(live, id, wraps)) continue;
        const isKnown = knownBy(children, idsAt());
        // A section with other spaces was created by a person.
        if ((partsOf.get(only.id) ?? []).some(isKnown)) flat = withoutWrapper(flat, only, wraps);
      }
    }
  }
  return flat;
}

function knownBy(children: readonly Mention[], idsAt: ReadonlyMap<Address, readonly string[]>) {
  const references = children.flatMap(({ fields = {} }) => Object.values(fields).filter(isReference));
  const known = new Set([
    ...children.flatMap(({ ids }) => ids),
    ...references.flatMap(({ ref }) => idsAt.get(ref) ?? []),
  ]);
  return ({ id, fields }: LiveObject) =>
    known.has(id) || Object.values(fields).some((value) => known.has(value as string));
}

/** Somebody has set the other fields, and a condition decides who sees the spaces. */
function isBare({ fields }: LiveObject) {
  return ['condition', 'description', 'icon'].every((name) => fields[name] === undefined || fields[name] === null);
}

function isRead({ lists }: Live, parentId: string, { child, wrapper }: Wraps) {
  return [child, wrapper].every((kind) =>
    lists.some((list) => list.kind === kind && list.parentId === parentId && list.unknown === undefined),
  );
}

function withoutWrapper(live: Live, wrapper: LiveObject, { child }: Wraps): Live {
  const { id, parentId } = wrapper;
  const { [id]: order = [], ...orders } = live.orders;
  const objects = live.objects.flatMap((object): readonly LiveObject[] => {
    if (object === wrapper) return [];
    if (object.id === parentId) return [withDefault(object, wrapper)];
    return [object.kind === child && object.parentId === id ? { ...object, parentId } : object];
  });
  return {
    ...live,
    objects,
    lists: live.lists.filter((list) => list.parentId !== id),
    orders: parentId === null ? orders : { ...orders, [parentId]: order },
  };
}

/** The default space of a flat site is the default of the section. */
function withDefault(site: LiveObject, { fields }: LiveObject): LiveObject {
  const { defaultSection: _, ...rest } = site.fields;
  return { ...site, fields: fields.default === undefined ? rest : { ...rest, default: fields.default } };
}
