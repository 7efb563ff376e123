/** Seed `medium`: two organizations, the first with an example of everything. */
import type { WorldMember } from '../resources/member.ts';
import { mediumContents } from './medium-contents.ts';
import { mediumSites } from './medium-sites.ts';
import { mediumVisits } from './medium-visits.ts';
import { bareOrganization } from './small.ts';
import type { World, WorldOrganization } from './world.ts';

const people: readonly WorldMember[] = [
  {
    email: 'ana@acme.dev',
    displayName: 'Ana Ruiz',
    role: 'admin',
    sso: true,
    shown: { photoURL: 'https://files.example.com/photos/ana.png' },
  },
  { email: 'bo@acme.dev', displayName: 'Bo Lindqvist', role: 'edit', sso: true },
  { email: 'eve@acme.dev', displayName: 'Eve Okafor', role: null },
  { email: 'dan@acme.dev', displayName: 'Dan Hale', role: 'comment' },
  { email: 'ida@acme.dev', displayName: 'Ida Novak', role: 'admin' },
  { email: 'jon@acme.dev', displayName: 'Jon Price', role: 'create' },
  { email: 'kim@acme.dev', displayName: 'Kim Sato', role: 'review' },
  { email: 'lea@acme.dev', displayName: 'Lea Martin', role: 'edit', sso: true },
  { email: 'max@acme.dev', displayName: 'Max Weber', role: 'read' },
  { email: 'nia@acme.dev', displayName: 'Nia Mensah', role: 'edit' },
  { email: 'oli@acme.dev', displayName: 'Oli Berg', role: 'read' },
  { email: 'pia@acme.dev', displayName: 'Pia Rossi', role: 'comment' },
  { email: 'ren@example.com', displayName: 'Ren Park', role: null },
  { email: 'zoe@example.com', displayName: 'Zoë Blanc', role: 'read' },
];

const member = (email: string) => ({ email, role: 'member' as const });

const owner = (email: string) => ({ email, role: 'owner' as const });

const certificate = ['-----BEGIN CERTIFICATE-----', 'MIIBfictionalExampleCertificateOfAcme', '-----END CERTIFICATE-----', ''].join('\n');

function fullOrganization(seedNumber: number): WorldOrganization {
  return {
    ...bareOrganization(seedNumber, 1, 'Acme', people),
    emailDomains: ['acme.dev', 'example.com'],
    hostname: 'acme-docs',
    defaultContent: 'docs',
    linkInvites: [
      { id: 'inv_123', role: 'read' },
      { id: 'inv_456', role: 'comment' },
    ],
    teams: [
      { key: 'docs', title: 'Docs', members: [owner('ana@acme.dev'), member('bo@acme.dev'), member('lea@acme.dev')] },
      { key: 'support', title: 'Support', members: [owner('ida@acme.dev'), member('bo@acme.dev'), member('max@acme.dev')] },
      { key: 'platform', title: 'Platform', members: [owner('jon@acme.dev')] },
      { key: 'partners', title: 'Partners', members: [] },
    ],
    samlProviders: [
      {
        key: 'okta',
        label: 'Okta',
        entityID: 'http://idp.example.com/exk1',
        ssoURL: 'https://idp.example.com/sso',
        certificate,
        defaultTeam: 'support',
        defaultRole: 'read',
      },
    ],
    customFields: [
      { name: 'owner', type: 'text', title: 'Owner', description: 'Team that answers for it', placeholder: 'docs' },
      { name: 'status', type: 'select:single', title: 'Status', options: ['draft', 'live', 'retired'] },
      { name: 'audiences', type: 'select:multi', title: 'Audiences', options: ['customers', 'partners', 'staff'] },
      { name: 'keywords', type: 'tags', title: 'Keywords' },
      { name: 'weight', type: 'number', title: 'Weight' },
      { name: 'reviewed', type: 'boolean', title: 'Reviewed' },
    ],
    ...content,
    openApiSpecs: [
      { slug: 'payments', url: 'https://api.acme.dev/openapi.json' },
      { slug: 'webhooks', url: 'https://api.acme.dev/webhooks.json' },
    ],
    translations: [
      { key: 'french', title: 'French', languages: ['fr'] },
      { key: 'japanese', title: 'Japanese', languages: ['ja'] },
    ],
    sites: mediumSites,
    contents: mediumContents,
    visits: mediumVisits,
  };
}

const content: Pick<WorldOrganization, 'collections' | 'spaces'> = {
  collections: [
    { key: 'product', title: 'Product', description: 'What we sell', parent: null, defaultLevel: 'read' },
    { key: 'internal', title: 'Internal', parent: null, defaultLevel: null },
    { key: 'archive', title: 'Archive', parent: 'product', defaultLevel: 'inherit' },
  ],
  spaces: [
    {
      key: 'home',
      title: 'Home',
      emoji: '1f3e0',
      collection: 'product',
      defaultLevel: 'inherit',
      fields: { owner: 'docs', status: 'live', audiences: ['customers', 'partners'], weight: 3, reviewed: true },
    },
    {
      key: 'payments-en',
      title: 'Payments EN',
      emoji: '1f4b3',
      collection: 'product',
      defaultLevel: 'inherit',
      fields: { status: 'live' },
    },
    { key: 'payments-fr', title: 'Payments FR', emoji: '1f4b3', collection: 'product', defaultLevel: 'edit', editMode: 'locked' },
    { key: 'payments-ja', title: 'Payments JA', emoji: '1f4b3', collection: 'product', defaultLevel: 'inherit' },
    { key: 'api', title: 'API Reference', emoji: '1f9e9', collection: 'product', defaultLevel: 'inherit' },
    { key: 'payments-2019', title: 'Payments 2019', emoji: '1f5c4', collection: 'archive', defaultLevel: 'inherit', editMode: 'locked' },
    {
      key: 'runbook',
      title: 'Runbook',
      emoji: '1f6e0',
      collection: 'internal',
      defaultLevel: 'inherit',
      fields: { keywords: ['oncall', 'staff'] },
    },
    {
      key: 'changelog',
      title: 'Changelog',
      emoji: '1f4dd',
      collection: null,
      defaultLevel: 'inherit',
      shown: {
        gitSync: {
          repoName: 'acme/changelog',
          installationProvider: 'github',
          integration: 'github',
          url: 'https://github.example.com/acme/changelog',
          updatedAt: '2026-01-05T10:00:00.000Z',
        },
      },
    },
    {
      key: 'partner-guide',
      title: 'Partner Guide',
      emoji: '1f91d',
      collection: null,
      defaultLevel: 'comment',
      shown: { visitorAuth: { backend: 'custom' } },
    },
  ],
};

/** What only the platform's own people set. */
const globexShown = {
  useCase: 'openSourceDocs',
  communityType: 'nonProfit',
  customHostname: 'docs.globex.example',
  billing: { interval: 'yearly', endDate: '2027-01-01T00:00:00.000Z', hasPaymentFailed: true, isScheduledToCancel: false },
  trial: { status: 'ended', endDate: '2026-01-15T00:00:00.000Z', decision: 'downgrade' },
  blocked: { reason: 'security' },
  internal_billingMigration: {
    deadline: '2026-12-31T00:00:00.000Z',
    discountPercent: 20,
    discountEndDate: '2027-06-30T00:00:00.000Z',
  },
};

export function mediumWorld(seedNumber: number): World {
  const members: readonly WorldMember[] = [
    { email: 'ana@acme.dev', displayName: 'Ana Ruiz', role: 'admin' },
    { email: 'gus@example.com', displayName: 'Gus Lang', role: 'admin' },
  ];
  const globex: WorldOrganization = {
    ...bareOrganization(seedNumber, 2, 'Globex', members),
    openApiSpecs: [{ slug: 'broken', url: 'ftp://files.example.com/openapi.json' }],
    shown: globexShown,
  };
  return { seedNumber, organizations: [fullOrganization(seedNumber), globex] };
}
