/** Explains why a member has the level the platform reports, as far as roles and defaults account for it. */
import { saidFor } from '../core/inherited.ts';
import type { CollectionFact, Level, SpaceFact } from './facts.ts';

/** What gives access to members without a grant of their own. */
export type Opening =
  /** The organization role applies, because no collection above overrides it. */
  | { readonly by: 'organization' }
  | { readonly by: 'collection'; readonly collection: string; readonly level: Level }
  | { readonly by: 'space'; readonly level: Level }
  /** The default level is null. `collection`: the collection that sets it. */
  | { readonly by: 'closed'; readonly collection?: string }
  /** The default comes from a collection that the token cannot see, or the platform does not report it. */
  | { readonly by: 'unseen' };

/**
 * `admin`: administrators reach everything. `organization`, `collection`, `space`: the default there says so.
 * `role-or-grant`: it is the role in the organization, though a default says otherwise. `grant`: neither role nor default explains it.
 * `unseen`: the default could not be read.
 */
export type Reason = 'admin' | 'organization' | 'collection' | 'space' | 'role-or-grant' | 'grant' | 'unseen';

/** Follows `inherit` upwards. That `inherit` at the top means the organization role is an assumption: the contract does not define it. */
export function openingOf(space: SpaceFact, collections: ReadonlyMap<string, CollectionFact>): Opening {
  const said = saidFor<CollectionFact>(space, {
    inherits: ({ defaultLevel }) => defaultLevel === 'inherit',
    above: ({ parent }) => (parent === null ? null : collections.get(parent)),
    idOf: ({ id }) => id,
  });
  if (said.by === 'top') return { by: 'organization' };
  if (said.by === 'unseen' || said.at.defaultLevel === undefined) return { by: 'unseen' };
  const { id, defaultLevel: level } = said.at;
  if (level === null) return { by: 'closed', ...(said.by === 'itself' ? {} : { collection: id }) };
  return said.by === 'itself' ? { by: 'space', level } : { by: 'collection', collection: id, level };
}

/** `role`: of the member; null for a guest, to whom no default applies. */
export function reasonOf(role: Level | null | undefined, level: Level, opening: Opening): Reason {
  if (role === 'admin' && level === 'admin') return 'admin';
  if (role === null) return 'grant';
  if (opening.by === 'unseen' || role === undefined) return 'unseen';
  if (opening.by === 'organization' && level === role) return 'organization';
  if ((opening.by === 'collection' || opening.by === 'space') && level === opening.level) return opening.by;
  return level === role && opening.by !== 'closed' ? 'role-or-grant' : 'grant';
}

/** The level from role and defaults alone, without grants. null: no access. undefined: unknown. */
export function levelByDefault(role: Level | null | undefined, opening: Opening): Level | null | undefined {
  if (role === 'admin' || role === null) return role;
  if (opening.by === 'closed') return null;
  if (opening.by === 'unseen' || role === undefined) return undefined;
  return opening.by === 'organization' ? role : opening.level;
}
