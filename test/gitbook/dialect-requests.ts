/** One request that succeeds for each write that only the `gitbook` dialect has, or has with another body. */
import { requestOf } from '../server/rights-requests.ts';
import { olderCustomizationBody } from './customization-body.ts';

type Ids = { readonly [name: string]: string };

interface Request {
  readonly path: string;
  readonly body?: (ids: Ids) => object;
}

const site = '{siteId}';

/** The writes of permissions, for each kind of container. */
const permissionRequests: { readonly [operation: string]: Request } = Object.fromEntries(
  (
    [
      ['Space', '/v1/spaces/{spaceId}'],
      ['Collection', '/v1/collections/{collectionId}'],
      ['Site', `~/sites/${site}`],
    ] as const
  ).flatMap(([name, at]) => {
    const [team, user] = [`${at}/permissions/teams/{teamId}`, `${at}/permissions/users/{userId}`];
    const body = () => ({ role: 'read' });
    return [
      [
        `grantIn${name}`,
        {
          path: `${at}/permissions`,
          body: ({ teamId, userId }: Ids) => ({ role: 'edit', teams: [teamId], users: [userId] }),
        },
      ],
      [`updateTeamIn${name}`, { path: team, body }],
      [`updateUserIn${name}`, { path: user, body }],
      [`removeTeamIn${name}`, { path: team }],
      [`removeUserIn${name}`, { path: user }],
    ];
  }),
);

const source = '/old/start';

const requests: { readonly [operation: string]: Request } = {
  ...permissionRequests,
  sortSiteStructure: {
    path: `/sites/${site}/structure/sort`,
    body: ({ changes, past }) => ({
      item: { type: 'site-section', id: changes },
      position: { after: { type: 'site-section-group', id: past } },
    }),
  },
  createSection: {
    path: `/sites/${site}/sections`,
    body: ({ alone, siteSectionGroupId }) => ({ spaceId: alone, siteSectionGroupId, draft: true }),
  },
  updateSection: {
    path: `/sites/${site}/sections/{siteSectionId}`,
    body: ({ past }) => ({ title: 'New', siteSectionGroupId: past, draft: true }),
  },
  createSectionGroup: {
    path: `/sites/${site}/section-groups`,
    body: ({ past, changes }) => ({ title: 'New', parent: past, sections: [changes], draft: true }),
  },
  updateSectionGroup: {
    path: `/sites/${site}/section-groups/{siteSectionGroupId}`,
    body: ({ past }) => ({ title: 'New', parentSectionGroupId: past }),
  },
  createSiteSpace: {
    path: `/sites/${site}/site-spaces`,
    body: ({ alone }) => ({ spaceId: alone, draft: true }),
  },
  updateSiteSpace: {
    path: `/sites/${site}/site-spaces/{siteSpaceId}`,
    body: ({ alone }) => ({ spaceId: alone, hidden: true, draft: true }),
  },
  createExternalLink: {
    path: `/sites/${site}/external-links`,
    body: ({ past }) => ({ title: 'Status', url: 'https://status.acme.dev/', parent: past }),
  },
  updateExternalLink: {
    path: `/sites/${site}/external-links/{siteExternalLinkId}`,
    body: ({ past }) => ({ title: 'Status', parent: past, condition: null }),
  },
  deleteExternalLink: { path: `/sites/${site}/external-links/{siteExternalLinkId}` },
  createSite: { path: '/sites', body: ({ alone = '' }) => ({ title: 'New', spaces: [alone] }) },
  updateSite: { path: `/sites/${site}`, body: () => ({ title: 'New', defaultLevel: 'read' }) },
  publishSite: { path: `/sites/${site}/publish` },
  unpublishSite: { path: `/sites/${site}/unpublish` },
  replaceAdaptiveSchema: {
    path: `/sites/${site}/adaptive-schema`,
    body: () => ({
      jsonSchema: {
        type: 'object',
        properties: {
          beta: { type: 'boolean', description: 'Takes part in the beta' },
          plan: { type: 'string', description: 'Plan', enum: ['free', 'team'] },
          unsigned: {
            type: 'object',
            description: 'Unsigned claims of the site visitor.',
            properties: { language: { type: 'string', description: 'Language' } },
            additionalProperties: false,
          },
        },
        additionalProperties: false,
      },
    }),
  },
  createOrganizationSpace: {
    path: '/spaces',
    body: ({ collectionId }) => ({
      title: 'New',
      emoji: '1f4c4',
      parent: collectionId,
      editMode: 'locked',
      empty: true,
    }),
  },
  updateOpenApiSpec: { path: '/openapi/{specSlug}', body: () => ({ visibility: 'public' }) },
  createSpaceTranslation: {
    path: '/translations',
    body: ({ spaceId }) => ({ source: { space: spaceId, language: 'en' }, language: 'fr' }),
  },
  updateSpaceTranslation: {
    path: '/translations/{translationId}',
    body: () => ({ instructions: { object: 'document', data: { schemaVersion: 8 }, nodes: [] } }),
  },
  deleteSpaceTranslation: { path: '/translations/{translationId}' },
  createRedirect: {
    path: `/sites/${site}/redirects`,
    body: ({ siteSectionId }) => ({ source: '/other', destination: { kind: 'site-section', siteSectionId } }),
  },
  replaceRedirects: {
    path: `/sites/${site}/redirects`,
    body: ({ siteSectionId, siteSpaceId }) => ({
      redirects: [
        { source, destination: { kind: 'site-section', siteSectionId }, permanent: true },
        { source: '/draft', intent: 'draft', destination: { kind: 'site-space', siteSpaceId } },
        { source: '/draft', intent: 'publish' },
        { source: '/draft', destination: null },
        { source: '/unknown', destination: { kind: 'site-section', siteSectionId: 'unknown' } },
      ],
    }),
  },
  updateRedirect: { path: `/sites/${site}/redirects/{siteRedirectId}`, body: () => ({ draft: true }) },
  replaceCustomization: { path: `/sites/${site}/customization`, body: () => olderCustomizationBody },
  overrideCustomization: {
    path: `/sites/${site}/site-spaces/{siteSpaceId}/customization`,
    body: () => ({ styling: { theme: 'muted', primaryColor: null }, trademark: { enabled: null }, title: 'Acme API' }),
  },
  deleteSiteSpaceCustomization: { path: `/sites/${site}/site-spaces/{siteSpaceId}/customization` },
  deleteRedirect: { path: `/sites/${site}/redirects/{siteRedirectId}` },
  inviteMembers: {
    path: '/invites',
    body: () => ({ emails: ['new@acme.dev', { email: 'other@acme.dev', role: null }], role: 'read' }),
  },
  createLinkInvite: { path: '/link-invites', body: () => ({ role: 'read' }) },
};

/** The objects that the fixture does not have, in the order of their creation. Each answer with an id adds the id. */
export const prepared: readonly (readonly [operation: string, parameter?: string])[] = [
  ...['Space', 'Collection', 'Site'].map((name) => [`grantIn${name}`] as const),
  ['createExternalLink', 'siteExternalLinkId'],
  ['createSpaceTranslation', 'translationId'],
  ['createRedirect', 'siteRedirectId'],
];

/** A request of the dialect. Requests without a body there send none. */
export function gitbookRequest(
  { name, method }: { readonly name: string; readonly method: string },
  ids: Ids,
): readonly [method: string, path: string, body?: object] {
  const request = requests[name];
  if (request === undefined) return requestOf(name, ids);
  const path = request.path.replace(/\{(\w+)\}/g, (_, parameter: string) => ids[parameter] ?? `no ${parameter}`);
  const full = /^[~]|^\/v1/.test(path) ? path : `~${path}`;
  return request.body === undefined ? [method, full] : [method, full, request.body(ids)];
}
