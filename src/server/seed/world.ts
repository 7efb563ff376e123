/** A world: everything a seed says, as a value; objects name each other by key, so that no id is needed. */

import type { ChangeRequestRecord } from '../resources/change-request.ts';
import type { WorldCollection } from '../resources/collection.ts';
import type { WorldComment } from '../resources/comment.ts';
import type { WorldCustomField } from '../resources/custom-field.ts';
import type { WorldLinkInvite } from '../resources/link-invite.ts';
import type { WorldMember } from '../resources/member.ts';
import type { WorldSpec } from '../resources/openapi-specification.ts';
import type { WorldSettings } from '../resources/organization.ts';
import type { WorldText } from '../resources/revision.ts';
import type { WorldSamlProvider } from '../resources/saml-provider.ts';
import type { WorldSite } from '../resources/site.ts';
import type { WorldSpace, WorldTrashedSpace } from '../resources/space.ts';
import type { WorldTeam } from '../resources/team.ts';
import type { WorldTranslation } from '../resources/translation.ts';
import type { WorldVisit } from '../resources/visitor-event.ts';

export interface World {
  readonly seedNumber: number;
  /** The first is the one that a configuration is written for; its first admin holds the token. */
  readonly organizations: readonly WorldOrganization[];
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

/** What is written in a space. */
export interface WorldContent extends WorldText {
  /** Key of a space. */
  readonly space: string;
  readonly comments: readonly WorldComment[];
  readonly changeRequests: readonly (WorldText & {
    readonly number: number;
    readonly subject: string;
    readonly status: ChangeRequestRecord['status'];
    readonly comments: readonly WorldComment[];
  })[];
}

export type SeedName = 'empty' | 'small' | 'medium' | 'large';
