/** Computes the navigation of each changed site, before and after the plan. */

import { groupOf, parentOf, type State, sitesIn } from '../../access/audience/state.ts';
import { type Address, byAddress } from '../../core/address.ts';
import { isEqual } from '../../core/compare.ts';
import { withoutMissing, withoutUndefined } from '../../core/defined.ts';
import type { NavigationEntry, NavigationSide, SiteNavigation } from '../../core/navigation.ts';
import type { KindName, LiveObject } from '../../core/state.ts';
import { itemKindsIn, type KindShape, placeField } from '../../kinds/shape.ts';
import type { Plan } from '../../plan/result/change.ts';
import { type Scene, type Touched, touchedIn } from './simulation/scene.ts';
import { pathOf, rootNow, rootThen, sectionPath, textOf } from './simulation/site-paths.ts';

export function navigationIn(scene: Scene, { changes }: Pick<Plan, 'changes'>): readonly SiteNavigation[] {
  const moved = new Set(changes.flatMap(({ action, address }) => (action === 'move' ? [address] : [])));
  const touched = touchedIn(scene);
  const sites = [
    ...sitesIn(scene.before),
    ...sitesIn(scene.after).filter(({ id }) => scene.before.find('site', id) === undefined),
  ];
  return sites
    .filter(({ id }) => touched.all.has(id))
    .flatMap((site) => navigationOf({ scene, moved, touched, still: new Map() }, site))
    .sort(byAddress);
}

interface Telling {
  readonly scene: Scene;
  readonly moved: ReadonlySet<Address>;
  readonly touched: Touched;
  /** Entries that are the same on both sides, which are most entries of a large site. */
  readonly still: Map<LiveObject, NavigationEntry>;
}

/** Empty without changes. */
function navigationOf(telling: Telling, { id }: LiveObject): readonly SiteNavigation[] {
  const { scene } = telling;
  const [was, is] = [scene.before.find('site', id), scene.after.find('site', id)];
  const site = was ?? is;
  if (site === undefined) return [];
  const before =
    was && sideOf({ ...telling, own: scene.before, other: scene.after, is: 'removed' }, was, rootNow(was).published);
  const after =
    is &&
    sideOf({ ...telling, own: scene.after, other: scene.before, is: 'added' }, is, was && rootThen(was, is).published);
  const isTouched = was === undefined || is === undefined || !isEqual(before, after);
  return isTouched ? [{ address: scene.addressOf(site), before: before ?? null, after: after ?? null }] : [];
}

interface Side extends Telling {
  readonly own: State;
  readonly other: State;
  /** Mark of entries that the other side does not contain. */
  readonly is: 'added' | 'removed';
}

function sideOf(side: Side, site: LiveObject, published: string | undefined): NavigationSide {
  return {
    title: ownTitle(side, site),
    ...withoutUndefined({ published }),
    // A new site has an address in place of an id.
    ...(site.id.includes('/') ? {} : unreadIn(side, site)),
    entries: entriesOf(side, site, site),
  };
}

interface Placed {
  readonly object: LiveObject;
  readonly isLoose: boolean;
}

function entriesOf(side: Side, container: LiveObject, site: LiveObject): readonly NavigationEntry[] {
  const { moved, touched, still } = side;
  // The URL of an entry depends on its containers.
  const areAlike = moved.size === 0 && !touched.own.has(container.id) && !touched.own.has(site.id);
  return inOrder(side, container.id, childrenOf(side, container)).map(({ object, isLoose }) => {
    const isStill = areAlike && !touched.all.has(object.id);
    const entry = still.get(object) ?? entryOf(side, object, site, { isLoose, isStill });
    if (isStill) still.set(object, entry);
    return entry;
  });
}

/** Entries with an unknown position come last. */
function inOrder({ own }: Side, container: string, children: readonly LiveObject[]): readonly Placed[] {
  if (children.length < 2) return children.map((object) => ({ object, isLoose: false }));
  const [known = [], ...loose] = own.live.orders[container] ?? [];
  const ranks = new Map([...known, ...loose.flat()].map((id, rank) => [id, rank]));
  const rankOf = ({ id }: LiveObject) => ranks.get(id) ?? ranks.size;
  return [...children]
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map((object) => ({ object, isLoose: rankOf(object) >= known.length }));
}

function childrenOf({ own, scene: { shapes } }: Side, { kind, id, parentId }: LiveObject): readonly LiveObject[] {
  return itemKindsIn({ name: kind }, shapes).flatMap((shape) => {
    if (!isPartOf(shape, kind))
      return own.childrenOf(shape.name, parentId).filter((each) => groupOf(own, each)?.id === id);
    return own.childrenOf(shape.name, id).filter((each) => groupOf(own, each) === undefined);
  });
}

/** A section is only placed in a group; its parent is the site. */
function isPartOf({ parents }: KindShape, kind: KindName) {
  return parents?.includes(kind) === true;
}

function unreadIn({ own, scene: { shapes } }: Side, { kind, id }: LiveObject): { readonly isUnread?: true } {
  const isRead = itemKindsIn({ name: kind }, shapes).every(
    (shape) => !isPartOf(shape, kind) || own.isWhole(shape.name, id),
  );
  return isRead ? {} : { isUnread: true };
}

const unchanged = { marks: [], fields: [] };

function entryOf(
  side: Side,
  object: LiveObject,
  site: LiveObject,
  { isLoose, isStill }: { readonly isLoose: boolean; readonly isStill: boolean },
): NavigationEntry {
  const { scene } = side;
  const facts = factsOf(side, object);
  return withoutUndefined({
    kind: object.kind,
    address: scene.addressOf(object),
    title: facts.title,
    path: facts.path,
    isDefault: facts.isDefault ? (true as const) : undefined,
    condition: textOf(object.fields.condition),
    ...(isStill ? unchanged : becoming(side, object, facts)),
    isPlaceUnknown: isLoose ? (true as const) : undefined,
    ...unreadIn(side, object),
    entries: entriesOf(side, object, site),
  });
}

type EntryFacts = ReturnType<typeof factsOf>;

function factsOf(side: Pick<Side, 'own' | 'scene'>, object: LiveObject) {
  return {
    title: ownTitle(side, object),
    path: pathIn(side.own, object),
    isDefault: isDefaultIn(side.own, object),
  };
}

function becoming(side: Side, object: LiveObject, facts: EntryFacts) {
  const { scene, other, is } = side;
  const counterpart = other.find(object.kind, object.id, object.parentId);
  if (counterpart === undefined) return { marks: [is], fields: [] };
  const there = factsOf({ scene, own: other }, counterpart);
  const [was, then] = is === 'removed' ? [object, counterpart] : [counterpart, object];
  const [from, to] = [holderOf(side, scene.before, was), holderOf(side, scene.after, then)];
  const isMoved = from !== to || side.moved.has(scene.addressOf(object));
  const isRenamed = facts.title !== there.title;
  // Untouched objects are identical.
  const own = object === counterpart ? [] : differingFields(scene, object, counterpart);
  const isElsewhere = facts.path !== there.path && !own.includes('path');
  const fields = withoutMissing(...own, facts.isDefault !== there.isDefault && 'default', isElsewhere && 'address');
  return withoutUndefined({
    marks: withoutMissing(isMoved && 'moved', isRenamed && 'renamed', fields.length > 0 && 'changed'),
    moved: isMoved ? { from, to } : undefined,
    fields,
  });
}

/** Without title and container, which have marks of their own. */
function differingFields({ shapes }: Scene, a: LiveObject, b: LiveObject) {
  const shape = shapes.get(a.kind);
  const elsewhere = new Set(['title', 'space', 'default', shape && placeField(shape)]);
  return Object.keys(shape?.fields ?? {}).filter(
    (name) => !elsewhere.has(name) && !isEqual(a.fields[name] ?? null, b.fields[name] ?? null),
  );
}

/** The container; the site for its top level. */
function holderOf({ scene }: Side, state: State, object: LiveObject) {
  const holder = groupOf(state, object) ?? parentOf(state, object);
  return holder === undefined ? '' : scene.addressOf(holder);
}

function isDefaultIn(state: State, { kind, id, parentId }: LiveObject) {
  const site = state.find('site', parentId ?? undefined);
  if (kind === 'section') return site?.fields.defaultSection === id;
  if (kind !== 'site-space') return false;
  return (site?.fields.default ?? state.find('section', parentId ?? undefined)?.fields.default) === id;
}

/** `/`: the root of the site. */
function pathIn(state: State, object: LiveObject) {
  const read = object.kind === 'site-space' ? pathOf : object.kind === 'section' ? sectionPath : undefined;
  const path = read?.(state, object);
  return path === '' ? '/' : path;
}

/** The title on this side; for a link, the title of its space. */
function ownTitle({ own, scene }: Pick<Side, 'own' | 'scene'>, object: LiveObject) {
  const shown = object.kind === 'site-space' ? own.find('space', textOf(object.fields.space)) : object;
  const title = textOf(shown?.fields.title) ?? scene.titleOf(object);
  const state = ['draft', 'hidden'].find((field) => object.fields[field] === true);
  return state === undefined ? title : `${title} (${state})`;
}
