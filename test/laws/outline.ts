/** Generates outlines: the parts of a configuration as plain objects, the second of a pair as a change of the first. */
import type { Value } from '../../src/core/state.ts';
import type { Section } from '../../src/server/fixture/objects.ts';
import { certificateOne, certificateTwo } from '../support/certificates.ts';
import { type Draw, drawMap, drawNamed, type Keyed, only } from './draw.ts';
import { drawSites } from './outline-sites.ts';
import { seededSpaces, settled } from './settled.ts';

export type Fields = { readonly [field: string]: unknown };

/** `order`: keys of the top-level collections. */
export type Outline = { readonly settings?: Fields; readonly order?: readonly string[] } & {
  readonly [Name in Section]?: Keyed<Fields>;
};

export const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;
/** Members of the organization. The token belongs to ana, who stays an admin. */
export const people = ['bo@acme.dev', 'eve@acme.dev', 'dan@acme.dev', 'fay@acme.dev'];
const stranger = 'zoe@acme.dev';

const trees = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Ginkgo'];

/** Titles for one group of keys: keys that declare their path never share titles with keys that do not. */
export function pool(word: string): readonly string[] {
  return trees.map((tree) => `${tree} ${word}`);
}

/** Some of the fields. A missing field is not declared, and null clears it. */
export function drawFields(draw: Draw, choices: { readonly [field: string]: readonly Value[] }, percent = 50): Fields {
  const stated = Object.entries(choices).filter(() => draw.chance(percent));
  return Object.fromEntries(stated.map(([name, values]) => [name, draw.pick(values)]));
}

/** A part that is omitted, unchanged, or generated. */
function part<T>(draw: Draw, before: T | undefined, fresh: () => T): T | undefined {
  if (draw.chance(before === undefined ? 40 : 70)) return draw.chance(30) && before !== undefined ? before : fresh();
  return before !== undefined && draw.chance(50) ? before : undefined;
}

/** Generates only spaces and sites, or everything. */
export type Extent = 'sites' | 'everything';

export function drawOutline(draw: Draw, extent?: Extent): Outline {
  return settled(drawLoose(draw, undefined, extent));
}

/** A pair of outlines; the second is a change of the first. */
export function drawPair(draw: Draw, extent: Extent): { readonly before: Outline; readonly after: Outline } {
  const before = drawLoose(draw, undefined, extent);
  return { before: settled(before), after: settled(drawLoose(draw, before, extent)) };
}

/** References can have missing targets, and numbers represent values of custom fields, so that they fit any type of the field. */
function drawLoose(draw: Draw, before?: Outline, extent: Extent = 'everything'): Outline {
  const spaces = drawSpaces(draw, before?.spaces);
  const sites = () => drawSites(draw, before?.sites, [...seededSpaces, ...Object.keys(spaces)]);
  if (extent === 'sites') return { spaces, sites: sites() };
  const parts = {
    settings: part(draw, before?.settings, () => drawSettings(draw)),
    linkInvites: part(draw, before?.linkInvites, (): Keyed<Fields> => ({ inv_1: { role: draw.pick(roles) } })),
    members: drawMembers(draw, before?.members, before !== undefined),
    teams: part(draw, before?.teams, () => drawTeams(draw, before?.teams)),
    saml: part(draw, before?.saml, () => drawSaml(draw, before?.saml)),
    customFields: part(draw, before?.customFields, () => drawCustomFields(draw, before?.customFields)),
    collections: part(draw, before?.collections, () => drawCollections(draw, before?.collections)),
    order: part(draw, before?.order, () => draw.shuffled(shelves)),
    openapi: part(draw, before?.openapi, () => drawSpecs(draw, before?.openapi)),
    translations: part(draw, before?.translations, () =>
      drawNamed(draw, { keys: ['t0', 't1', 't2'], pool: pool('tongue') }, before?.translations, () => ({})),
    ),
    sites: part(draw, before?.sites, sites),
  };
  const stated = Object.entries(parts).filter(([, value]) => value !== undefined);
  return { spaces, ...Object.fromEntries(stated) };
}

function drawSettings(draw: Draw): Fields {
  return drawFields(draw, {
    title: ['Acme', 'Acme Works'],
    emailDomains: [[], ['acme.dev'], ['acme.org', 'acme.dev']],
    hostname: ['acme', 'acme-docs'],
    defaultRole: [null, 'read', 'edit'],
    defaultContent: [null, 'site-0', 'site-1'],
    logo: [null, 'https://acme.dev/logo.png', 'https://acme.dev/new.png'],
    sso: [false, true],
    ai: [false, true],
    inviteLinks: [false, true],
  });
}

/** A member with SSO cannot be changed back, so SSO is never removed. */
function drawMembers(draw: Draw, before: Keyed<Fields> | undefined, isSecond: boolean): Keyed<Fields> | undefined {
  if (isSecond ? before === undefined : !draw.chance(50)) return undefined;
  const emails = draw.some([...people, stranger]);
  const blocks = emails.map((email) => [email, drawFields(draw, { role: [null, ...roles], sso: [true] }, 70)]);
  return { 'ana@acme.dev': draw.chance(50) ? { role: 'admin' } : {}, ...Object.fromEntries(blocks) };
}

function drawTeams(draw: Draw, before: Keyed<Fields> | undefined): Keyed<Fields> {
  return drawNamed(draw, { keys: ['team-0', 'team-1', 'team-2', 'team-3'], pool: pool('team') }, before, () => {
    if (!draw.chance(60)) return {};
    const emails = draw.some(['ana@acme.dev', ...people, stranger]);
    const members = Object.fromEntries(
      emails.map((email) => [email, drawFields(draw, { role: ['member', 'owner'] }, 80)]),
    );
    return { prune: draw.chance(40) ? 'all' : 'owned', members };
  });
}

function drawSaml(draw: Draw, before: Keyed<Fields> | undefined): Keyed<Fields> {
  return drawNamed(draw, { keys: ['okta', 'entra'], pool: pool('login'), named: 'label' }, before, () =>
    drawFields(draw, {
      entityID: ['urn:one', 'urn:two'],
      ssoURL: ['https://one.acme.dev/sso', 'https://two.acme.dev/sso'],
      certificate: [certificateOne, certificateTwo],
      defaultTeam: ['team-0', 'team-1', 'team-2'],
      defaultRole: [null, 'read', 'edit'],
    }),
  );
}

const fieldTypes = ['text', 'number', 'boolean', 'tags', 'select:single', 'select:multi'] as const;

function drawCustomFields(draw: Draw, before: Keyed<Fields> | undefined): Keyed<Fields> {
  return drawMap(draw, { keys: ['f0', 'f1', 'f2', 'f3'] }, before, (key) => {
    const old = before?.[key]?.type;
    const type = typeof old === 'string' && draw.chance(60) ? old : draw.pick(fieldTypes);
    const options = type.startsWith('select') ? { options: draw.some(['draft', 'live', 'old'], 1) } : {};
    const words = drawFields(draw, { title: ['State', 'Status'], description: ['What it is'], placeholder: ['none'] });
    return { type, ...options, ...words };
  });
}

function drawCollections(draw: Draw, before: Keyed<Fields> | undefined): Keyed<Fields> {
  const keys = draw.shuffled(shelves);
  const above = (key: string): string | null => draw.pick([null, ...keys.slice(0, keys.indexOf(key))]);
  const blocks = drawNamed(draw, { keys, pool: pool('shelf'), max: 4 }, before, () =>
    drawFields(draw, { description: ['What we sell', 'What we sold'], defaultLevel: [null, 'inherit', 'read'] }),
  );
  // Parents are drawn together, so that no collection contains itself.
  return Object.fromEntries(
    Object.entries(blocks).map(([key, { order: _, ...block }]) => {
      const order = draw.chance(50) ? { order: draw.shuffled(children) } : {};
      return [key, { ...block, parent: above(key), ...order }];
    }),
  );
}

const spaceKeys = ['a0', 'a1', 'a2', 'a3', 'a4', 'a5'];
const shelves = ['c0', 'c1', 'c2', 'c3', 'c4'];
const children = [...spaceKeys, ...shelves];

/** Even keys always declare their collection, odd keys never do. Even and odd keys never share titles. */
function drawSpaces(draw: Draw, before: Keyed<Fields> | undefined): Keyed<Fields> {
  const fresh = (key: string): Fields => {
    const isPlaced = Number(key.slice(1)) % 2 === 0;
    const earlier = spaceKeys.filter((other) => other < key && Number(other.slice(1)) % 2 === 0);
    const source = isPlaced ? [...seededSpaces, ...earlier] : seededSpaces;
    const fields = drawFields(draw, {
      emoji: ['1f4d8', '1f4d9'],
      editMode: ['live', 'locked'],
      defaultLevel: [null, 'inherit', 'read'],
    });
    return {
      ...fields,
      ...(isPlaced ? { collection: draw.pick([null, ...shelves]) } : {}),
      // A space without an original can only be created together with a new site.
      ...(draw.chance(25) ? {} : { copyOf: draw.pick(source) }),
      ...(draw.chance(40) ? { fields: drawFields(draw, valueChoices, 60) } : {}),
    };
  };
  const halves = [0, 1].map((half) => {
    const keys = spaceKeys.filter((key) => Number(key.slice(1)) % 2 === half);
    return drawNamed(draw, { keys, pool: pool(half === 0 ? 'space' : 'note') }, only(before, keys), fresh);
  });
  return Object.assign({}, ...halves);
}

const someValues = [0, 1, 2];
const valueChoices = { f0: someValues, f1: someValues, f2: someValues, f3: someValues };

function drawSpecs(draw: Draw, before: Keyed<Fields> | undefined): Keyed<Fields> {
  return drawMap(draw, { keys: ['pay', 'ship', 'auth'] }, before, () =>
    draw.pick<Fields>([
      { url: 'https://acme.dev/one.json' },
      { url: 'https://acme.dev/two.json' },
      { text: '{"openapi":"3.1.0"}' },
      { text: '{"openapi":"3.0.3"}' },
    ]),
  );
}
