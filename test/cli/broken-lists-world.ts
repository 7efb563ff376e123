/** An organization in which every list has objects to create, delete and keep, and ways to break the lists. */
import type { WireRequest, WireResponse } from '../../src/contract/transport.ts';
import { certificateOne } from '../support/certificates.ts';

const head = 'version: 1\npolicy: { maxDeletes: 50 }\n';

/** This configuration is applied first, so objects that are missing in `wanted` are deleted. */
export const before = `${head}members: { bo@acme.dev: edit, eve@acme.dev: read }
teams:
  docs: { title: Docs, members: { bo@acme.dev: owner, eve@acme.dev: member } }
  old: { title: Old }
saml:
  okta: { label: Okta, entityID: urn:okta, ssoURL: https://okta.acme.dev/sso, certificate: ${JSON.stringify(certificateOne)}, defaultRole: read }
  adfs: { label: Adfs, entityID: urn:adfs, ssoURL: https://adfs.acme.dev/sso, certificate: ${JSON.stringify(certificateOne)}, defaultRole: read, protect: false }
customFields: { owner: { type: text, title: Owner }, stale: { type: text, title: Stale } }
collections: { guides: { title: Guides }, attic: { title: Attic } }
spaces:
  home: { title: Home }
  changelog: { title: Changelog, protect: false }
openapi: { payments: { url: https://api.acme.dev/payments.json }, orders: { url: https://api.acme.dev/orders.json } }
translations: { french: { title: French }, german: { title: German } }
sites:
  docs:
    title: Acme Docs
    structure:
      - { section: a, title: Alpha, path: a, spaces: [{ space: home }, { space: changelog, path: log }] }
      - { section: b, title: Beta, path: b, spaces: [{ space: home }] }
      - { group: g, title: Group, sections: [] }
      - { group: h, title: Heap, sections: [] }
    shareLinks: { review: { name: Review }, launch: { name: Launch } }
  portal: { title: Portal, protect: false, structure: [{ space: home }] }
`;

export const wanted = `${head}members: { bo@acme.dev: edit, dan@acme.dev: comment }
teams:
  docs: { title: Docs, members: { bo@acme.dev: owner, dan@acme.dev: member } }
  fresh: { title: Fresh }
saml:
  okta: { label: Okta, entityID: urn:okta, ssoURL: https://okta.acme.dev/sso, certificate: ${JSON.stringify(certificateOne)}, defaultRole: read }
  duo: { label: Duo, entityID: urn:duo, ssoURL: https://duo.acme.dev/sso, certificate: ${JSON.stringify(certificateOne)}, defaultRole: read }
customFields: { owner: { type: text, title: Owner }, fresh: { type: text, title: Fresh } }
collections: { guides: { title: Guides }, fresh: { title: Fresh } }
spaces:
  home: { title: Home }
  copy: { title: Copy, copyOf: home }
openapi: { payments: { url: https://api.acme.dev/payments.json }, fresh: { url: https://api.acme.dev/fresh.json } }
translations: { french: { title: French }, spanish: { title: Spanish } }
sites:
  docs:
    title: Acme Docs
    structure:
      - { section: a, title: Alpha, path: a, spaces: [{ space: home }, { space: copy, path: copy }] }
      - { section: c, title: Gamma, path: c, spaces: [{ space: home }] }
      - { group: g, title: Group, sections: [] }
      - { group: i, title: Issue, sections: [] }
    shareLinks: { review: { name: Review }, press: { name: Press } }
  blog: { title: Blog, structure: [{ space: home }] }
`;

/** The kinds of a site's structure count as one list, because an object missing in one list can be in another. */
const structure = ['section', 'section-group', 'site-space'];

/** Lists by the end of their path, with the kinds that they contain. */
export const lists: readonly { readonly name: string; readonly path: RegExp; readonly kinds: readonly string[] }[] = [
  { name: 'members', path: /\/orgs\/[^/]+\/members$/, kinds: ['member', 'space'] },
  { name: 'teams', path: /\/orgs\/[^/]+\/teams$/, kinds: ['team'] },
  { name: 'team members', path: /\/teams\/[^/]+\/members$/, kinds: ['team-member'] },
  { name: 'SAML providers', path: /\/saml$/, kinds: ['saml-provider'] },
  { name: 'custom fields', path: /\/custom-fields$/, kinds: ['custom-field'] },
  { name: 'collections', path: /\/orgs\/[^/]+\/collections$/, kinds: ['collection'] },
  { name: 'spaces', path: /\/members\/[^/]+\/spaces$/, kinds: ['space'] },
  { name: 'specifications', path: /\/openapi$/, kinds: ['openapi-spec'] },
  { name: 'translations', path: /\/translations$/, kinds: ['translation'] },
  { name: 'sites', path: /\/orgs\/[^/]+\/sites$/, kinds: ['site'] },
  { name: 'sections', path: /\/sections$/, kinds: structure },
  { name: 'section groups', path: /\/section-groups$/, kinds: structure },
  { name: 'site-spaces', path: /\/site-spaces$/, kinds: structure },
  { name: 'share links', path: /\/share-links$/, kinds: ['share-link'] },
];

interface List {
  readonly items: readonly unknown[];
  readonly next?: { readonly page: string };
}

const half = (items: readonly unknown[]): readonly unknown[] => items.slice(0, Math.floor(items.length / 2));

/** Replaces a complete response. `page` is the requested cursor. Each replacement omits half of the items. */
export const manners: readonly {
  readonly name: string;
  readonly why: RegExp;
  readonly broken: (list: List, page?: string) => unknown;
}[] = [
  {
    name: 'its second page is refused',
    why: /404/,
    broken: ({ items }, page) => (page === undefined ? { items: half(items), next: { page: 'second' } } : undefined),
  },
  {
    name: 'an empty page has a next page',
    why: /an empty page has a next page/,
    broken: ({ items }, page) => ({
      items: page === undefined ? half(items) : [],
      next: { page: page === undefined ? 'second' : 'third' },
    }),
  },
  {
    name: 'the same next page is named twice',
    why: /the platform returned the same next page twice|an empty page has a next page/,
    broken: ({ items }) => ({ items: half(items), next: { page: 'again' } }),
  },
  {
    name: 'fewer items come than are counted',
    why: /\d+ items? read, but the platform counts \d+/,
    broken: ({ items }) => ({ items: half(items), count: items.length }),
  },
  {
    name: 'the body is no list',
    why: /the response is not a page of a list/,
    broken: ({ items }) => ({ items: { 0: items[0] } }),
  },
  { name: 'the body ends in the middle', why: /the response is not valid JSON/, broken: () => malformed },
];

const malformed = Symbol('malformed');

export function brokenAnswer(
  answer: WireResponse,
  { query }: WireRequest,
  broken: (list: List, page?: string) => unknown,
): WireResponse {
  const page = query.find(([name]) => name === 'page')?.[1];
  const body = broken({ items: [], ...(answer.body as object) }, page);
  if (body === malformed) return { ...answer, body: undefined, isMalformed: true };
  return body === undefined
    ? { status: 404, headers: {}, body: { error: { code: 404, message: 'no such page' } } }
    : { ...answer, body };
}
