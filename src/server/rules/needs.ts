/** Requirements of operations. Requests are checked with them, and `permissions` are derived from them. */
import type { Role } from '../records.ts';

export type Least = Role | 'guest';

/** `rest` describes requirements that depend on the body, which the route checks itself. */
export type Need =
  | { of: 'anyone' }
  | { of: 'organization'; least: Least; rest?: string }
  /** A level in the space of the path; with `isFoundDeleted` also in the trash. */
  | { of: 'space'; least: Role; isFoundDeleted?: true; rest?: string }
  | { of: 'collection'; least: Role; rest?: string }
  /** Access to the space of the path, and a level in its container. */
  | { of: 'container'; least: Role }
  /** A role, or owner of the team of the path. */
  | { of: 'team'; least: Role }
  /** A role, or the member of the path. */
  | { of: 'member'; least: Role }
  /** A role, or a site that is open to visitors. */
  | { of: 'visitor'; least: Role };

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
