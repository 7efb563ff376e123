/** Computes the audience of an object in one state, from the site that shows it and the containers around it. */

import { groupBy } from '../../core/compare.ts';
import { cachePerObject } from '../../core/once.ts';
import type { KindName, LiveObject, Value } from '../../core/state.ts';
import { roles } from '../../kinds/field.ts';
import { placeField } from '../../kinds/shape.ts';
import type { Level } from '../facts.ts';
import { defaultAccessOf, levelByDefault, type Opening } from '../reason.ts';
import { type Audience, everySite, nobody, type ReaderWay, type Roles, type Way } from './audience.ts';
import { groupOf, parentOf, type State, sitesIn } from './state.ts';

/** The audience of a space, collection, site, section, group, site-space, external link, OpenAPI specification or organization; nobody for an object of another kind. */
export function audienceOf(state: State, object: LiveObject): Audience {
  return audiencesIn(state)(object);
}

const audiencesIn = cachePerObject((state: State) =>
  cachePerObject((object: LiveObject): Audience => {
    const of = waysOf[object.kind];
    if (of === undefined) return nobody;
    const unread = object.kind === 'space' && !object.id.includes('/') ? unreadSites(state) : nobody.unread;
    return { ways: of(state, object), roles: hasOnlyReaders(object) ? nobody.roles : rolesIn(state), unread };
  }),
);

/** Items of sites have readers only. The site has the members who can change them. */
function hasOnlyReaders({ kind }: LiveObject): boolean {
  return waysOf[kind] === readerWays;
}

type WaysOf = (state: State, object: LiveObject) => readonly Way[];

const waysOf: { readonly [kind: KindName]: WaysOf } = {
  organization: organizationWays,
  site: (state, site) => [
    ...gatesOf(state)(site),
    ...unknownItemWays(state, site),
    ...roleWays({ by: 'organization' }),
    ...permissionWays(state, site),
  ],
  section: readerWays,
  'section-group': readerWays,
  'external-link': readerWays,
  'site-space': readerWays,
  collection: memberWays,
  space: (state, space) => [
    ...(linksIn(state).get(space.id) ?? []).flatMap((link) => readerWays(state, link)),
    ...memberWays(state, space),
  ],
  // The platform does not report the pages that show it.
  'openapi-spec': () => roleWays({ by: 'organization' }),
};

/** False if the site is known to be unpublished. A site that the plan creates has its address as id. */
export function mayBePublished({ id, fields }: LiveObject): boolean {
  return id.includes('/') ? fields.published === true : fields.published !== false;
}

const gatesOf = cachePerObject((state: State) =>
  cachePerObject((site: LiveObject): readonly ReaderWay[] => {
    if (!mayBePublished(site)) return [];
    const { visibility } = site.fields;
    const gate = { by: 'site', site: site.id, conditions: [] } as const;
    if (typeof visibility !== 'string') return [gate];
    if (visibility !== 'share-link') return [{ ...gate, gate: visibility }];
    const links = state.childrenOf('share-link', site.id).filter(({ fields }) => fields.active !== false);
    const known = links.map(({ id }) => ({ ...gate, gate: visibility, link: id }));
    return state.isWhole('share-link', site.id) ? known : [...known, { ...gate, gate: visibility }];
  }),
);

/** While adaptive content is off, also visitors who do not meet the conditions of items that were not read. */
function unknownItemWays(state: State, site: LiveObject): readonly Way[] {
  const isUnknown =
    site.fields.adaptiveContent !== true && mayBePublished(site) && !areSpaceContainersRead(state, site);
  return isUnknown ? [{ by: 'unknown', of: site.id }] : [];
}

/** The site-spaces of each space. */
export const linksIn = cachePerObject(({ live }: State) =>
  groupBy(
    live.objects.filter(({ kind }) => kind === 'site-space'),
    ({ fields }) => fields.space,
  ),
);

/** Of an item of a site: through the site, its section, and the groups around them. */
function readerWays(state: State, item: LiveObject): readonly ReaderWay[] {
  const conditions: string[] = [];
  let site: LiveObject | undefined = item;
  for (; site !== undefined && site.kind !== 'site'; site = parentOf(state, site)) {
    if (isInDraftGroup(state, site)) return [];
    const { condition } = site.fields;
    if (typeof condition === 'string' && !conditions.includes(condition)) conditions.push(condition);
  }
  if (site === undefined) return [];
  // Conditions have no effect while adaptive content is off.
  const met = site.fields.adaptiveContent === true ? conditions : [];
  const through = item.kind === 'site-space' ? { through: item.id } : {};
  return gatesOf(state)(site).map((gate) => ({ ...gate, ...through, conditions: met }));
}

/** A draft group hides its members. */
export function isInDraftGroup(state: State, item: LiveObject): boolean {
  if (item.fields.draft === true) return true;
  const group = groupOf(state, item);
  return group !== undefined && group.kind === 'section-group' && isInDraftGroup(state, group);
}

/** For spaces and collections. */
export const openingsIn = cachePerObject(({ live, shapes }: State): ((object: LiveObject) => Opening) => {
  const factOfObject = ({ kind, id, fields }: LiveObject) => {
    const shape = shapes.get(kind);
    const above = fields[(shape && placeField(shape)) ?? ''];
    const level = fields.defaultLevel as Level | null | undefined;
    return {
      id,
      title: String(fields.title ?? ''),
      parent: typeof above === 'string' ? above : null,
      ...(level === undefined ? {} : { defaultLevel: level }),
    };
  };
  const collections = new Map(
    live.objects.flatMap((object) =>
      object.kind === 'collection' ? [[object.id, factOfObject(object)] as const] : [],
    ),
  );
  return cachePerObject((object) => defaultAccessOf(factOfObject(object), collections));
});

const memberRoles = roles.filter((role) => role !== 'admin');

const waysByRole = new Map<string, readonly Way[]>();

function roleWays(opening: Opening): readonly Way[] {
  const key = 'level' in opening ? opening.level : opening.by;
  const known = waysByRole.get(key);
  if (known !== undefined) return known;
  const ways = memberRoles.flatMap((role): readonly Way[] => {
    const level = levelByDefault(role, opening);
    return typeof level === 'string' ? [{ by: 'role', role, level }] : [];
  });
  waysByRole.set(key, ways);
  return ways;
}

function memberWays(state: State, object: LiveObject): readonly Way[] {
  const opening = openingsIn(state)(object);
  const ways: readonly Way[] =
    opening.by === 'unseen' ? [{ by: 'unknown', of: unknownDefaultAbove(state, object) }] : roleWays(opening);
  const permissions = withCollectionsAbove(state, object).flatMap((each) => permissionWays(state, each));
  return permissions.length === 0 ? ways : [...ways, ...permissions];
}

/** The object whose default level is unknown: the last one that is known on the way up. */
function unknownDefaultAbove(state: State, object: LiveObject): string {
  const last = withCollectionsAbove(state, object).at(-1) ?? object;
  const shape = state.shapes.get(last.kind);
  const above = last.fields.defaultLevel === 'inherit' && shape ? last.fields[placeField(shape) ?? ''] : undefined;
  return typeof above === 'string' ? above : last.id;
}

/** A space or collection, and the collections that contain it. */
export function withCollectionsAbove(state: State, object: LiveObject): readonly LiveObject[] {
  const found: LiveObject[] = [];
  for (let at: LiveObject | undefined = object; at !== undefined && !found.includes(at); ) {
    found.push(at);
    at = groupOf(state, at);
  }
  return found;
}

export const permissionKinds: readonly KindName[] = ['team-permission', 'member-permission'];

export const hasPermissions = cachePerObject(({ live }: State) =>
  live.objects.some(({ kind }) => permissionKinds.includes(kind)),
);

/** The member or team. A permission that the plan creates has its address as id. */
export function permissionHolder({ id, fields }: LiveObject): string {
  return String(fields.member ?? fields.team ?? id);
}

/** A permission of a team is one of each known member. */
function permissionWays(state: State, { id: place }: LiveObject): readonly Way[] {
  if (!hasPermissions(state)) return [];
  const own = state.childrenOf('member-permission', place).flatMap((each): readonly Way[] => {
    const { role } = each.fields;
    return typeof role === 'string' ? [{ by: 'member', id: permissionHolder(each), level: role }] : [];
  });
  const ofTeams = state.childrenOf('team-permission', place).flatMap((each) => {
    const [team, { role }] = [permissionHolder(each), each.fields];
    if (typeof role !== 'string') return [];
    const people = state.childrenOf('team-member', team);
    const named = people.map(({ id }): Way => ({ by: 'member', id, level: role }));
    return state.isWhole('team-member', team) ? named : [...named, { by: 'team' as const, id: team, level: role }];
  });
  return [...own, ...ofTeams];
}

const rolesIn = cachePerObject((state: State): Roles => {
  const members = state.childrenOf('member', null);
  return new Map(members.flatMap(({ id, fields: { role } }) => (isRole(role) ? [[id, role] as const] : [])));
});

function isRole(role: Value | undefined): role is Level | null {
  return role === null || typeof role === 'string';
}

/** Admins are named, because they have access to everything. Other members have the access of their role. */
function organizationWays(state: State, { fields }: LiveObject): readonly Way[] {
  const { emailDomains, defaultRole, inviteLinks } = fields;
  const admins = [...rolesIn(state)].flatMap(([id, level]): readonly Way[] =>
    level === 'admin' ? [{ by: 'member', id, level }] : [],
  );
  const role = isRole(defaultRole) ? { role: defaultRole } : {};
  const domains = (Array.isArray(emailDomains) ? emailDomains : []).map(
    (name): Way => ({ by: 'join', through: 'domain', name: String(name), ...role }),
  );
  const invites = inviteLinks === false ? [] : waysByInvite(state);
  return [...roleWays({ by: 'organization' }), ...admins, { by: 'join', ...role }, ...domains, ...invites];
}

/** The June 2025 API does not list link invites. */
function waysByInvite(state: State): readonly Way[] {
  const links = state.childrenOf('link-invite', null).map(({ id, fields: { role } }): Way => {
    return { by: 'join', through: 'invite', name: id, ...(isRole(role) ? { role } : {}) };
  });
  return [{ by: 'join', through: 'invite' }, ...links];
}

const unreadSites = cachePerObject((state: State): ReadonlySet<string> => {
  const sites = sitesIn(state).filter((site) => !areSpaceContainersRead(state, site));
  const others = state.isWhole('site', null) ? [] : [everySite];
  return new Set([...sites.map(({ id }) => id), ...others]);
});

/** The containers of spaces. */
export function spaceContainersIn({ childrenOf }: State, object: LiveObject): readonly LiveObject[] {
  return [object, ...(object.kind === 'site' ? childrenOf('section', object.id) : [])];
}

/** Whether all its containers of spaces were read. */
export function areSpaceContainersRead(state: State, object: LiveObject): boolean {
  const arePartsKnown = object.kind !== 'site' || state.isWhole('section', object.id);
  return arePartsKnown && spaceContainersIn(state, object).every(({ id }) => state.isWhole('site-space', id));
}
