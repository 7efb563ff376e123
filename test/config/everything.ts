/** A configuration that uses every key of the language, as data. */
import { exampleValue } from '../../src/config/schema/schema-fields.ts';
import { shapes } from '../../src/kinds/index.ts';
import { certificateOne } from '../support/certificates.ts';

/** Every setting with its example. */
function exampleOf(kind: string) {
  const fields = Object.entries(shapes.get(kind)?.fields ?? {});
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleValue(field, shapes)]));
}

export const everything = {
  version: 1,
  organization: 'acme-staging',
  include: [],
  vars: { apiHost: 'https://api.acme.dev', count: 3, isLive: true, later: null },
  templates: { page: { emoji: '1f4d6' } },
  policy: {
    prune: { default: 'owned', teams: 'all', 'sites.sections': 'never', 'permissions.members': 'owned' },
    self: 'ci@acme.dev',
    protect: ['teams'],
    unprotect: ['spaces'],
    maxDeletes: 4,
    invite: false,
  },
  drift: {
    ignore: [
      {
        address: 'sites/*/sections/**',
        fields: ['title'],
        class: 'changed',
        reason: 'The writers try things out',
        until: '2026-12-31',
      },
      { address: 'members', reason: 'People come and go' },
    ],
  },
  settings: {
    title: 'Acme',
    emailDomains: ['acme.dev'],
    hostname: 'acme-docs',
    defaultRole: 'read',
    defaultContent: { site: 'docs' },
    logo: 'https://acme.dev/logo.png',
    sso: false,
    ai: true,
    inviteLinks: true,
  },
  linkInvites: { inv_123: { role: 'read' }, inv_456: 'comment' },
  members: { 'ana@acme.dev': 'admin', 'bo@acme.dev': null, 'eve@acme.dev': { role: null, sso: true, protect: true } },
  teams: {
    docs: {
      id: 't1',
      title: 'Docs',
      members: { 'ana@acme.dev': 'owner', 'bo@acme.dev': { role: 'member' } },
      prune: 'all',
      protect: true,
    },
    support: { title: 'Support', prune: { members: 'never' }, members: {} },
  },
  saml: {
    okta: {
      label: 'Okta',
      entityID: 'http://www.okta.com/exk1',
      ssoURL: 'https://acme.okta.com/sso',
      certificate: certificateOne,
      defaultTeam: 'support',
      defaultRole: null,
    },
  },
  customFields: {
    owner: { type: 'text', title: 'Owner', description: 'Who', placeholder: 'docs' },
    status: { type: 'select:single', title: 'Status', options: ['draft', 'live'], replace: true },
    tags: { type: 'tags' },
  },
  collections: {
    product: { title: 'Product', description: 'What we sell', defaultLevel: 'inherit', order: ['home', 'archive'] },
    archive: { title: 'Archive', parent: 'product', defaultLevel: null },
    legal: { title: 'Legal', permissions: { teams: { support: 'read' } }, prune: 'all' },
  },
  order: ['product', 'legal'],
  spaces: {
    home: {
      title: 'Home',
      emoji: '1f3e0',
      editMode: 'live',
      defaultLevel: 'read',
      collection: 'product',
      fields: { owner: 'docs', status: 'live', tags: ['a'] },
      permissions: {
        teams: { docs: 'edit', support: { role: 'read', protect: true } },
        members: { 'ana@acme.dev': 'create', 'bo@acme.dev': { role: 'comment' } },
      },
      prune: { teams: 'all' },
    },
    tour: { extends: 'page', title: 'Tour', sample: true },
    copy: { title: 'Copy', copyOf: 'home', collection: null, id: 'space_1', protect: false },
    made: { title: 'Made', template: 'tmpl_123', language: 'en' },
  },
  openapi: { payments: { url: 'https://acme.dev/openapi.json' }, webhooks: { text: '{}' } },
  translations: {
    french: { title: 'French' },
    german: { space: 'home', sourceLanguage: 'en', language: 'de' },
  },
  sites: {
    docs: {
      title: 'Acme Docs',
      type: 'ultimate',
      visibility: 'public',
      basename: 'docs',
      proxy: 'acme.dev/docs',
      agentsContext: 'included',
      published: true,
      redirectMoved: 'draft',
      adaptiveContent: true,
      visitor: {
        claims: {
          partner: { type: 'boolean', description: 'Partner' },
          plan: { type: 'string', description: 'Plan', enum: ['free', 'team'] },
        },
        unsigned: { beta: { type: 'boolean', description: 'Beta' } },
      },
      defaultSection: 'guides',
      customization: exampleOf('customization'),
      permissions: { members: { 'eve@acme.dev': 'review' } },
      replace: false,
      prune: { default: 'owned', sections: 'all', groups: 'never', links: 'owned' },
      structure: [
        {
          section: 'guides',
          draft: false,
          id: 's1',
          title: 'Guides',
          path: 'guides',
          icon: 'book',
          description: null,
          localizedDescription: { de: 'Von Anfang an' },
          condition: 'visitor.claims.partner == true',
          default: 'home',
          spaces: [
            {
              ...{ space: 'home', path: 'en', condition: null, protect: true },
              customization: exampleOf('site-space-customization'),
            },
            { space: 'copy', draft: true, hidden: false, homePage: 'pg_123' },
          ],
        },
        {
          group: 'more',
          title: 'More',
          icon: 'box',
          draft: false,
          sections: [
            { section: 'inner', title: 'Inner', prune: 'never', spaces: [] },
            { group: 'nested', title: 'Nested', sections: [] },
            {
              link: 'status',
              title: 'Status',
              url: 'https://status.acme.dev/',
              description: null,
              localizedDescription: { de: 'Aktuelle Vorfälle' },
              condition: 'visitor.claims.partner == true',
            },
          ],
        },
      ],
      shareLinks: { globex: { name: 'Globex', active: false } },
      redirects: {
        '/old-guide': { section: 'guides', permanent: true },
        '/v1/*': { siteSpace: 'sections/guides/spaces/copy', captureWildcard: true, draft: false },
        '/status': 'https://acme.dev/status',
        '/page': { page: 'sitesp_1/page_1', protect: true },
      },
    },
    flat: {
      title: 'Flat',
      structure: [
        { space: 'home', path: 'home', default: true, homePage: null },
        { space: 'copy', condition: null },
      ],
    },
    empty: { title: 'Empty', structure: [], shareLinks: {} },
  },
  moved: [{ from: 'teams/writers', to: 'teams/docs' }],
};
