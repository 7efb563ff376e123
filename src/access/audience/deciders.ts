/** Finds the changed objects that decide the audience of an object in two states. */
import { groupByPair } from '../../core/compare.ts';
import type { KindName, LiveObject } from '../../core/state.ts';
import { identityOf } from '../../kinds/shape.ts';
import { canChangeAudience } from './changes.ts';
import { linksIn, permissionHolder, permissionKinds, withCollectionsAbove } from './of-object.ts';
import { groupOf, parentOf, type State } from './state.ts';

interface Deciders {
  readonly isEmpty: boolean;
  /** Members and roles in the organization decide only the audience of the organization. */
  readonly of: (object: LiveObject) => readonly LiveObject[];
}

/** Finds the changed objects of a kind in a container. */
type ChangesIn = (kind: KindName, parentId: string) => readonly LiveObject[];

/** Objects whose audience depends on permissions and default levels. */
const held: readonly KindName[] = ['site', 'space', 'collection'];

const ofOrganization: readonly KindName[] = ['organization', 'member', 'link-invite'];

export function createDeciders(before: State, after: State): Deciders {
  const keyOf = (object: LiveObject) => identityOf(before.shapes, object);
  const changed = new Map(
    [...objectsChangedIn(before, after), ...objectsChangedIn(after, before)].map((each) => [keyOf(each), each]),
  );
  const groups = groupByPair(
    changed.values(),
    ({ kind }) => kind,
    ({ parentId }) => parentId ?? '',
  );
  const changesIn: ChangesIn = (kind, parentId) => groups.get(kind, parentId) ?? [];
  const decidersOf = (object: LiveObject) => {
    if (object.kind === 'organization')
      return [...changed.values()].filter(({ kind }) => ofOrganization.includes(kind));
    const near = [before, after].flatMap((state) => {
      const there = state.find(object.kind, object.id, object.parentId);
      return there === undefined ? [] : objectDeciders(state, there, changesIn);
    });
    return [...new Set(near.flatMap((each) => changed.get(keyOf(each)) ?? []))];
  };
  return { isEmpty: changed.size === 0, of: decidersOf };
}

function objectsChangedIn(state: State, other: State): readonly LiveObject[] {
  return state.live.objects.filter((object) => {
    const there = other.find(object.kind, object.id, object.parentId);
    return there !== object && canChangeAudience(object, there);
  });
}

/** Objects that decide the audience in one state. */
function objectDeciders(state: State, object: LiveObject, changesIn: ChangesIn): readonly LiveObject[] {
  const items = object.kind === 'space' ? (linksIn(state).get(object.id) ?? []) : [object];
  return [
    ...items.flatMap((item) => siteAccessDeciders(state, item, changesIn)),
    ...(held.includes(object.kind) ? memberAccessDeciders(state, object, changesIn) : []),
  ];
}

/** The item of a site, everything around it, and the changed share links of the site. */
function siteAccessDeciders(state: State, item: LiveObject, changesIn: ChangesIn): readonly LiveObject[] {
  const found: LiveObject[] = [];
  for (let at: LiveObject | undefined = item; at !== undefined; at = parentOf(state, at)) {
    for (let each: LiveObject | undefined = at; each !== undefined && !found.includes(each); ) {
      found.push(each);
      each = groupOf(state, each);
    }
    if (at.kind === 'site') found.push(...changesIn('share-link', at.id));
  }
  return found;
}

/** The object and the collections around it, with changed permissions and changed members of teams. */
function memberAccessDeciders(state: State, object: LiveObject, changesIn: ChangesIn): readonly LiveObject[] {
  const places = object.kind === 'site' ? [object] : withCollectionsAbove(state, object);
  return places.flatMap((place) => [
    place,
    ...permissionKinds.flatMap((kind) => changesIn(kind, place.id)),
    ...state
      .childrenOf('team-permission', place.id)
      .flatMap((permission) => changesIn('team-member', permissionHolder(permission))),
  ]);
}
