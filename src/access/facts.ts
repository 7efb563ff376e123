/** Facts about an organization for access reports, as the platform returned them. */

/** A level or role: `admin`, `create`, `review`, `edit`, `comment`, `read`, or a new one of the platform. */
export type Level = string;

export interface AccessFacts {
  readonly organization: OrganizationFact;
  /** Sorted by e-mail address. */
  readonly members: readonly MemberFact[];
  readonly collections: readonly CollectionFact[];
  /** By title. */
  readonly spaces: readonly SpaceFact[];
  /** By title. */
  readonly sites: readonly SiteFact[];
  /** Of teams and members, in all sites, and in spaces and collections where roles and defaults do not explain the access. Missing: not read. */
  readonly permissions?: readonly PermissionFact[];
  readonly unknown: readonly Unknown[];
}

export interface PermissionFact {
  readonly place: PermissionPlace;
  readonly to: 'team' | 'member';
  /** Of the team or member. */
  readonly id: string;
  /** The title of the team, or the e-mail address of the member. */
  readonly name: string;
  /** null: grants nothing. */
  readonly level: Level | null;
}

export interface PermissionPlace {
  readonly kind: 'space' | 'collection' | 'site';
  readonly id: string;
}

export interface OrganizationFact {
  readonly id: string;
  readonly title?: string;
  /** Role of new members; null: guest. Missing: not reported. */
  readonly defaultRole?: Level | null;
  readonly emailDomains?: readonly string[];
  readonly hasEnforcedSso?: boolean;
  readonly hasInviteLinks?: boolean;
  /** Roles of the link invites; null: guest. Missing: not read, or the platform cannot list them. */
  readonly linkInvites?: readonly (Level | null)[];
  /** Permissions of the token. Missing: not reported. */
  readonly permissions?: readonly string[];
}

export interface MemberFact {
  readonly id: string;
  readonly email?: string;
  /** null: a guest. Missing: not reported. */
  readonly role?: Level | null;
  readonly isDisabled: boolean;
  readonly isSso: boolean;
  readonly teamCount?: number;
  /** Level by id of the space. Missing: not read, or unreadable. */
  readonly reached?: ReadonlyMap<string, Level>;
  /** Missing: not read, or unreadable. */
  readonly teams?: readonly TeamFact[];
}

export interface TeamFact {
  readonly id: string;
  readonly title: string;
  readonly role?: string;
  readonly spaceCount?: number;
}

export interface CollectionFact {
  readonly id: string;
  readonly title: string;
  /** Id of the collection that contains it; null: the top level. */
  readonly parent: string | null;
  /** `inherit`: the level of the container. null: no access by default. Missing: not reported. */
  readonly defaultLevel?: Level | null;
}

export interface SpaceFact extends CollectionFact {
  /** Visibility of the space itself, independent of sites. */
  readonly visibility?: string;
}

export interface SiteFact {
  readonly id: string;
  readonly title: string;
  readonly basename?: string;
  readonly visibility: string;
  readonly isPublished?: boolean;
  /** Missing: not read, or unreadable. */
  readonly shareLinks?: { readonly active: number; readonly all: number };
  /** Missing: not read, or unreadable. */
  readonly spaces?: readonly ShownSpace[];
}

export interface ShownSpace {
  /** Missing: the token cannot see the space. */
  readonly space?: string;
  readonly title: string;
  /** Conditions of the link and of its section. Visitors must meet all of them. */
  readonly conditions: readonly string[];
}

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
    | 'share-links'
    | 'link-invites'
    | 'permissions';
  readonly of?: string;
  readonly why: string;
}

export const audiences: { readonly [visibility: string]: string } = {
  public: 'anyone (public, indexed by search engines)',
  unlisted: 'anyone with the URL (not indexed by search engines)',
  'share-link': 'anyone with an active share link',
  'visitor-auth': 'visitors who sign in through your identity provider',
};
