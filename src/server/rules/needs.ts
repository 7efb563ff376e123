/** What an operation needs of its caller: each route says it, requests are checked with it, and `permissions` are computed from it. */
import type { Role } from '../records.ts';

/** A role, or `guest`: a member without one. */
export type Least = Role | 'guest';

/** `rest`: what only the body decides, in words; the route itself sees to it. */
export type Need =
  /** Any token that is known. */
  | { readonly of: 'anyone' }
  /** A role in the organization of the path. Who is not a member finds nothing there. */
  | { readonly of: 'organization'; readonly least: Least; readonly rest?: string }
  /** A level in the space of the path. Who has none does not find it. `isFoundDeleted`: in the trash, too. */
  | { readonly of: 'space'; readonly least: Role; readonly isFoundDeleted?: true; readonly rest?: string }
  /** A level in the collection of the path. Who has none does not find it. */
  | { readonly of: 'collection'; readonly least: Role; readonly rest?: string }
  /** To see the space of the path, and a level where it stands: its collection, or the organization. */
  | { readonly of: 'container'; readonly least: Role }
  /** To be an owner of the team of the path, also as a guest; or a role. */
  | { readonly of: 'team'; readonly least: Role }
  /** To be the member of the path; or a role. */
  | { readonly of: 'member'; readonly least: Role }
  /** A role, or that the site of the path is open to visitors. */
  | { readonly of: 'visitor'; readonly least: Role };

export function inOrganization(least: Least, rest?: string): Need {
  return { of: 'organization', least, ...(rest === undefined ? {} : { rest }) };
}

export function inSpace(least: Role, rest?: string): Need {
  return { of: 'space', least, ...(rest === undefined ? {} : { rest }) };
}

export function inCollection(least: Role, rest?: string): Need {
  return { of: 'collection', least, ...(rest === undefined ? {} : { rest }) };
}

export const anyone: Need = { of: 'anyone' };
export const teamOwner: Need = { of: 'team', least: 'admin' };
export const teamReader: Need = { of: 'team', least: 'read' };

export const whereItGoes = '`create` where it goes: the collection, or the organization at the top level';
export const targetOrganization = '`admin` of everything inside, and `create` in the other organization';
export const visibleSpaces = 'to see the spaces it names';
export const ownOnly = '`admin` for what somebody else wrote';
