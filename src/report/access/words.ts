/** Words that all access reports share: names, reasons and audiences. */

import type { Access, AccessGroup, SpaceAccess } from '../../access/access.ts';
import type { MemberFact, PermissionFact, SiteFact, Unknown } from '../../access/facts.ts';
import { audiences } from '../../access/facts.ts';
import { wordForm } from '../../core/count.ts';
import type { KindName } from '../../core/state.ts';
import { identityText, type Origin } from '../parts/origin.ts';
import { oneLine } from '../wording/sanitize.ts';

export function tokenText({ access, origin: { token } }: Pick<AccessReport, 'access' | 'origin'>): string {
  const { permissions } = access.organization;
  const may =
    permissions === undefined ? '(unknown)' : permissions.length === 0 ? '(none)' : permissions.map(oneLine).join(', ');
  return `Token: ${token.from === undefined ? '(none needed)' : `from ${token.from}`}; owner: ${identityText(token)}; permissions: ${may}`;
}

export interface AccessReport {
  readonly origin: Pick<Origin, 'commit'> & Required<Pick<Origin, 'version' | 'readAt' | 'token'>>;
  readonly access: Access;
  readonly host: string;
  /** Shows ids instead of e-mail addresses. */
  readonly isRedacted: boolean;
  /** E-mail address of the only person in the report; null: only public content. */
  readonly who?: string | null;
}

/** The e-mail address, or the id if it is redacted or unknown. */
export function personName({ isRedacted }: Pick<AccessReport, 'isRedacted'>, { id, email }: MemberFact): string {
  return oneLine(isRedacted || email === undefined ? id : email);
}

/** `Home (spaces/home)`, with the address of declared objects. */
export function placeName(
  access: Access,
  kind: KindName,
  { id, title }: { readonly id: string; readonly title: string },
): string {
  const address = access.addressOf(kind, id);
  return oneLine(address === undefined ? title || id : `${title} (${address})`);
}

function collectionName(access: Access, id: string) {
  const found = access.collectionOf(id);
  return found === undefined ? id : placeName(access, 'collection', found);
}

/** The access of people without a grant, after a number of spaces. */
export function openingText(access: Access, { opening }: SpaceAccess): string {
  switch (opening.by) {
    case 'organization':
      return ': each member has the level of their organization role';
    case 'collection':
      return `: ${oneLine(opening.level)}, the default of the collection ${collectionName(access, opening.collection)}`;
    case 'space':
      return `: ${oneLine(opening.level)}, the default of the space`;
    case 'closed':
      return opening.collection === undefined
        ? ': no access, the default of the space'
        : `: no access, the default of the collection ${collectionName(access, opening.collection)}`;
    case 'unseen':
      return ': (unknown: the default could not be read)';
  }
}

export function reasonText(
  access: Access,
  { opening }: SpaceAccess,
  { reason, teams, permissions = [] }: Pick<AccessGroup, 'reason' | 'teams' | 'permissions'>,
): string {
  const found = permissions.map(({ to, name, place }) => {
    const holder = to === 'team' ? `of the team ${oneLine(name)}` : 'of the person';
    return `${holder} in the ${place.kind} ${placeNamed(access, place.id)}`;
  });
  if (found.length > 0) return `permission ${[...new Set(found)].join(', ')}`;
  switch (reason) {
    case 'admin':
      return 'organization admin';
    case 'organization':
      return 'organization role';
    case 'collection':
      return opening.by === 'collection'
        ? `default of the collection ${collectionName(access, opening.collection)}`
        : 'default of its collection';
    case 'space':
      return 'default of the space';
    case 'role-or-grant':
      return 'organization role or a grant (the platform does not report which)';
    case 'grant':
      return grantText(teams);
    case 'unseen':
      return 'unknown, because the default could not be read';
  }
}

function grantText(teams: AccessGroup['teams']) {
  if (teams?.length === 0) return 'granted on the space or on a parent collection (the platform does not report which)';
  const names = teams === undefined ? '' : ` (${teams.map(({ title }) => oneLine(title)).join(', ')})`;
  return `granted on the space, on a parent collection, or through a team${names} (the platform does not report which)`;
}

/** Visibilities in order; values outside the contract come last. */
export function visibilitiesOf(sites: readonly Pick<SiteFact, 'visibility'>[]): readonly string[] {
  const known = Object.keys(audiences);
  const further = [...new Set(sites.map(({ visibility }) => visibility))]
    .filter((word) => !known.includes(word))
    .sort();
  return [...known, ...further].filter((word) => sites.some(({ visibility }) => visibility === word));
}

const lists: { readonly [W in Unknown['what']]: string } = {
  organization: 'the organization',
  members: 'the members',
  'member-spaces': 'the spaces of',
  'member-teams': 'the teams of',
  collections: 'the collections',
  spaces: 'the spaces',
  sites: 'the sites',
  'site-spaces': 'the content of',
  'share-links': 'the share links of',
  'link-invites': 'the link invites',
  permissions: 'the permissions of',
};

/** `the spaces of ana@acme.dev` */
export function unknownName(report: AccessReport, { what, of }: Unknown): string {
  if (of === undefined) return lists[what];
  const member = report.access.members.find(({ id }) => id === of);
  return `${lists[what]} ${member === undefined ? placeNamed(report.access, of) : personName(report, member)}`;
}

/** A site, space or collection by its id. */
function placeNamed(access: Access, id: string) {
  for (const kind of ['site', 'space'] as const) {
    const found = access[`${kind}s`].find((each) => each.id === id);
    if (found !== undefined) return placeName(access, kind, found);
  }
  return collectionName(access, id);
}

/** `team Docs`, or a person. */
export function holderName(report: Pick<AccessReport, 'isRedacted'>, { to, id, name }: PermissionFact): string {
  if (to === 'team') return `team ${oneLine(name)}`;
  return personName(report, { id, email: name, isDisabled: false, isSso: false });
}

/** The permissions at a site. undefined: they could not be read, or the platform has none. */
export function permissionsAt(access: Access, site: string): readonly PermissionFact[] | undefined {
  const isUnread = access.unknown.some(({ what, of }) => what === 'permissions' && of === site);
  return isUnread ? undefined : access.permissions?.filter(({ place }) => place.id === site);
}

export function levelText({ level }: PermissionFact): string {
  return level === null ? 'none' : oneLine(level);
}

/** `2 of 3 share links active`. Undefined: the share links could not be read. */
export function linksText({ shareLinks }: SiteFact): string | undefined {
  if (shareLinks === undefined) return undefined;
  const { active, all } = shareLinks;
  return all === 0 ? 'no share links' : `${active} of ${all} share ${wordForm(all, 'link', 'links')} active`;
}

/** Open without a site. `in-collection` and `private` are for members. */
export function isOpenItself({ visibility }: Pick<SpaceAccess, 'visibility'>): boolean {
  return visibility !== undefined && visibility !== 'in-collection' && visibility !== 'private';
}
