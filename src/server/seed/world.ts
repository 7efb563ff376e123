/** A world: everything a seed says, as plain objects that name each other, so that no id is needed. */

export interface World {
  readonly seedNumber: number;
  /** The first is the one that a configuration is written for; its first admin holds the token. */
  readonly organizations: readonly WorldOrganization[];
}

export interface WorldOrganization {
  readonly id: string;
  /** Those of one kind in one container are in their order there. */
  readonly objects: readonly WorldObject[];
}

/** One object. Its fields are those a configuration states, and what only a platform has; what is not stated is as in something new. */
export interface WorldObject {
  /** As a configuration calls it; `content` and `visitor-event` besides, of which none speaks. */
  readonly kind: string;
  /** What the other objects of the organization name it by: an address such as `sites/docs/sections/guides`. */
  readonly id: string;
  /** Id of what it stands in, as addresses nest; null: the organization. */
  readonly parent: string | null;
  /** What names another object has its id here. */
  readonly fields: { readonly [field: string]: unknown };
  /** Its id on the platform; default: the next one that the seed number gives. */
  readonly pin?: string;
}

export type SeedName = 'empty' | 'small' | 'medium' | 'large';
