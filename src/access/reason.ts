/** Explains the access level of a member by roles and defaults. */
import { resolveInherited } from '../core/inherited.ts';
import type { CollectionFact, Level, SpaceFact } from './facts.ts';

/** The source of access for members without a grant. */
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
 * `admin`: administrators have access to everything. `organization`, `collection`, `space`: the default of that object.
 * `role-or-grant`: the level equals the organization role, but a default differs. `grant`: neither role nor default explains the level.
 * `unseen`: the default could not be read.
 */
export type Reason = 'admin' | 'organization' | 'collection' | 'space' | 'role-or-grant' | 'grant' | 'unseen';

/** The contract does not define `inherit` at the top level. docform assumes the organization role. */
export function defaultAccessOf(space: SpaceFact, collections: ReadonlyMap<string, CollectionFact>): Opening {
  const said = resolveInherited<CollectionFact>(space, {
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

/** `role`: null for a guest, because defaults do not apply to guests. */
export function explainLevel(role: Level | null | undefined, level: Level, opening: Opening): Reason {
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
