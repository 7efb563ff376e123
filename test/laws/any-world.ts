/** Generates realistic organizations: odd and duplicate titles, flat and sectioned sites, empty groups, nested collections. */

import { certificateOne, certificateTwo } from '../support/certificates.ts';
import type { LiveDocument } from '../support/live-world.ts';
import type { Draw } from './draw.ts';

type Fields = { readonly [key: string]: unknown };

const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read', null];
const plain = [
  'Guides',
  'Payments',
  'API Reference',
  'Home',
  'Release notes',
  'Partner Portal',
  'Handbook',
  'Changelog',
  'FAQ',
  'Legal',
];
const odd = [
  '日本語ドキュメント',
  'Überblick & Hilfe',
  'costs $' + '{vars.x}',
  '$$' + '{x}',
  'no',
  'null',
  '2019',
  '1.0',
  '1e3',
  '# hash',
  '- dash',
  'a: b',
  '"quoted"',
  "it's",
  '{ a: b }',
  '[x, y]',
  '*star &and !bang',
  '%percent @at `tick`',
  '👋 hello',
  '--- ---',
  '???',
  'two  spaces ',
  'Docs',
  'docs',
  'DOCS!',
];

/** `isRepeated`: titles need not be unique. */
export interface Extent {
  readonly isRepeated: boolean;
}

interface Naming {
  readonly draw: Draw;
  readonly extent: Extent;
  readonly taken: Set<string>;
}

function naming(draw: Draw, extent: Extent): Naming {
  return { draw, extent, taken: new Set() };
}

function title({ draw, extent, taken }: Naming): string {
  const drawn = draw.chance(35) ? draw.pick(odd) : draw.pick(plain);
  if (extent.isRepeated && draw.chance(30)) return drawn;
  let name = drawn;
  for (let number = 2; taken.has(name); number += 1) name = `${drawn} ${number}`;
  taken.add(name);
  return name;
}

/** At most `most` blocks with the keys `p0`, `p1`, …. */
function some<T>(
  draw: Draw,
  prefix: string,
  most: number,
  build: (key: string, at: number) => T,
): { readonly [key: string]: T } {
  return Object.fromEntries(
    Array.from({ length: draw.count(0, most) }, (_, at) => [`${prefix}${at}`, build(`${prefix}${at}`, at)]),
  );
}

function maybe(draw: Draw, percent: number, block: () => Fields): Fields {
  return draw.chance(percent) ? block() : {};
}

export function anyWorld(draw: Draw, extent: Extent): LiveDocument {
  const emails = ['bo', 'cy', 'dan', 'eve', 'fay'].slice(0, draw.count(0, 5)).map((name) => `${name}@acme.dev`);
  const members = Object.fromEntries(
    emails.map((email) => [email, { role: draw.pick(roles), ...maybe(draw, 20, () => ({ sso: true })) }]),
  );
  const teams = some(draw, 't', 4, teamOf(draw, naming(draw, extent), ['ana@acme.dev', ...emails]));
  const customFields = some(draw, 'f', 4, fieldOf(draw));
  const collections = some(draw, 'c', 4, collectionOf(draw, naming(draw, extent)));
  const spaces = {
    s: { title: 'Start' },
    ...some(draw, 's', 7, spaceOf(draw, naming(draw, extent), Object.keys(collections), customFields)),
  };
  const tongues = naming(draw, extent);
  const sites = some(draw, 'x', 3, siteOf(draw, naming(draw, extent), extent, Object.keys(spaces)));
  return {
    settings: settingsOf(draw, Object.keys(sites)),
    ...{ members, teams, customFields, collections, spaces, sites },
    saml: some(draw, 'p', 2, providerOf(draw, naming(draw, extent), Object.keys(teams))),
    openapi: some(draw, 'spec-', 2, (_, at) => ({ url: `https://acme.dev/${at}.json` })),
    translations: some(draw, 'l', 2, () => ({ title: title(tongues) })),
  };
}

function settingsOf(draw: Draw, sites: readonly string[]): Fields {
  return {
    ...maybe(draw, 30, () => ({ title: draw.pick(odd.slice(0, 3)) })),
    ...maybe(draw, 50, () => ({ emailDomains: draw.pick([[], ['acme.dev'], ['acme.dev', 'acme.org']]) })),
    ...maybe(draw, 30, () => ({ hostname: 'acme-docs' })),
    ...maybe(draw, 40, () => ({ defaultRole: draw.pick(roles) })),
    ...maybe(draw, 40, () => ({ ai: draw.chance(50), inviteLinks: draw.chance(50) })),
    ...(sites.length > 0 && draw.chance(40) ? { defaultContent: draw.pick(sites) } : {}),
  };
}

function teamOf(draw: Draw, names: Naming, emails: readonly string[]) {
  return () => ({
    title: title(names),
    members: Object.fromEntries(draw.some(emails).map((email) => [email, draw.pick(['owner', 'member'])])),
  });
}

const types = ['text', 'number', 'boolean', 'tags', 'select:single', 'select:multi'] as const;
const options = ['draft', 'live', 'no', '2'];

function fieldOf(draw: Draw) {
  return (): Fields => {
    const type = draw.pick(types);
    return {
      type,
      ...(type.startsWith('select') ? { options } : {}),
      ...maybe(draw, 60, () => ({ title: draw.pick(odd) })),
      ...maybe(draw, 40, () => ({ description: draw.pick(odd), placeholder: 'none' })),
    };
  };
}

function drawnValue(draw: Draw, type: unknown): unknown {
  switch (type) {
    case 'number':
      return draw.pick([0, 7, -1.5]);
    case 'boolean':
      return draw.chance(50);
    case 'tags':
      return draw.pick([['one'], ['no', 'two: three']]);
    case 'select:single':
      return draw.pick(options);
    case 'select:multi':
      return draw.some(options, 1);
    default:
      return draw.pick(odd);
  }
}

/** A collection can be in an earlier one. */
function collectionOf(draw: Draw, names: Naming) {
  return (_key: string, at: number): Fields => ({
    title: title(names),
    parent: at > 0 && draw.chance(50) ? `c${draw.count(0, at - 1)}` : null,
    ...maybe(draw, 40, () => ({ description: draw.pick(odd) })),
    ...maybe(draw, 40, () => ({ defaultLevel: draw.pick(['read', 'edit', null, 'inherit']) })),
  });
}

function spaceOf(
  draw: Draw,
  names: Naming,
  collections: readonly string[],
  fields: { readonly [name: string]: Fields },
) {
  return (): Fields => ({
    title: title(names),
    ...(collections.length > 0 && draw.chance(60) ? { collection: draw.pick(collections) } : {}),
    ...maybe(draw, 30, () => ({ editMode: draw.pick(['live', 'locked']) })),
    ...maybe(draw, 30, () => ({ defaultLevel: draw.pick(['read', null, 'inherit']) })),
    ...maybe(draw, 50, () => ({
      emoji: draw.pick([
        '1f4d9',
        '1f680',
        '2764',
        '2764-FE0F',
        '1f468-200d-1f469',
        '23-fe0f-20e3',
        '📝',
        '1f3f4',
        '41',
      ]),
    })),
    ...maybe(draw, 50, () => ({
      fields: Object.fromEntries(
        draw.some(Object.keys(fields)).map((name) => [name, drawnValue(draw, fields[name]?.type)]),
      ),
    })),
  });
}

function providerOf(draw: Draw, names: Naming, teams: readonly string[]) {
  return (): Fields => ({
    label: title(names),
    ...maybe(draw, 80, () => ({ entityID: 'urn:acme', ssoURL: 'https://acme.dev/sso' })),
    ...maybe(draw, 70, () => ({
      certificate: draw.pick([certificateOne, 'one line', certificateTwo.replaceAll('\n', '\r\n')]),
    })),
    ...(teams.length > 0 && draw.chance(50) ? { defaultTeam: draw.pick(teams) } : {}),
    ...maybe(draw, 50, () => ({ defaultRole: draw.pick(roles) })),
  });
}

const claim = { type: 'boolean', description: 'Signed in: as "partner"' };
const visitor = {
  claims: { partner: claim, plan: { type: 'string', description: 'no', enum: ['free', 'no'] } },
  unsigned: { beta: claim },
};
const conditions = [
  'visitor.claims.partner == true',
  'visitor.claims.plan == "free"',
  'visitor.claims.unsigned.beta == true',
];

function siteOf(draw: Draw, names: Naming, extent: Extent, spaces: readonly string[]) {
  return (_key: string, at: number): Fields => {
    const hasVisitor = draw.chance(40);
    const parts: Parts = { draw, names: naming(draw, extent), spaces, hasVisitor, sections: { count: 0 } };
    const form = draw.pick(['sectioned', 'sectioned', 'flat', 'empty'] as const);
    const links = naming(draw, extent);
    return {
      title: title(names),
      visibility: draw.pick(['public', 'unlisted', 'share-link', 'visitor-auth']),
      agentsContext: draw.pick(['included', 'excluded']),
      adaptiveContent: draw.chance(30),
      ...maybe(draw, 60, () => ({ basename: `base-${at}` })),
      ...maybe(draw, 20, () => ({ proxy: 'acme.dev/docs' })),
      ...(hasVisitor ? { visitor } : {}),
      structure: form === 'empty' ? [] : form === 'flat' ? flat(parts) : sectioned(parts),
      shareLinks: some(draw, 'k', 2, () => ({ name: title(links), active: draw.chance(60) })),
    };
  };
}

interface Parts {
  readonly draw: Draw;
  readonly names: Naming;
  readonly spaces: readonly string[];
  readonly hasVisitor: boolean;
  readonly sections: { count: number };
}

function condition({ draw, hasVisitor }: Parts): Fields {
  return hasVisitor ? maybe(draw, 30, () => ({ condition: draw.pick(conditions) })) : {};
}

function siteSpaces(parts: Parts): readonly Fields[] {
  const chosen = parts.draw.some(parts.spaces, 1, 3);
  return chosen.map((space, at) => ({
    space,
    path: parts.draw.pick([`v${at}`, `${at}.0`, `no-${at}`]),
    ...condition(parts),
  }));
}

function flat(parts: Parts): readonly Fields[] {
  const items = siteSpaces(parts);
  const first = parts.draw.count(0, items.length - 1);
  return items.map((item, at) => (at === first ? { ...item, default: true } : item));
}

function sectionOf(parts: Parts): Fields {
  const { draw, names } = parts;
  parts.sections.count += 1;
  const number = parts.sections.count;
  const spaces = siteSpaces(parts);
  return {
    section: `n${number}`,
    title: title(names),
    path: draw.pick([`section-${number}`, `${number}.0`]),
    ...maybe(draw, 40, () => ({ icon: 'book' })),
    ...maybe(draw, 40, () => ({ description: draw.pick(odd) })),
    ...condition(parts),
    ...maybe(draw, 40, () => ({ default: draw.pick(spaces).space })),
    spaces,
  };
}

function sectioned(parts: Parts): readonly Fields[] {
  const { draw, names } = parts;
  const first = sectionOf(parts);
  const others = Array.from({ length: draw.count(0, 4) }, (_, at): Fields => {
    if (draw.chance(60)) return sectionOf(parts);
    const sections = Array.from({ length: draw.count(0, 3) }, () => sectionOf(parts));
    return { group: `g${at}`, title: title(names), ...maybe(draw, 40, () => ({ icon: 'box' })), sections };
  });
  return draw.shuffled([first, ...others]);
}

/** A member who is not an admin, and is in no other part of a generated organization. */
export const lesser = 'lo@acme.dev';
const lesserRoles = ['read', 'comment', 'edit', 'review', 'create'] as const;
const levels = [null, null, 'inherit', 'read', 'create', 'admin'] as const;

/** An organization with restricted content, and `lesser` with a role below admin. */
export function halfSeenWorld(draw: Draw, extent: Extent): LiveDocument {
  const world = anyWorld(draw, extent);
  const leveled = <T>(blocks: { readonly [key: string]: T } | undefined): { readonly [key: string]: T } =>
    Object.fromEntries(
      Object.entries(blocks ?? {}).map(([key, block]) => [
        key,
        draw.chance(60) ? { ...block, defaultLevel: draw.pick(levels) } : block,
      ]),
    );
  return {
    ...world,
    members: { ...world.members, [lesser]: { role: draw.pick(lesserRoles) } },
    collections: leveled(world.collections),
    spaces: leveled(world.spaces),
  };
}
