/** Contract section "Organizations", with link invites and search. */
import { Type } from '@sinclair/typebox';
import { createSectionDefiners, DateTime, Id, openEnumSchema, optional, partialObject } from '../endpoint.ts';
import { nullableSchema, Role, RoleOrNull } from '../role-schemas.ts';

const { get, list, patch, remove } = createSectionDefiners('Organizations');

const one = '/v1/orgs/{organizationId}';
const invite = `${one}/link-invites/{inviteId}` as const;

const Title = Type.String({ minLength: 2, maxLength: 255 });
const Hostname = Type.String({ minLength: 3, maxLength: 32 });

export const Organization = Type.Object({
  object: Type.Literal('organization'),
  id: Id,
  title: Title,
  createdAt: DateTime,
  emailDomains: Type.Array(Type.String()),
  hostname: Type.Optional(Hostname),
  type: openEnumSchema(['business', 'community']),
  useCase: Type.Optional(
    openEnumSchema([
      'internalDocs',
      'docsSite',
      'audienceControlledSite',
      'productDocs',
      'teamKnowledgeBase',
      'designSystem',
      'openSourceDocs',
      'notes',
      'other',
    ] as const),
  ),
  communityType: Type.Optional(openEnumSchema(['nonProfit', 'openSource', 'education'])),
  defaultRole: Type.Optional(RoleOrNull),
  defaultContent: Type.Optional(nullableSchema(Type.Object({ type: openEnumSchema(['site']), site: optional.id }))),
  sso: optional.flag,
  ai: optional.flag,
  inviteLinks: Type.Boolean(),
  plan: openEnumSchema([
    'free_2024',
    'plus_2024',
    'pro_2024',
    'enterprise_2024',
    'community_2024',
    'free',
    'plus',
    'pro',
  ]),
  customHostname: optional.text,
  /** Deprecated: always true. */
  internal_isOnNewTrial: optional.flag,
  billing: Type.Optional(
    partialObject({
      interval: openEnumSchema(['monthly', 'yearly']),
      endDate: DateTime,
      hasPaymentFailed: Type.Boolean(),
      isScheduledToCancel: Type.Boolean(),
    }),
  ),
  urls: optional.urls,
  trial: Type.Optional(
    partialObject({
      status: openEnumSchema(['notapplicable', 'none', 'active', 'ended', 'expired']),
      endDate: DateTime,
      decision: openEnumSchema(['downgrade']),
    }),
  ),
  blocked: Type.Optional(partialObject({ reason: openEnumSchema(['security']) })),
  internal_billingMigration: Type.Optional(
    Type.Object({
      deadline: optional.time,
      discountPercent: optional.number,
      discountEndDate: optional.time,
    }),
  ),
  permissions: optional.permissions,
});

export const LinkInvite = Type.Object({
  object: Type.Literal('invite'),
  id: Id,
  role: Role,
  redundant: optional.flag,
});

const AppUrls = Type.Object({ app: Type.String() });

const SearchResult = Type.Object({
  id: Id,
  title: Type.String(),
  pages: Type.Array(
    Type.Object({
      id: Id,
      title: Type.String(),
      path: Type.String(),
      sections: Type.Optional(
        Type.Array(
          Type.Object({ id: Id, title: Type.String(), path: Type.String(), body: Type.String(), urls: AppUrls }),
        ),
      ),
      urls: AppUrls,
    }),
  ),
});

export const listOrganizations = list('listOrganizations', '/v1/orgs', Organization);

export const getOrganization = get('getOrganization', one, { reply: Organization });

export const updateOrganization = patch('updateOrganization', one, {
  body: partialObject({
    title: Title,
    emailDomains: Type.Array(Type.String()),
    hostname: Hostname,
    defaultRole: RoleOrNull,
    defaultContent: nullableSchema(Type.Object({ type: Type.Literal('site'), site: Id })),
    logo: nullableSchema(Type.String({ format: 'uri', maxLength: 2048 })),
    sso: Type.Boolean(),
    ai: Type.Boolean(),
    inviteLinks: Type.Boolean(),
  }),
  reply: Organization,
});

export const getLinkInvite = get('getLinkInvite', invite, { reply: LinkInvite });

export const deleteLinkInvite = remove('deleteLinkInvite', invite);

export const updateLinkInvite = patch('updateLinkInvite', invite, {
  body: Type.Object({ role: Role }),
  reply: LinkInvite,
});

export const searchOrganization = list('searchOrganization', `${one}/search`, SearchResult, {
  query: Type.String({ maxLength: 512 }),
});

export const listEmailDomainOrganizations = get(
  'listEmailDomainOrganizations',
  '/v1/email-domains/{emailDomain}/orgs',
  {
    reply: Type.Object({ organizations: Type.Array(Organization) }),
  },
);
