/** What the store keeps of each kind of object: facts only; answers add addresses, permissions and what is embedded. */

import type { ChangeRequestRecord, CommentRecord, CommentReplyRecord, RevisionRecord } from './content-records.ts';
import type { Shown } from './shown.ts';
import type { VisitorEventRecord } from './visitor-records.ts';

export type Role = 'admin' | 'create' | 'review' | 'edit' | 'comment' | 'read';
export type Level = Role | 'inherit' | null;
export type FieldValue = string | number | boolean | readonly string[];

export interface OrganizationRecord extends Shown {
  title: string;
  createdAt: string;
  emailDomains: readonly string[];
  hostname?: string;
  type: string;
  defaultRole?: Role | null;
  /** Id of the site that members see first. */
  defaultSite?: string;
  logo?: string;
  sso: boolean;
  ai: boolean;
  inviteLinks: boolean;
  plan: string;
}

export interface LinkInviteRecord {
  role: Role;
}

export interface MemberRecord extends Shown {
  email: string;
  displayName: string;
  role: Role | null;
  joinedAt: string;
  lastSeenAt?: string;
  sso: boolean;
}

export interface TeamRecord {
  title: string;
  createdAt: string;
}

export interface TeamMemberRecord {
  role: 'owner' | 'member';
}

export interface SamlProviderRecord {
  label: string;
  entityID?: string;
  ssoURL?: string;
  certificate?: string;
  /** Id of a team. */
  defaultTeam?: string;
  defaultRole: Role | null;
  createdAt: string;
}

export interface CustomFieldRecord {
  name: string;
  type: string;
  title?: string;
  description?: string;
  placeholder?: string;
  options?: readonly string[];
  createdAt: string;
  updatedAt: string;
}

export interface CollectionRecord {
  title: string;
  description?: string;
  defaultLevel: Level;
}

export interface SpaceRecord extends Shown {
  title: string;
  emoji: string;
  createdAt: string;
  updatedAt: string;
  deletedAt?: string;
  editMode: 'live' | 'locked';
  revision: string;
  defaultLevel: Level;
  /** Values by id of the custom field. */
  values: { readonly [fieldId: string]: FieldValue };
}

export interface OpenApiSpecRecord {
  slug: string;
  createdAt: string;
  updatedAt: string;
  sourceURL?: string;
  lastVersion: string;
  /** What is wrong with the last version. */
  errorCode?: string;
  /** The processing that was over when the last version came. */
  processedBefore?: { readonly at: string; readonly errorCode?: string };
}

export interface OpenApiVersionRecord {
  createdAt: string;
  url?: string;
  text?: string;
}

export interface TranslationRecord {
  title: string;
  languages: readonly string[];
  createdAt: string;
  updatedAt: string;
}

export interface SiteRecord extends Shown {
  title: string;
  type: string;
  visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth';
  published: boolean;
  basename?: string;
  /** A host of its own. */
  hostname?: string;
  /** Host and path, as it is written. */
  proxy?: string;
  agentsContext: 'excluded' | 'included';
  adaptiveContent: boolean;
  createdAt: string;
  /** Id of the default section; missing while there is none. */
  defaultSection?: string;
  /** Id of the default site-space at the root of a flat site. */
  defaultSiteSpace?: string;
}

export interface AdaptiveSchemaRecord {
  jsonSchema: AdaptiveJsonSchema;
  updatedAt: string;
}

export interface Claim {
  type: string;
  description?: string;
  enum?: string[];
}

export interface AdaptiveJsonSchema {
  $schema?: string;
  $id?: string;
  type: 'object';
  properties: Record<string, Claim | UnsignedClaims>;
  additionalProperties: false;
}

export interface UnsignedClaims {
  type: 'object';
  description?: string;
  properties: Record<string, Claim>;
  additionalProperties: false;
}

export interface SectionRecord {
  title: string;
  path: string;
  icon?: string;
  description?: string;
  condition?: string;
  /** Id of the group it stands in; the row's parent is then that group. */
  group?: string;
  /** Id of the site-space shown first. */
  defaultSiteSpace?: string;
}

export interface SectionGroupRecord {
  title: string;
  icon?: string;
}

export interface SiteSpaceRecord {
  path: string;
  /** Id of the section it stands in; missing at the root of a flat site. */
  section?: string;
  /** Id of the space it shows. */
  space: string;
  condition?: string;
}

export interface ShareLinkRecord {
  name: string;
  active: boolean;
  createdAt: string;
  /** Secret part of its address. */
  key: string;
}

export interface TokenRecord {
  /** As it is sent; the row's id is its digest. */
  token: string;
  /** Id of the user it stands for; the row links to it. */
  user: string;
  label?: string;
}

export interface Records {
  organization: OrganizationRecord;
  'link-invite': LinkInviteRecord;
  member: MemberRecord;
  team: TeamRecord;
  'team-member': TeamMemberRecord;
  'saml-provider': SamlProviderRecord;
  'custom-field': CustomFieldRecord;
  collection: CollectionRecord;
  space: SpaceRecord;
  'trashed-space': SpaceRecord;
  'openapi-spec': OpenApiSpecRecord;
  'openapi-version': OpenApiVersionRecord;
  translation: TranslationRecord;
  site: SiteRecord;
  'adaptive-schema': AdaptiveSchemaRecord;
  section: SectionRecord;
  'section-group': SectionGroupRecord;
  'site-space': SiteSpaceRecord;
  'share-link': ShareLinkRecord;
  comment: CommentRecord;
  'comment-reply': CommentReplyRecord;
  'change-request': ChangeRequestRecord;
  revision: RevisionRecord;
  'visitor-event': VisitorEventRecord;
  token: TokenRecord;
}

export type Kind = keyof Records;

/** One stored object. */
export interface Row<K extends Kind = Kind> {
  readonly kind: K;
  readonly id: string;
  /** Id of what it stands in: the container whose sibling order it takes part in. Empty for organizations. */
  readonly parent: string;
  /** Id of the site, team or organization it belongs to, and goes away with. */
  readonly scope: string;
  /** Place among its siblings; any number, compared only. */
  readonly position: number;
  /** Id of the one object it links to (a site-space's space); empty for most. */
  readonly target: string;
  /** Text no other object may have; null where nothing must be unique. */
  readonly uniqueKey: string | null;
  readonly data: Readonly<Records[K]>;
}
