/** Seed `medium`: two organizations, the first with an example of everything. */
import { idAt } from '../ids.ts';
import { mediumContents } from './medium-contents.ts';
import { mediumSites } from './medium-sites.ts';
import { mediumVisits } from './medium-visits.ts';
import type { World } from './world.ts';
import { objectsOf, type WrittenOrganization } from './written.ts';

const people = {
  'ana@acme.dev': {
    displayName: 'Ana Ruiz',
    role: 'admin',
    sso: true,
    shown: { photoURL: 'https://files.example.com/photos/ana.png' },
  },
  'bo@acme.dev': { displayName: 'Bo Lindqvist', role: 'edit', sso: true },
  'eve@acme.dev': { displayName: 'Eve Okafor', role: null },
  'dan@acme.dev': { displayName: 'Dan Hale', role: 'comment' },
  'ida@acme.dev': { displayName: 'Ida Novak', role: 'admin' },
  'jon@acme.dev': { displayName: 'Jon Price', role: 'create' },
  'kim@acme.dev': { displayName: 'Kim Sato', role: 'review' },
  'lea@acme.dev': { displayName: 'Lea Martin', role: 'edit', sso: true },
  'max@acme.dev': { displayName: 'Max Weber', role: 'read' },
  'nia@acme.dev': { displayName: 'Nia Mensah', role: 'edit' },
  'oli@acme.dev': { displayName: 'Oli Berg', role: 'read' },
  'pia@acme.dev': { displayName: 'Pia Rossi', role: 'comment' },
  'ren@example.com': { displayName: 'Ren Park', role: null },
  'zoe@example.com': { displayName: 'Zoë Blanc', role: 'read' },
};

const certificate = ['-----BEGIN CERTIFICATE-----', 'MIIBfictionalExampleCertificateOfAcme', '-----END CERTIFICATE-----', ''].join('\n');

const acme: WrittenOrganization = {
  settings: { title: 'Acme', emailDomains: ['acme.dev', 'example.com'], hostname: 'acme-docs', defaultContent: 'docs' },
  members: people,
  linkInvites: { inv_123: { role: 'read' }, inv_456: { role: 'comment' } },
  teams: {
    docs: { title: 'Docs', members: { 'ana@acme.dev': 'owner', 'bo@acme.dev': 'member', 'lea@acme.dev': 'member' } },
    support: { title: 'Support', members: { 'ida@acme.dev': 'owner', 'bo@acme.dev': 'member', 'max@acme.dev': 'member' } },
    platform: { title: 'Platform', members: { 'jon@acme.dev': 'owner' } },
    partners: { title: 'Partners' },
  },
  saml: {
    okta: {
      label: 'Okta',
      entityID: 'http://idp.example.com/exk1',
      ssoURL: 'https://idp.example.com/sso',
      certificate,
      defaultTeam: 'support',
      defaultRole: 'read',
    },
  },
  customFields: {
    owner: { type: 'text', title: 'Owner', description: 'Team that answers for it', placeholder: 'docs' },
    status: { type: 'select:single', title: 'Status', options: ['draft', 'live', 'retired'] },
    audiences: { type: 'select:multi', title: 'Audiences', options: ['customers', 'partners', 'staff'] },
    keywords: { type: 'tags', title: 'Keywords' },
    weight: { type: 'number', title: 'Weight' },
    reviewed: { type: 'boolean', title: 'Reviewed' },
  },
  collections: {
    product: { title: 'Product', description: 'What we sell', defaultLevel: 'read' },
    internal: { title: 'Internal', defaultLevel: null },
    archive: { title: 'Archive', parent: 'product' },
  },
  spaces: {
    home: {
      title: 'Home',
      emoji: '1f3e0',
      collection: 'product',
      fields: { owner: 'docs', status: 'live', audiences: ['customers', 'partners'], weight: 3, reviewed: true },
    },
    'payments-en': {
      title: 'Payments EN',
      emoji: '1f4b3',
      collection: 'product',
      fields: { status: 'live' },
    },
    'payments-fr': { title: 'Payments FR', emoji: '1f4b3', collection: 'product', defaultLevel: 'edit', editMode: 'locked' },
    'payments-ja': { title: 'Payments JA', emoji: '1f4b3', collection: 'product' },
    api: { title: 'API Reference', emoji: '1f9e9', collection: 'product' },
    'payments-2019': { title: 'Payments 2019', emoji: '1f5c4', collection: 'archive', editMode: 'locked' },
    runbook: {
      title: 'Runbook',
      emoji: '1f6e0',
      collection: 'internal',
      fields: { keywords: ['oncall', 'staff'] },
    },
    changelog: {
      title: 'Changelog',
      emoji: '1f4dd',
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
    'partner-guide': {
      title: 'Partner Guide',
      emoji: '1f91d',
      defaultLevel: 'comment',
      shown: { visitorAuth: { backend: 'custom' } },
    },
  },
  openapi: { payments: { url: 'https://api.acme.dev/openapi.json' }, webhooks: { url: 'https://api.acme.dev/webhooks.json' } },
  translations: { french: { title: 'French', languages: ['fr'] }, japanese: { title: 'Japanese', languages: ['ja'] } },
  sites: mediumSites,
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

const globex: WrittenOrganization = {
  settings: { title: 'Globex', shown: globexShown },
  members: { 'ana@acme.dev': { displayName: 'Ana Ruiz', role: 'admin' }, 'gus@example.com': { displayName: 'Gus Lang', role: 'admin' } },
  openapi: { broken: { url: 'ftp://files.example.com/openapi.json' } },
};

export function mediumWorld(seedNumber: number): World {
  const first = { id: idAt(seedNumber, 1), objects: [...objectsOf(acme), ...mediumContents, ...mediumVisits] };
  return { seedNumber, organizations: [first, { id: idAt(seedNumber, 2), objects: objectsOf(globex) }] };
}
