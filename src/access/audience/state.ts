/** The objects of an organization in one state, by id and by container. */

import { topContainerId } from '../../core/address.ts';
import { groupByPair } from '../../core/compare.ts';
import type { KindName, Live, LiveObject } from '../../core/state.ts';
import { createIdentityMap, placement, type Shapes, topKind } from '../../kinds/shape.ts';

export interface State {
  readonly shapes: Shapes;
  readonly live: Live;
  readonly find: (kind: KindName, id: string | undefined, parentId?: string | null) => LiveObject | undefined;
  readonly childrenOf: (kind: KindName, parentId: string | null) => readonly LiveObject[];
  /** Whether the trash contains it, as far as the trash was read. */
  readonly isInTrash: (object: LiveObject) => boolean;
  /** Whether the list is complete, so that missing objects do not exist. */
  readonly isWhole: (kind: KindName, parentId: string | null) => boolean;
}

export function indexState(live: Live, shapes: Shapes): State {
  const there = live.objects.filter(({ isDeleted }) => !isDeleted);
  const [byId, trash] = [createIdentityMap<LiveObject>(shapes), createIdentityMap<LiveObject>(shapes)];
  for (const object of live.objects) (object.isDeleted ? trash : byId).set(object, object);
  const byParent = groupByPair(
    there,
    ({ kind }) => kind,
    ({ parentId }) => parentId ?? topContainerId,
  );
  const whole = new Set(
    live.lists.flatMap(({ kind, parentId, unknown }) => (unknown === undefined ? [`${kind}:${parentId ?? ''}`] : [])),
  );
  return {
    shapes,
    live: { ...live, objects: there },
    find: (kind, id, parentId = null) => (id === undefined ? undefined : byId.at(kind, id, parentId)),
    childrenOf: (kind, parentId) => byParent.get(kind, parentId ?? topContainerId) ?? [],
    isInTrash: (object) => trash.of(object) !== undefined,
    // The content of a new object is always known.
    isWhole: (kind, parentId) => parentId?.includes('/') === true || whole.has(`${kind}:${parentId ?? ''}`),
  };
}

export function sitesIn({ childrenOf }: State): readonly LiveObject[] {
  return childrenOf('site', null);
}

const unreadOrganization: LiveObject = { kind: topKind, id: topContainerId, parentId: null, fields: {} };

/** Its settings, which are unknown if they are not declared. */
export function organizationOrUnknown({ childrenOf }: State): LiveObject {
  return childrenOf(topKind, null)[0] ?? unreadOrganization;
}

export function parentOf(state: State, { kind, parentId }: LiveObject): LiveObject | undefined {
  if (parentId === null) return undefined;
  for (const parent of state.shapes.get(kind)?.parents ?? []) {
    const found = state.find(parent, parentId);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The container in its own field, such as the group of a section. */
export function groupOf(state: State, { kind, fields }: LiveObject): LiveObject | undefined {
  const shape = state.shapes.get(kind);
  const place = shape && placement(shape);
  const id = place && fields[place.name];
  return place && typeof id === 'string' ? state.find(place.kind, id) : undefined;
}
