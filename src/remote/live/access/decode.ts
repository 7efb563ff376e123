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
import { withoutUndefined } from '../../../core/defined.ts';
import { jsonObjectOrEmpty } from '../../../core/json.ts';
import { type Decoded, textOrUndefined } from '../../../kinds/reading.ts';

function safeIdOrUndefined(value: unknown) {
  const id = textOrUndefined(value);
  return id !== undefined && isSafeId(id) ? id : undefined;
}

function levelOrNull(value: unknown) {
  return value === null ? null : textOrUndefined(value);
}

const numberOrUndefined = (value: unknown) => (typeof value === 'number' ? value : undefined);
const booleanOrUndefined = (value: unknown) => (typeof value === 'boolean' ? value : undefined);

export function decodePermissions(reply: unknown): readonly string[] | undefined {
  const { permissions } = jsonObjectOrEmpty(reply);
  if (permissions === undefined) return undefined;
  return Object.entries(jsonObjectOrEmpty(permissions)).flatMap(([name, isGranted]) =>
    isGranted === true ? [name] : [],
  );
}

export function decodeOrganization(id: string, reply: unknown): OrganizationFact {
  const item = jsonObjectOrEmpty(reply);
  const { emailDomains } = item;
  const domains = Array.isArray(emailDomains)
    ? emailDomains.flatMap((domain) => textOrUndefined(domain) ?? [])
    : undefined;
  return {
    id,
    ...withoutUndefined({
      title: textOrUndefined(item.title),
      defaultRole: levelOrNull(item.defaultRole),
      emailDomains: domains,
      hasEnforcedSso: booleanOrUndefined(item.sso),
      hasInviteLinks: booleanOrUndefined(item.inviteLinks),
      permissions: decodePermissions(reply),
    }),
  };
}

export function decodeMember(value: unknown): MemberFact | undefined {
  const item = jsonObjectOrEmpty(value);
  const user = jsonObjectOrEmpty(item.user);
  const id = safeIdOrUndefined(user.id ?? item.id);
  if (id === undefined) return undefined;
  return {
    id,
    isDisabled: item.disabled === true,
    isSso: item.sso === true,
    ...withoutUndefined({
      email: textOrUndefined(user.email),
      role: levelOrNull(item.role),
      teamCount: numberOrUndefined(item.teams),
    }),
  };
}

export function decodeCollection(value: unknown): CollectionFact | undefined {
  const { id: given_, title, parent, defaultLevel } = jsonObjectOrEmpty(value);
  const id = safeIdOrUndefined(given_);
  if (id === undefined || typeof title !== 'string') return undefined;
  return {
    id,
    title,
    parent: textOrUndefined(parent) ?? null,
    ...withoutUndefined({ defaultLevel: levelOrNull(defaultLevel) }),
  };
}

/** Nobody can access spaces in the trash. */
function decodeSpace(value: unknown): SpaceFact | 'deleted' | undefined {
  const { deletedAt, visibility } = jsonObjectOrEmpty(value);
  const fact = decodeCollection(value);
  if (fact === undefined) return undefined;
  return textOrUndefined(deletedAt) === undefined
    ? { ...fact, ...withoutUndefined({ visibility: textOrUndefined(visibility) }) }
    : 'deleted';
}

export type ReachedSpace = { readonly level: Level; readonly space: SpaceFact } | 'deleted';

export function decodeReachedSpace(value: unknown): ReachedSpace | undefined {
  const { permission, space } = jsonObjectOrEmpty(value);
  const level = textOrUndefined(permission);
  const fact = decodeSpace(space);
  if (fact === 'deleted') return fact;
  return fact === undefined || level === undefined ? undefined : { level, space: fact };
}

export function decodeTeam(value: unknown): TeamFact | undefined {
  const { team, member } = jsonObjectOrEmpty(value);
  const { id: given_, title, spaces } = jsonObjectOrEmpty(team);
  const id = safeIdOrUndefined(given_);
  if (id === undefined) return undefined;
  return {
    id,
    title: textOrUndefined(title) ?? id,
    ...withoutUndefined({
      role: textOrUndefined(jsonObjectOrEmpty(member).role),
      spaceCount: numberOrUndefined(spaces),
    }),
  };
}

export function decodePermission(
  value: unknown,
  decode: (item: unknown) => Decoded | undefined,
): Pick<PermissionFact, 'id' | 'name' | 'level'> | undefined {
  const { team, user } = jsonObjectOrEmpty(value);
  const decoded = decode(value);
  const level = levelOrNull(decoded?.fields.role);
  if (decoded === undefined || !isSafeId(decoded.id) || level === undefined) return undefined;
  const name = textOrUndefined(jsonObjectOrEmpty(team).title) ?? textOrUndefined(jsonObjectOrEmpty(user).email);
  return { id: decoded.id, name: name ?? decoded.id, level };
}

export function decodeSite(value: unknown): SiteFact | undefined {
  const { id: given_, title, basename, visibility, published } = jsonObjectOrEmpty(value);
  const id = safeIdOrUndefined(given_);
  const audience = textOrUndefined(visibility);
  if (id === undefined || typeof title !== 'string' || audience === undefined) return undefined;
  return {
    id,
    title,
    visibility: audience,
    ...withoutUndefined({ basename: textOrUndefined(basename), isPublished: booleanOrUndefined(published) }),
  };
}

export function decodeSectionCondition(value: unknown): { id: string; condition: string | undefined } | undefined {
  const { id: given_, condition } = jsonObjectOrEmpty(value);
  const id = safeIdOrUndefined(given_);
  return id === undefined ? undefined : { id, condition: textOrUndefined(condition) };
}

/** `conditionOf`: the condition of a section. The platform omits a space that the token cannot see. */
export function decodeShownSpace(
  value: unknown,
  conditionOf: (section: string) => string | undefined,
): ShownSpace | undefined {
  const { id: given_, space, title, condition, section } = jsonObjectOrEmpty(value);
  const id = safeIdOrUndefined(given_);
  if (id === undefined) return undefined;
  const sectionId = textOrUndefined(section);
  const conditions = [sectionId === undefined ? undefined : conditionOf(sectionId), textOrUndefined(condition)];
  const embedded = jsonObjectOrEmpty(space);
  return {
    title: textOrUndefined(title) ?? textOrUndefined(embedded.title) ?? id,
    conditions: conditions.flatMap((each) => each ?? []),
    ...withoutUndefined({ space: safeIdOrUndefined(embedded.id) }),
  };
}

/** undefined: not a link invite. */
export function decodeLinkInviteRole(value: unknown): { readonly role: Level | null } | undefined {
  const { id, role } = jsonObjectOrEmpty(value);
  const level = levelOrNull(role);
  return textOrUndefined(id) === undefined || level === undefined ? undefined : { role: level };
}

/** Whether the link works. The platform can omit the flag of new links. undefined: not a share link. */
export function decodeActiveFlag(value: unknown): boolean | undefined {
  const { id, active } = jsonObjectOrEmpty(value);
  return safeIdOrUndefined(id) === undefined ? undefined : active !== false;
}
