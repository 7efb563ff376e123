/** Seed `medium`: two organizations, the first with an example of everything. */

import { idAt } from '../ids.ts';
import type { WorldPage } from '../resources/revision.ts';
import type { World, WorldObject } from './world.ts';
import { contentOf, objectsOf, type WrittenOrganization } from './written.ts';

const start: WorldPage = {
  title: 'Start',
  slug: 'start',
  type: 'document',
  emoji: '1f680',
  description: 'Where to begin',
  shown: { icon: 'rocket' },
  markdown:
    '# Start\n\nRead the [setup](guides/setup.md), then see the [overview](/guides).\n\n![Flow](.assets/flow.png)',
};

const setup: WorldPage = {
  title: 'Setup',
  slug: 'setup',
  type: 'document',
  markdown:
    '# Setup\n\nBack to the [start](../start.md), or ask [us](https://acme.dev/help) for the [old steps](steps.md).',
};

const flow = { name: 'flow.png', contentType: 'image/png', size: 48_213, dimensions: { width: 1280, height: 720 } };

/** Brings its id along, so that the ids of everything else stay what they are. */
const support = {
  id: 'reusable_support',
  title: 'Support',
  markdown: 'Questions? Write to **support@acme.dev**, or ask in the [forum](https://acme.dev/forum).',
};

const mediumContents: readonly WorldObject[] = [
  contentOf('home', {
    pages: [start, { title: 'Guides', slug: 'guides', type: 'group', pages: [setup] }],
    files: [flow],
    reusableContents: [support],
    comments: [
      {
        by: 'bo@acme.dev',
        markdown: 'Is the flow still right?',
        page: 'start',
        reactions: ['1f44d'],
        isEdited: true,
        target: { node: 'node_flow', preview: 'Flow', review: 'review_1' },
        replies: [{ by: 'ana@acme.dev', markdown: 'It is.', isEdited: true }],
      },
      { by: 'ana@acme.dev', markdown: 'Spelling fixed.', isResolved: true },
    ],
    changeRequests: [
      {
        number: 1,
        subject: 'Refunds',
        source: { url: 'https://github.example.com/acme/home', ref: 'refunds' },
        status: 'open',
        pages: [
          start,
          {
            title: 'Guides',
            slug: 'guides',
            type: 'group',
            pages: [
              setup,
              {
                title: 'Refunds',
                slug: 'refunds',
                type: 'document',
                hidden: true,
                shown: {
                  icon: 'coins',
                  cover: {
                    ref: { kind: 'file', file: 'cover-light' },
                    refDark: { kind: 'file', file: 'cover-dark' },
                    yPos: 0.25,
                  },
                  noIndex: true,
                  noRobotsIndex: true,
                },
                markdown:
                  '# Refunds\n\nSee the [terms](/files/terms), the [draft](https://app.example.com/home) and the [flow](/.assets/flow.png).\n\n[Ask us](/reusable-contents/reusable_support), or read the [API](/openapi/payments).',
              },
            ],
          },
          { title: 'API', slug: 'api', type: 'computed', spec: 'payments' },
        ],
        reusableContents: [support],
        files: [flow, { name: 'terms.pdf', contentType: 'application/pdf', size: 90_112 }],
        comments: [{ by: 'jon@acme.dev', markdown: 'The terms are missing.' }],
      },
    ],
  }),
];

const mediumSites = {
  docs: {
    title: 'Acme Docs',
    visibility: 'public',
    basename: 'docs',
    proxy: 'acme.dev/docs',
    agentsContext: 'included',
    adaptiveContent: true,
    visitor: {
      $id: 'https://acme.dev/claims.json',
      claims: {
        partner: { type: 'boolean', description: 'Partner' },
        plan: { type: 'string', description: 'Plan', enum: ['free', 'team', 'enterprise'] },
      },
      unsigned: { beta: { type: 'boolean', description: 'Beta tester' } },
    },
    defaultSection: 'guides',
    structure: [
      { section: 'start', title: 'Start', path: 'start', spaces: [{ space: 'home', path: 'home' }] },
      {
        section: 'guides',
        title: 'Guides',
        path: 'guides',
        icon: 'book',
        description: 'How to get things done',
        spaces: [{ space: 'home', path: 'home' }],
      },
      {
        group: 'products',
        title: 'Products',
        icon: 'box',
        sections: [
          {
            section: 'payments',
            title: 'Payments',
            path: 'payments',
            condition: 'visitor.claims.partner == true',
            default: 'payments-fr',
            spaces: [
              { space: 'payments-en', path: 'en' },
              { space: 'payments-fr', path: 'fr', condition: 'visitor.claims.unsigned.beta == true' },
              { space: 'payments-ja', path: 'ja' },
            ],
          },
          { section: 'api', title: 'API', path: 'api', spaces: [{ space: 'api', path: 'v1' }] },
        ],
      },
      { section: 'changes', title: 'Changes', path: 'changes', spaces: [{ space: 'changelog', path: 'changelog' }] },
      {
        group: 'past',
        title: 'Past versions',
        sections: [
          {
            section: 'old',
            title: 'Payments 2019',
            path: 'payments-2019',
            spaces: [{ space: 'payments-2019', path: 'en' }],
          },
        ],
      },
    ],
  },
  partners: {
    title: 'Partner Portal',
    hostname: 'partners.acme.dev',
    shown: {
      icon: {
        icon: { light: 'https://files.example.com/icons/light.png', dark: 'https://files.example.com/icons/dark.png' },
      },
      ads: { status: 'pending', submittable: false },
    },
    visibility: 'share-link',
    basename: 'partners',
    agentsContext: 'excluded',
    adaptiveContent: false,
    structure: [
      { space: 'partner-guide', path: 'guide' },
      { space: 'changelog', path: 'changelog', default: true },
    ],
    shareLinks: { globex: { name: 'Globex' }, initech: { name: 'Initech', active: false } },
  },
  internal: {
    title: 'Internal Handbook',
    visibility: 'visitor-auth',
    structure: [{ space: 'runbook', path: 'runbook' }],
  },
};

const firstMonday = Date.UTC(2025, 6, 7);

const weeks = 130;

const visitsPerWeek = 2;

const hourMs = 60 * 60 * 1000;

const dayMs = 24 * hourMs;

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
];

const languages = ['en', 'fr', 'ja'];

const referrers = ['https://search.example.com/', 'https://acme.dev/', null];

const claims = [
  {},
  { plan: 'free' },
  { plan: 'team', partner: true },
  { plan: 'enterprise', unsigned: { beta: true } },
];

const types = ['page_view', 'page_view', 'search_type_query', 'link_click', 'page_view', 'page_post_feedback'];

const places = [
  { site: 'docs', section: 'start', path: 'start' },
  { site: 'docs', section: 'payments', path: 'payments/refunds?utm_source=newsletter&utm_medium=email' },
  { site: 'docs', section: 'api', path: 'api' },
  { site: 'partners', path: 'guide' },
];

const pick = <T>(from: readonly T[], index: number): T => from[index % from.length] as T;

function visit(index: number): WorldObject {
  const week = Math.floor(index / visitsPerWeek);
  const timeMs = firstMonday + (week * 7 + (index % visitsPerWeek) * 3) * dayMs + (8 + (index % 9)) * hourMs;
  const type = pick(types, index);
  const { site, path, ...place } = pick(places, index);
  const isSearch = type.startsWith('search_');
  const visitor = `visitor-${index % 17}`;
  const fields = {
    ...place,
    type,
    timestamp: new Date(timeMs).toISOString(),
    url: `https://acme.dev/docs/${path}${isSearch ? `${path.includes('?') ? '&' : '?'}q=refund` : ''}`,
    session: {
      visitorId: visitor,
      sessionId: `${visitor}-${week}`,
      userAgent: pick(browsers, index % 17),
      language: pick(languages, index % 17),
      referrer: pick(referrers, index),
      visitorAuthClaims: pick(claims, index % 17),
    },
  };
  return { kind: 'visitor-event', id: `visit_${String(index + 1).padStart(3, '0')}`, parent: `sites/${site}`, fields };
}

const mediumVisits: readonly WorldObject[] = Array.from({ length: weeks * visitsPerWeek }, (_, index) => visit(index));

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

const certificate = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBfictionalExampleCertificateOfAcme',
  '-----END CERTIFICATE-----',
  '',
].join('\n');

const acme: WrittenOrganization = {
  settings: { title: 'Acme', emailDomains: ['acme.dev', 'example.com'], hostname: 'acme-docs', defaultContent: 'docs' },
  members: people,
  linkInvites: { inv_123: { role: 'read' }, inv_456: { role: 'comment' } },
  teams: {
    docs: { title: 'Docs', members: { 'ana@acme.dev': 'owner', 'bo@acme.dev': 'member', 'lea@acme.dev': 'member' } },
    support: {
      title: 'Support',
      members: { 'ida@acme.dev': 'owner', 'bo@acme.dev': 'member', 'max@acme.dev': 'member' },
    },
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
    'payments-fr': {
      title: 'Payments FR',
      emoji: '1f4b3',
      collection: 'product',
      defaultLevel: 'edit',
      editMode: 'locked',
    },
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
  openapi: {
    payments: { url: 'https://api.acme.dev/openapi.json' },
    webhooks: { url: 'https://api.acme.dev/webhooks.json' },
  },
  translations: { french: { title: 'French', languages: ['fr'] }, japanese: { title: 'Japanese', languages: ['ja'] } },
  sites: mediumSites,
};

/** What only the platform's own people set. */
const globexShown = {
  useCase: 'openSourceDocs',
  communityType: 'nonProfit',
  customHostname: 'docs.globex.example',
  billing: {
    interval: 'yearly',
    endDate: '2027-01-01T00:00:00.000Z',
    hasPaymentFailed: true,
    isScheduledToCancel: false,
  },
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
  members: {
    'ana@acme.dev': { displayName: 'Ana Ruiz', role: 'admin' },
    'gus@example.com': { displayName: 'Gus Lang', role: 'admin' },
  },
  openapi: { broken: { url: 'ftp://files.example.com/openapi.json' } },
};

export function mediumWorld(seedNumber: number): World {
  const first = { id: idAt(seedNumber, 1), objects: [...objectsOf(acme), ...mediumContents, ...mediumVisits] };
  return { seedNumber, organizations: [first, { id: idAt(seedNumber, 2), objects: objectsOf(globex) }] };
}
