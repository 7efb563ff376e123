/** The registry of kinds. A new kind needs a file and a line here. */
import type { KindName } from '../core/state.ts';
import { adaptiveSchema } from './adaptive-schema.ts';
import { collection } from './collection.ts';
import { customField } from './custom-field.ts';
import type { KindDefinition } from './define-kind.ts';
import { fieldValues } from './field-values.ts';
import { linkInvite } from './link-invite.ts';
import { member } from './member.ts';
import { openapiSpec } from './openapi-spec.ts';
import { organization } from './organization.ts';
import { samlProvider } from './saml-provider.ts';
import { section } from './section.ts';
import { sectionGroup } from './section-group.ts';
import type { Shapes } from './shape.ts';
import { shareLink } from './share-link.ts';
import { site } from './site.ts';
import { siteSpace } from './site-space.ts';
import { space } from './space.ts';
import { team } from './team.ts';
import { teamMember } from './team-member.ts';
import { translation } from './translation.ts';

export const kinds: readonly KindDefinition[] = [
  organization,
  linkInvite,
  member,
  team,
  teamMember,
  samlProvider,
  customField,
  collection,
  space,
  fieldValues,
  openapiSpec,
  translation,
  site,
  adaptiveSchema,
  section,
  sectionGroup,
  siteSpace,
  shareLink,
];

/** In the order above. */
export const definitions: ReadonlyMap<KindName, KindDefinition> = new Map(kinds.map((kind) => [kind.name, kind]));

export const shapes: Shapes = definitions;
