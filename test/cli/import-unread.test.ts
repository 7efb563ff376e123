/** Tests that `docform import` into an existing configuration does not remove resources whose list could not be read. */
import { afterEach, expect, test } from 'vitest';
import { certificateOne } from '../support/certificates.ts';
import { closeWorkspaces, importWorkspace } from './import-workspace.ts';

afterEach(closeWorkspaces);

const claim = { type: 'boolean', description: 'Signed in as a partner' };
const acme = {
  settings: { defaultContent: 'docs' },
  members: { 'bo@acme.dev': 'edit' },
  teams: { docs: { title: 'Docs', members: { 'bo@acme.dev': 'owner' } } },
  saml: {
    okta: {
      label: 'Okta',
      entityID: 'urn:okta',
      ssoURL: 'https://acme.dev/sso',
      certificate: certificateOne,
      defaultTeam: 'docs',
    },
  },
  customFields: { owner: { type: 'text' } },
  collections: { product: { title: 'Product' }, old: { title: 'Old', parent: 'product' } },
  spaces: {
    home: { title: 'Home', collection: 'old', fields: { owner: 'docs' } },
    faq: { title: 'FAQ', collection: 'old' },
  },
  openapi: { pay: { url: 'https://acme.dev/pay.json' } },
  translations: { french: { title: 'French' } },
  sites: {
    docs: {
      title: 'Docs',
      visitor: { claims: { partner: claim } },
      structure: [
        { group: 'all', title: 'All', sections: [{ section: 'guides', title: 'Guides', spaces: [{ space: 'home' }] }] },
        {
          section: 'help',
          title: 'Help',
          condition: 'visitor.claims.partner == true',
          default: 'home',
          spaces: [{ space: 'faq' }, { space: 'home' }],
        },
      ],
      defaultSection: 'help',
      shareLinks: { review: { name: 'Review' } },
    },
    portal: { title: 'Portal', structure: [{ space: 'faq' }, { space: 'home', default: true }] },
  },
} as const;

const operations = [
  ...[
    'listMembers',
    'listMemberSpaces',
    'listTeams',
    'listTeamMembers',
    'listSamlProviders',
    'listCustomFields',
    'getCustomFieldValues',
  ],
  ...[
    'listCollections',
    'listCollectionSpaces',
    'listOpenApiSpecs',
    'listTranslations',
    'listSites',
    'listSections',
    'listSectionGroups',
  ],
  ...['listSiteSpaces', 'listShareLinks', 'getAdaptiveSchema'],
];

test.each(operations)(
  'if the platform refuses to list %s, import changes neither files nor ledger',
  async (operation) => {
    const place = await importWorkspace(acme);
    expect(await place.docform(['import'])).toMatchObject({ exit: 0 });
    const files = await place.files();
    const before = await Promise.all(files.map(place.file));
    place.refuse(operation);
    const { exit, stdout, stderr } = await place.docform(['import', '--yes']);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: expect.not.stringContaining('error') });
    expect(stdout).toContain('The configuration is already up to date.');
    expect(await Promise.all((await place.files()).map(place.file))).toEqual(before);
  },
);
