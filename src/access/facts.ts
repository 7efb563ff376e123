/** The facts about an organization that access reports are computed from, exactly as the platform answered them. */

/** A level or role: `admin`, `create`, `review`, `edit`, `comment`, `read`, or what the platform calls a further one. */
export type Level = string;

export interface AccessFacts {
  readonly organization: OrganizationFact;
  /** By e-mail address. */
  readonly members: readonly MemberFact[];
  readonly collections: readonly CollectionFact[];
  /** By title. */
  readonly spaces: readonly SpaceFact[];
  /** By title. */
  readonly sites: readonly SiteFact[];
  readonly unknown: readonly Unknown[];
}

export interface OrganizationFact {
  readonly id: string;
  readonly title?: string;
  /** What newcomers get; null: guests. Missing: the platform does not say. */
  readonly defaultRole?: Level | null;
  readonly emailDomains?: readonly string[];
  readonly hasEnforcedSso?: boolean;
  readonly hasInviteLinks?: boolean;
  /** What the token that read it may do there. Missing: the platform does not say. */
  readonly permissions?: readonly string[];
}

export interface MemberFact {
  readonly id: string;
  readonly email?: string;
  /** null: a guest. Missing: the platform does not say. */
  readonly role?: Level | null;
  readonly isDisabled: boolean;
  readonly isSso: boolean;
  /** How many teams the platform counts. */
  readonly teamCount?: number;
  /** Level by id of the space. Missing: it was not read, or could not be. */
  readonly reached?: ReadonlyMap<string, Level>;
  /** Missing: not read, or could not be. */
  readonly teams?: readonly TeamFact[];
}

export interface TeamFact {
  readonly id: string;
  readonly title: string;
  /** Role of the member in it. */
  readonly role?: string;
  /** How many spaces the platform counts for it. */
  readonly spaceCount?: number;
}

export interface CollectionFact {
  readonly id: string;
  readonly title: string;
  /** Id of the collection it stands in; null: the top level. */
  readonly parent: string | null;
  /** `inherit`: what stands above decides. null: nobody by default. Missing: the platform does not say. */
  readonly defaultLevel?: Level | null;
}

export interface SpaceFact extends CollectionFact {
  /** Of the space itself, beside what sites make of it. */
  readonly visibility?: string;
}

export interface SiteFact {
  readonly id: string;
  readonly title: string;
  readonly basename?: string;
  readonly visibility: string;
  /** Missing: the platform does not say. */
  readonly isPublished?: boolean;
  /** Missing: not read, or could not be. */
  readonly shareLinks?: { readonly active: number; readonly all: number };
  /** Missing: not read, or could not be. */
  readonly spaces?: readonly ShownSpace[];
}

/** A space as a site shows it. */
export interface ShownSpace {
  /** Missing: the token may not see the space. */
  readonly space?: string;
  readonly title: string;
  /** Conditions of the link and of its section: shown only to visitors who meet all of them. */
  readonly conditions: readonly string[];
}

/** A listing that could not be read whole. */
export interface Unknown {
  readonly what:
    | 'organization'
    | 'members'
    | 'member-spaces'
    | 'member-teams'
    | 'collections'
    | 'spaces'
    | 'sites'
    | 'site-spaces'
    | 'share-links';
  /** Id of the member or site. */
  readonly of?: string;
  readonly why: string;
}
