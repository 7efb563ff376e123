/** Requirements of operations. Requests are checked with them, and `permissions` are derived from them. */
import type { Role } from '../records.ts';

export type Least = Role | 'guest';

/** `rest` describes requirements that depend on the body, which the route checks itself. */
export type Need =
  /** Any valid token. */
  | { readonly of: 'anyone' }
  /** A role in the organization of the path. */
  | { readonly of: 'organization'; readonly least: Least; readonly rest?: string }
  /** A level in the space of the path; with `isFoundDeleted` also in the trash. */
  | { readonly of: 'space'; readonly least: Role; readonly isFoundDeleted?: true; readonly rest?: string }
  /** A level in the collection of the path. */
  | { readonly of: 'collection'; readonly least: Role; readonly rest?: string }
  /** Access to the space of the path, and a level in its container. */
  | { readonly of: 'container'; readonly least: Role }
  /** A role, or owner of the team of the path. */
  | { readonly of: 'team'; readonly least: Role }
  /** A role, or the member of the path. */
  | { readonly of: 'member'; readonly least: Role }
  /** A role, or a site that is open to visitors. */
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
export const ownOnly = '`admin` for text of other users';
