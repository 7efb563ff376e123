/** Words that all forms of the report on access share: names of people and places, reasons, audiences. */

import type { Access, AccessGroup, SpaceAccess } from '../../access/access.ts';
import { audiences } from '../../access/audience.ts';
import type { MemberFact, SiteFact, Unknown } from '../../access/facts.ts';
import { formOf } from '../../core/count.ts';
import type { KindName } from '../../core/state.ts';
import { oneLine } from '../sanitize.ts';

/** How a report came about: what an auditor asks of it first. */
export interface ReportOrigin {
  /** Version of docform. */
  readonly version: string;
  /** When the reading began; RFC 3339. */
  readonly readAt: string;
  /** Where the token comes from; missing: none is needed. */
  readonly tokenFrom?: string;
}

/** Whose token it is, no operation of the platform says; what it may do, the organization says. */
export function tokenText({ access, origin: { tokenFrom } }: Pick<AccessReport, 'access' | 'origin'>): string {
  const { permissions } = access.organization;
  const may =
    permissions === undefined ? '(unknown)' : permissions.length === 0 ? '(none)' : permissions.map(oneLine).join(', ');
  return `Token: ${tokenFrom === undefined ? '(none needed)' : `from ${tokenFrom}`}, identity: (unknown), permissions: ${may}`;
}

export interface AccessReport {
  readonly origin: ReportOrigin;
  readonly access: Access;
  readonly host: string;
  /** People are told by their ids. */
  readonly isRedacted: boolean;
  /** E-mail address of the only person who was asked about; null: only what anybody can read. */
  readonly who?: string | null;
}

/** The e-mail address, or the id where that must not be told or is not known. */
export function personName({ isRedacted }: Pick<AccessReport, 'isRedacted'>, { id, email }: MemberFact): string {
  return oneLine(isRedacted || email === undefined ? id : email);
}

/** `Home (spaces/home)`: the title, and the address of what a configuration declares. */
export function placeName(
  access: Access,
  kind: KindName,
  { id, title }: { readonly id: string; readonly title: string },
): string {
  const address = access.addressOf(kind, id);
  return oneLine(address === undefined ? title || id : `${title} (${address})`);
}

function collectionName(access: Access, id: string): string {
  const found = access.collectionOf(id);
  return found === undefined ? id : placeName(access, 'collection', found);
}

/** What lets people in who have no grant of their own. */
export function openingText(access: Access, { opening }: SpaceAccess): string {
  switch (opening.by) {
    case 'organization':
      return 'by the organization role, which they inherit';
    case 'collection':
      return `by the default of the collection ${collectionName(access, opening.collection)}: ${oneLine(opening.level)}`;
    case 'space':
      return `by their own default: ${oneLine(opening.level)}`;
    case 'closed':
      return opening.collection === undefined
        ? 'closed (the default is no access)'
        : `closed by the collection ${collectionName(access, opening.collection)} (the default is no access)`;
    case 'unseen':
      return 'by an unknown default (could not be read)';
  }
}

/** Why somebody has the level; nothing beyond what the platform says. */
export function reasonText(
  access: Access,
  { opening }: SpaceAccess,
  { reason, teams }: Pick<AccessGroup, 'reason' | 'teams'>,
): string {
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

function grantText(teams: AccessGroup['teams']): string {
  if (teams?.length === 0) return 'granted on the space or on a parent collection (the platform does not report which)';
  const names = teams === undefined ? '' : ` (${teams.map(({ title }) => oneLine(title)).join(', ')})`;
  return `granted on the space, on a parent collection, or through a team${names} (the platform does not report which)`;
}

/** Visibilities in their order, with what the platform says beyond the contract last. */
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
};

/** `the spaces of ana@acme.dev`: what could not be read. */
export function unknownName(report: AccessReport, { what, of }: Unknown): string {
  if (of === undefined) return lists[what];
  const member = report.access.members.find(({ id }) => id === of);
  const site = report.access.sites.find(({ id }) => id === of);
  const name =
    member !== undefined
      ? personName(report, member)
      : site === undefined
        ? of
        : placeName(report.access, 'site', site);
  return `${lists[what]} ${name}`;
}

/** `2 of 3 share links active`; nothing where they were not read. */
export function linksText({ shareLinks }: SiteFact): string | undefined {
  if (shareLinks === undefined) return undefined;
  const { active, all } = shareLinks;
  return all === 0 ? 'no share links' : `${active} of ${all} share ${formOf(all, 'link', 'links')} active`;
}
