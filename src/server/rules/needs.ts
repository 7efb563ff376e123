/** What each operation needs of its caller: one table that requests are checked with and `permissions` are computed from. */
import type { Role } from '../records.ts';

/** A role, or `guest`: a member without one. */
export type Least = Role | 'guest';

export type Need =
  /** Any token that is known. */
  | { readonly of: 'anyone' }
  /** A role in the organization of the path. Who is not a member finds nothing there. */
  | { readonly of: 'organization'; readonly least: Least; readonly rest?: string }
  /** A level in the space of the path. Who has none does not find it. `isFoundDeleted`: in the trash, too. */
  | { readonly of: 'space'; readonly least: Role; readonly isFoundDeleted?: true; readonly rest?: string }
  /** A level in the collection of the path. Who has none does not find it. */
  | { readonly of: 'collection'; readonly least: Role; readonly rest?: string }
  /** To see the space of the path, and a level where it stands: its collection, or the organization. */
  | { readonly of: 'container'; readonly least: Role }
  /** To be an owner of the team of the path, with any role in the organization; or an admin. */
  | { readonly of: 'team'; readonly least: Role }
  /** To be the member of the path; or a role. */
  | { readonly of: 'member'; readonly least: Role }
  /** A role, or that the site of the path is open to visitors. */
  | { readonly of: 'visitor'; readonly least: Role };

function organization<L extends Least>(least: L, rest?: string) {
  return { of: 'organization' as const, least, ...(rest === undefined ? {} : { rest }) };
}

function space<L extends Role>(least: L, rest?: string) {
  return { of: 'space' as const, least, ...(rest === undefined ? {} : { rest }) };
}

function collection<L extends Role>(least: L, rest?: string) {
  return { of: 'collection' as const, least, ...(rest === undefined ? {} : { rest }) };
}

const anyone = { of: 'anyone' } as const;
const teamOwner = { of: 'team', least: 'admin' } as const;

const whereItGoes = '`create` where it goes: the collection, or the organization at the top level';
const targetOrganization = '`admin` of everything inside, and `create` in the other organization';
const visibleSpaces = 'to see the spaces it names';
const ownOnly = '`admin` for what somebody else wrote';

const content = {
  createCollection: organization('read', whereItGoes),
  deleteCollection: collection('admin'),
  getCollection: collection('read'),
  listCollectionSpaces: collection('read'),
  listCollections: organization('read'),
  moveCollection: collection('admin', whereItGoes),
  transferCollection: collection('admin', targetOrganization),
  updateCollection: collection('admin'),
  deleteSpace: space('admin'),
  duplicateSpace: { of: 'container', least: 'create' },
  getSpace: { of: 'space', least: 'read', isFoundDeleted: true },
  listSpaceLinks: space('read'),
  moveSpace: space('admin', whereItGoes),
  restoreSpace: { of: 'space', least: 'admin', isFoundDeleted: true },
  transferSpace: space('admin', targetOrganization),
  updateSpace: space('admin'),
  getCustomFieldValues: space('read'),
  updateCustomFieldValues: space('edit'),
} as const satisfies Needs;

const sites = {
  createSite: organization('create', visibleSpaces),
  deleteSite: organization('admin'),
  getAdaptiveSchema: organization('read'),
  getPublishedSite: { of: 'visitor', least: 'read' },
  getSite: organization('read'),
  listSites: organization('read'),
  listTemplateConditions: organization('read'),
  replaceAdaptiveSchema: organization('admin'),
  updateSite: organization('create', '`admin` for another visibility'),
  createSection: organization('create', visibleSpaces),
  deleteSection: organization('create'),
  listSections: organization('read'),
  moveSection: organization('create'),
  updateSection: organization('create'),
  addSectionToGroup: organization('create'),
  createSectionGroup: organization('create'),
  deleteSectionGroup: organization('create'),
  listSectionGroups: organization('read'),
  moveSectionGroup: organization('create'),
  removeSectionFromGroup: organization('create'),
  updateSectionGroup: organization('create'),
  createSiteSpace: organization('create', visibleSpaces),
  deleteSiteSpace: organization('create'),
  listSiteSpaces: organization('read'),
  moveSiteSpace: organization('create'),
  updateSiteSpace: organization('create'),
  // Whoever reads a share link holds its secret.
  createShareLink: organization('admin'),
  deleteShareLink: organization('admin'),
  listShareLinks: organization('admin'),
  updateShareLink: organization('admin'),
  aggregateSiteEvents: organization('read', '`admin` for columns that hold share keys'),
  listVisitorSegments: organization('read'),
  trackSiteEvents: organization('read'),
} as const satisfies Needs;

/** The contract gives access to discussions to `comment` and above; a reader has access to content only. */
const discussions = {
  createSpaceComment: space('comment'),
  createSpaceCommentReply: space('comment'),
  deleteSpaceComment: space('comment', ownOnly),
  getSpaceComment: space('comment'),
  getSpaceCommentReply: space('comment'),
  listSpaceCommentReplies: space('comment'),
  listSpaceComments: space('comment'),
  updateSpaceComment: space('comment', `${ownOnly}; \`edit\` to resolve it`),
  updateSpaceCommentReply: space('comment', ownOnly),
  createChangeRequestComment: space('comment'),
  createChangeRequestCommentReply: space('comment'),
  deleteChangeRequestComment: space('comment', ownOnly),
  getChangeRequestComment: space('comment'),
  getChangeRequestCommentReply: space('comment'),
  listChangeRequestCommentReplies: space('comment'),
  listChangeRequestComments: space('comment'),
  updateChangeRequestComment: space('comment', `${ownOnly}; \`edit\` to resolve it`),
  getChangeRequestContent: space('read'),
  getChangeRequestFile: space('read'),
  getChangeRequestPage: space('read'),
  importChangeRequestContent: space('edit'),
  listChangeRequestFileBacklinks: space('read'),
  listChangeRequestFiles: space('read'),
  listChangeRequestPageLinks: space('read'),
  listChangeRequestPages: space('read'),
} as const satisfies Needs;

const people = {
  deleteLinkInvite: organization('admin'),
  getLinkInvite: organization('admin'),
  getOrganization: organization('guest'),
  listEmailDomainOrganizations: anyone,
  listOrganizations: anyone,
  searchOrganization: organization('read'),
  updateLinkInvite: organization('admin'),
  updateOrganization: organization('admin'),
  deleteMember: organization('admin'),
  getMember: { of: 'member', least: 'read' },
  // Somebody else's list may name spaces that the caller does not see.
  listMemberSpaces: { of: 'member', least: 'admin' },
  listMemberTeams: { of: 'member', least: 'read' },
  listMembers: organization('read'),
  makeMemberSso: organization('admin'),
  ping: organization('guest'),
  updateMember: organization('admin'),
  createTeam: organization('admin'),
  deleteTeam: organization('admin'),
  deleteTeamMember: teamOwner,
  getTeam: organization('read'),
  listTeamMembers: organization('read'),
  listTeams: organization('read'),
  setTeamMember: teamOwner,
  updateTeam: teamOwner,
  updateTeamMembers: teamOwner,
  createSamlProvider: organization('admin'),
  deleteSamlProvider: organization('admin'),
  getSamlProvider: organization('admin'),
  listSamlProviders: organization('admin'),
  listSsoLogins: organization('read'),
  updateSamlProvider: organization('admin'),
} as const satisfies Needs;

const definitions = {
  createCustomField: organization('admin'),
  deleteCustomField: organization('admin'),
  getCustomField: organization('read'),
  listCustomFields: organization('read'),
  updateCustomField: organization('admin'),
  createOpenApiSpec: organization('create'),
  deleteOpenApiSpec: organization('create'),
  getLatestOpenApiSpecVersion: organization('read'),
  getLatestOpenApiSpecVersionContent: organization('read'),
  getOpenApiSpec: organization('read'),
  getOpenApiSpecVersion: organization('read'),
  getOpenApiSpecVersionContent: organization('read'),
  listOpenApiSpecVersions: organization('read'),
  listOpenApiSpecs: organization('read'),
  putOpenApiSpec: organization('create'),
  createTranslation: organization('admin'),
  deleteTranslation: organization('admin'),
  getTranslation: organization('read'),
  listTranslations: organization('read'),
  updateTranslation: organization('admin'),
} as const satisfies Needs;

interface Needs {
  readonly [operation: string]: Need;
}

/** By name of the operation. `rest`: what only the body decides, in words; rules see to it. */
export const needs = { ...content, ...sites, ...discussions, ...people, ...definitions } as const satisfies Needs;

export type Operation = keyof typeof needs;
