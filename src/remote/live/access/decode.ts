/** Decodes the facts for access reports; undefined for items that violate the contract. Pure. */

import type {
  CollectionFact,
  Level,
  MemberFact,
  OrganizationFact,
  PermissionFact,
  ShownSpace,
  SiteFact,
  SpaceFact,
  TeamFact,
} from '../../../access/facts.ts';
import { isSafeId } from '../../../core/address.ts';
import { defined } from '../../../core/defined.ts';
import { jsonObjectOf } from '../../../core/json.ts';
import { type Decoded, textOf } from '../../../kinds/reading.ts';

function idText(value: unknown) {
  const id = textOf(value);
  return id !== undefined && isSafeId(id) ? id : undefined;
}

function levelOf(value: unknown) {
  return value === null ? null : textOf(value);
}

const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
const flag = (value: unknown) => (typeof value === 'boolean' ? value : undefined);

export function permissionsIn(reply: unknown): readonly string[] | undefined {
  const { permissions } = jsonObjectOf(reply);
  if (permissions === undefined) return undefined;
  return Object.entries(jsonObjectOf(permissions)).flatMap(([name, isGranted]) => (isGranted === true ? [name] : []));
}

export function organizationFact(id: string, reply: unknown): OrganizationFact {
  const item = jsonObjectOf(reply);
  const { emailDomains } = item;
  const domains = Array.isArray(emailDomains) ? emailDomains.flatMap((domain) => textOf(domain) ?? []) : undefined;
  return {
    id,
    ...defined({
      title: textOf(item.title),
      defaultRole: levelOf(item.defaultRole),
      emailDomains: domains,
      hasEnforcedSso: flag(item.sso),
      hasInviteLinks: flag(item.inviteLinks),
      permissions: permissionsIn(reply),
    }),
  };
}

export function memberFact(value: unknown): MemberFact | undefined {
  const item = jsonObjectOf(value);
  const user = jsonObjectOf(item.user);
  const id = idText(user.id ?? item.id);
  if (id === undefined) return undefined;
  return {
    id,
    isDisabled: item.disabled === true,
    isSso: item.sso === true,
    ...defined({ email: textOf(user.email), role: levelOf(item.role), teamCount: number(item.teams) }),
  };
}

export function collectionFact(value: unknown): CollectionFact | undefined {
  const { id: given_, title, parent, defaultLevel } = jsonObjectOf(value);
  const id = idText(given_);
  if (id === undefined || typeof title !== 'string') return undefined;
  return { id, title, parent: textOf(parent) ?? null, ...defined({ defaultLevel: levelOf(defaultLevel) }) };
}

/** Nobody can access spaces in the trash. */
function spaceFact(value: unknown): SpaceFact | 'deleted' | undefined {
  const { deletedAt, visibility } = jsonObjectOf(value);
  const fact = collectionFact(value);
  if (fact === undefined) return undefined;
  return textOf(deletedAt) === undefined ? { ...fact, ...defined({ visibility: textOf(visibility) }) } : 'deleted';
}

export type ReachedSpace = { readonly level: Level; readonly space: SpaceFact } | 'deleted';

export function reachedSpace(value: unknown): ReachedSpace | undefined {
  const { permission, space } = jsonObjectOf(value);
  const level = textOf(permission);
  const fact = spaceFact(space);
  if (fact === 'deleted') return fact;
  return fact === undefined || level === undefined ? undefined : { level, space: fact };
}

export function teamFact(value: unknown): TeamFact | undefined {
  const { team, member } = jsonObjectOf(value);
  const { id: given_, title, spaces } = jsonObjectOf(team);
  const id = idText(given_);
  if (id === undefined) return undefined;
  return {
    id,
    title: textOf(title) ?? id,
    ...defined({ role: textOf(jsonObjectOf(member).role), spaceCount: number(spaces) }),
  };
}

export function permissionFact(
  value: unknown,
  decode: (item: unknown) => Decoded | undefined,
): Pick<PermissionFact, 'id' | 'name' | 'level'> | undefined {
  const { team, user } = jsonObjectOf(value);
  const decoded = decode(value);
  const level = levelOf(decoded?.fields.role);
  if (decoded === undefined || !isSafeId(decoded.id) || level === undefined) return undefined;
  const name = textOf(jsonObjectOf(team).title) ?? textOf(jsonObjectOf(user).email);
  return { id: decoded.id, name: name ?? decoded.id, level };
}

export function siteFact(value: unknown): SiteFact | undefined {
  const { id: given_, title, basename, visibility, published } = jsonObjectOf(value);
  const id = idText(given_);
  const audience = textOf(visibility);
  if (id === undefined || typeof title !== 'string' || audience === undefined) return undefined;
  return {
    id,
    title,
    visibility: audience,
    ...defined({ basename: textOf(basename), isPublished: flag(published) }),
  };
}

export function sectionCondition(value: unknown): { id: string; condition: string | undefined } | undefined {
  const { id: given_, condition } = jsonObjectOf(value);
  const id = idText(given_);
  return id === undefined ? undefined : { id, condition: textOf(condition) };
}

/** `conditionOf`: the condition of a section. The platform omits a space that the token cannot see. */
export function shownSpace(
  value: unknown,
  conditionOf: (section: string) => string | undefined,
): ShownSpace | undefined {
  const { id: given_, space, title, condition, section } = jsonObjectOf(value);
  const id = idText(given_);
  if (id === undefined) return undefined;
  const sectionId = textOf(section);
  const conditions = [sectionId === undefined ? undefined : conditionOf(sectionId), textOf(condition)];
  const embedded = jsonObjectOf(space);
  return {
    title: textOf(title) ?? textOf(embedded.title) ?? id,
    conditions: conditions.flatMap((each) => each ?? []),
    ...defined({ space: idText(embedded.id) }),
  };
}

/** undefined: not a link invite. */
export function linkInviteRole(value: unknown): { readonly role: Level | null } | undefined {
  const { id, role } = jsonObjectOf(value);
  const level = levelOf(role);
  return textOf(id) === undefined || level === undefined ? undefined : { role: level };
}

/** Whether the link works. The platform can omit the flag of new links. undefined: not a share link. */
export function isActiveLink(value: unknown): boolean | undefined {
  const { id, active } = jsonObjectOf(value);
  return idText(id) === undefined ? undefined : active !== false;
}
