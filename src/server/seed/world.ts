/** A world: everything a seed says, as a value; objects name each other by key, so that no id is needed. */
import type {
  ChangeRequestRecord,
  CommentRecord,
  FileRecord,
  PageRecord,
  ReusableContentRecord,
  RevisionRecord,
} from '../content-records.ts';
import type { Claim, FieldValue, Level, Role } from '../records.ts';
import type { Shown } from '../shown.ts';
import type { VisitorEventRecord } from '../visitor-records.ts';

export interface World {
  readonly seedNumber: number;
  /** The first is the one that a configuration is written for; its first admin holds the token. */
  readonly organizations: readonly WorldOrganization[];
}

/** Also that of a person or of a link, where a world is a copy of another platform. */
interface WithId {
  /** Default: the next one that the seed number gives. */
  readonly id?: string;
}

/** An organization with nothing in it. */
export interface WorldSettings extends Shown {
  readonly id: string;
  readonly title: string;
  readonly logo?: string;
  readonly emailDomains: readonly string[];
  readonly hostname?: string;
  readonly defaultRole: Role | null;
  /** Key of a site. */
  readonly defaultContent?: string;
  readonly sso: boolean;
  readonly ai: boolean;
  readonly inviteLinks: boolean;
}

export interface WorldOrganization extends WorldSettings {
  readonly linkInvites: readonly WorldLinkInvite[];
  /** In the order they joined. */
  readonly members: readonly WorldMember[];
  readonly teams: readonly WorldTeam[];
  readonly samlProviders: readonly WorldSamlProvider[];
  readonly customFields: readonly WorldCustomField[];
  /** Parents before what they hold. Collections stand before the spaces of the same parent. */
  readonly collections: readonly WorldCollection[];
  readonly spaces: readonly WorldSpace[];
  /** Spaces in the trash; where they stood says where they go when restored. */
  readonly trash?: readonly WorldTrashedSpace[];
  readonly openApiSpecs: readonly WorldSpec[];
  readonly translations: readonly WorldTranslation[];
  readonly sites: readonly WorldSite[];
  /** What is written in spaces; no configuration speaks of it. */
  readonly contents?: readonly WorldContent[];
  /** What visitors of the sites did; no configuration speaks of it. */
  readonly visits?: readonly WorldVisit[];
}

export interface WorldVisit extends Pick<VisitorEventRecord, 'type' | 'timestamp' | 'session'> {
  readonly id: string;
  /** Key of a site. */
  readonly site: string;
  /** Path of a section of it. */
  readonly section?: string;
  readonly url: string;
}

export interface WorldContent extends WorldText {
  /** Key of a space. */
  readonly space: string;
  readonly changeRequests: readonly (WorldText & {
    readonly number: number;
    readonly subject: string;
    readonly status: ChangeRequestRecord['status'];
  })[];
}

interface WorldText {
  readonly pages: readonly WorldPage[];
  readonly files: readonly Omit<FileRecord, 'id'>[];
  readonly reusableContents?: readonly ReusableContentRecord[];
  readonly source?: RevisionRecord['source'];
  readonly comments: readonly WorldComment[];
}

export interface WorldPage
  extends Pick<PageRecord, 'title' | 'slug' | 'type' | 'emoji' | 'description' | 'markdown' | 'spec' | 'hidden' | 'shown'> {
  readonly pages?: readonly WorldPage[];
}

export interface WorldComment {
  /** E-mail of a member. */
  readonly by: string;
  readonly markdown: string;
  /** Slug of a page at the top. */
  readonly page?: string;
  readonly isResolved?: true;
  /** It was edited by whoever wrote it. */
  readonly isEdited?: true;
  readonly target?: Pick<CommentRecord, 'node' | 'preview' | 'review'>;
  readonly reactions?: readonly string[];
  readonly replies?: readonly { readonly by: string; readonly markdown: string; readonly isEdited?: true }[];
}

export interface WorldMember extends WithId, Shown {
  readonly email: string;
  readonly displayName: string;
  readonly role: Role | null;
  readonly sso?: true;
}

/** Fetched from an address, or given as text. */
export type WorldSpec = { readonly slug: string } & ({ readonly url: string } | { readonly text: string });

export interface WorldTranslation extends WithId {
  readonly key: string;
  readonly title: string;
  readonly languages: readonly string[];
}

export interface WorldTeam extends WithId {
  readonly key: string;
  readonly title: string;
  readonly members: readonly { readonly email: string; readonly role: 'owner' | 'member' }[];
}

export interface WorldSamlProvider extends WithId {
  readonly key: string;
  readonly label: string;
  readonly entityID?: string;
  readonly ssoURL?: string;
  readonly certificate?: string;
  /** Key of a team. */
  readonly defaultTeam?: string;
  readonly defaultRole: Role | null;
}

export interface WorldCustomField {
  readonly name: string;
  readonly type: string;
  readonly title?: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly options?: readonly string[];
}

export interface WorldCollection extends WithId {
  readonly key: string;
  readonly title: string;
  readonly description?: string;
  /** Key of a collection; null: the top level. */
  readonly parent: string | null;
  readonly defaultLevel: Level;
}

export interface WorldSpace extends WithId, Shown {
  readonly key: string;
  readonly title: string;
  readonly emoji: string;
  /** Key of a collection; null: the top level. */
  readonly collection: string | null;
  readonly defaultLevel: Level;
  readonly editMode?: 'live' | 'locked';
  readonly fields?: { readonly [name: string]: FieldValue };
}

export interface WorldTrashedSpace extends WorldSpace {
  readonly deletedAt: string;
}

export interface WorldLinkInvite {
  readonly id: string;
  readonly role: Role;
}

export interface WorldSite extends WithId, Shown {
  readonly key: string;
  readonly title: string;
  /** Plan it was made for; default: `basic`. */
  readonly type?: string;
  readonly visibility: 'public' | 'unlisted' | 'share-link' | 'visitor-auth';
  readonly basename?: string;
  readonly hostname?: string;
  readonly proxy?: string;
  readonly agentsContext: 'excluded' | 'included';
  readonly adaptiveContent: boolean;
  readonly visitor?: WorldVisitor;
  /** Sections and groups, or the site-spaces of a flat site. */
  readonly structure: readonly (WorldSection | WorldGroup)[] | readonly WorldSiteSpace[];
  /** Key of a section; missing: the first. */
  readonly defaultSection?: string;
  readonly shareLinks: readonly WorldShareLink[];
}

/** Which claims of visitors the site knows. */
export interface WorldVisitor {
  readonly id?: string;
  readonly claims: { readonly [name: string]: Claim };
  readonly unsigned: { readonly [name: string]: Claim };
}

export interface WorldShareLink extends WithId {
  readonly key: string;
  readonly name: string;
  readonly active: boolean;
}

export interface WorldSection extends WithId {
  readonly section: string;
  readonly title: string;
  readonly path: string;
  readonly icon?: string;
  readonly description?: string;
  readonly condition?: string;
  /** Key of a space; missing: the first. */
  readonly default?: string;
  readonly spaces: readonly WorldSiteSpace[];
}

export interface WorldGroup extends WithId {
  readonly group: string;
  readonly title: string;
  readonly icon?: string;
  readonly sections: readonly WorldSection[];
}

export interface WorldSiteSpace extends WithId {
  /** Key of a space. */
  readonly space: string;
  readonly path: string;
  readonly condition?: string;
  /** On a flat site only. */
  readonly default?: true;
}

export type SeedName = 'empty' | 'small' | 'medium' | 'large';
