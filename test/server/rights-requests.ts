/** One request for each operation that succeeds for an admin. */
import { endpoints } from '../../src/contract/2025-06/index.ts';

type Ids = { readonly [name: string]: string };

interface Request {
  /** Parameters whose id has another name. */
  readonly path?: Ids;
  readonly query?: string;
  readonly body?: (ids: Ids) => object;
}

const text = () => ({ body: { markdown: 'Text' } });
const source = { url: 'https://api.acme.dev/other.json' };
const changeComment = { commentId: 'changeComment', commentReplyId: 'changeReply' };

const requests: { readonly [operation: string]: Request } = {
  deleteCollection: { path: { collectionId: 'bare' } },
  moveCollection: { body: () => ({ parent: null }) },
  transferCollection: { path: { collectionId: 'bare' }, body: ({ globex }) => ({ organization: globex }) },
  deleteSpace: { path: { spaceId: 'alone' } },
  moveSpace: { body: () => ({ parent: null }) },
  restoreSpace: { path: { spaceId: 'trashed' } },
  transferSpace: { path: { spaceId: 'alone' }, body: ({ globex }) => ({ organization: globex }) },
  replaceAdaptiveSchema: {
    body: () => ({ jsonSchema: { type: 'object', properties: {}, additionalProperties: false } }),
  },
  createSection: { body: ({ alone }) => ({ spaceId: alone }) },
  moveSection: { body: ({ changes }) => ({ position: { after: { type: 'site-section', siteSection: changes } } }) },
  addSectionToGroup: { body: ({ changes }) => ({ sectionId: changes }) },
  createSectionGroup: { body: () => ({ title: 'New' }) },
  moveSectionGroup: { body: ({ past }) => ({ position: { after: { type: 'site-section-group', id: past } } }) },
  removeSectionFromGroup: { path: { siteSectionId: 'grouped' } },
  createSiteSpace: { body: ({ alone }) => ({ spaceId: alone }) },
  moveSiteSpace: {
    body: ({ otherSiteSpace }) => ({ position: { after: { type: 'site-space', siteSpace: otherSiteSpace } } }),
  },
  createShareLink: { path: { siteId: 'partners' }, body: () => ({ name: 'New' }) },
  deleteShareLink: { path: { siteId: 'partners' } },
  listShareLinks: { path: { siteId: 'partners' } },
  updateShareLink: { path: { siteId: 'partners' }, body: () => ({ active: false }) },
  aggregateSiteEvents: { body: () => ({ select: [{ column: 'datetime' }], range: 'lastYear' }) },
  trackSiteEvents: { body: () => ({ events: [] }) },
  createCustomField: { body: () => ({ name: 'new', type: 'text' }) },
  updateCustomFieldValues: { body: () => ({ values: { owner: { value: 'docs' } } }) },
  createSpaceComment: { body: text },
  createSpaceCommentReply: { body: text },
  updateSpaceComment: { body: text },
  updateSpaceCommentReply: { body: text },
  createChangeRequestComment: { body: text },
  createChangeRequestCommentReply: { path: changeComment, body: text },
  deleteChangeRequestComment: { path: changeComment },
  getChangeRequestComment: { path: changeComment },
  getChangeRequestCommentReply: { path: changeComment },
  listChangeRequestCommentReplies: { path: changeComment },
  updateChangeRequestComment: { path: changeComment, body: text },
  importChangeRequestContent: { body: () => ({ url: 'https://acme.dev/help', source: 'website' }) },
  searchOrganization: { query: '?query=start' },
  updateLinkInvite: { body: () => ({ role: 'edit' }) },
  updateMember: { body: () => ({ role: 'edit' }) },
  createTeam: { body: () => ({ title: 'New' }) },
  updateTeam: { body: () => ({ title: 'New' }) },
  updateTeamMembers: { body: ({ userId }) => ({ remove: [userId] }) },
  createSamlProvider: { body: () => ({ label: 'New' }) },
  createOpenApiSpec: { body: () => ({ slug: 'new', source }) },
  putOpenApiSpec: { body: () => ({ source }) },
  createTranslation: { body: () => ({ title: 'New' }) },
  updateTranslation: { body: () => ({ title: 'New' }) },
};

/** Writes without a body send an empty object. */
export function requestOf(operation: string, ids: Ids): readonly [method: string, path: string, body?: object] {
  const endpoint = endpoints.find(({ name }) => name === operation);
  if (endpoint === undefined) throw new Error(`there is no operation ${operation}`);
  const { path = {}, query = '', body } = requests[operation] ?? {};
  const filled = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => ids[path[name] ?? name] ?? `no ${name}`);
  return endpoint.body === undefined
    ? [endpoint.method, filled + query]
    : [endpoint.method, filled + query, body?.(ids) ?? {}];
}
