/** Outlines: what an organization is wanted to be, in keys; drawn at random, the second one of a pair as a change of the first. */
import type { Value } from '../../src/core/value.ts';
import { type Draw, drawMap, type Keyed, only } from './draw.ts';
import { drawSites, type SiteOutline } from './outline-sites.ts';

export type FieldValues = { readonly [field: string]: Value };

/** `name`: its natural key, which no other of its kind has. */
export interface Named {
  readonly name: string;
  readonly fields: FieldValues;
}

export interface TeamOutline extends Named {
  readonly roster?: { readonly isExact: boolean; readonly members: Keyed<FieldValues> };
}

export interface CollectionOutline extends Named {
  /** Key; null: the top level; missing: not stated. */
  readonly parent?: string | null;
  /** Places in this order, as far as they stand in it: `spaces/a`, `collections/b`. */
  readonly order?: readonly string[];
}

export interface SpaceOutline extends Named {
  readonly collection?: string | null;
  /** Missing: only a new site can bring it along. */
  readonly copyOf?: string;
  /** By custom field, the number of the value among those that fit. */
  readonly values?: FieldValues;
}

export interface Outline {
  readonly settings?: FieldValues;
  readonly linkInvites?: Keyed<FieldValues>;
  readonly members?: Keyed<FieldValues>;
  readonly teams?: Keyed<TeamOutline>;
  readonly saml?: Keyed<Named>;
  readonly customFields?: Keyed<Named>;
  readonly collections?: Keyed<CollectionOutline>;
  /** Those at the top level stand in this order: `collections/b`. */
  readonly order?: readonly string[];
  readonly spaces: Keyed<SpaceOutline>;
  readonly openapi?: Keyed<Named>;
  readonly translations?: Keyed<Named>;
  readonly sites?: Keyed<SiteOutline>;
}

export const roles = ['admin', 'create', 'review', 'edit', 'comment', 'read'] as const;
/** Members who are there; ana's is the token, and she stays an admin. */
export const people = ['bo@acme.dev', 'eve@acme.dev', 'dan@acme.dev', 'fay@acme.dev'];
export const stranger = 'zoe@acme.dev';
/** Spaces that are there. */
export const seededSpaces = ['home', 'notes'];

const trees = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Ginkgo'];

/** Names for one class of a kind: what states its path never takes the name of what does not. */
export function pool(word: string): readonly string[] {
  return trees.map((tree) => `${tree} ${word}`);
}

/** Some of the fields, each left out, null where that clears, or one of its values. */
export function drawFields(draw: Draw, choices: { readonly [field: string]: readonly Value[] }, percent = 50): FieldValues {
  const stated = Object.entries(choices).filter(() => draw.chance(percent));
  return Object.fromEntries(stated.map(([name, values]) => [name, draw.pick(values)]));
}

/** A part that is left alone, as it was before, or drawn anew. */
function part<T>(draw: Draw, before: T | undefined, fresh: () => T): T | undefined {
  if (draw.chance(before === undefined ? 40 : 70)) return draw.chance(30) && before !== undefined ? before : fresh();
  return before !== undefined && draw.chance(50) ? before : undefined;
}

/** Spaces and sites alone, or everything. */
export type Extent = 'sites' | 'everything';

export function drawOutline(draw: Draw, before?: Outline, extent: Extent = 'everything'): Outline {
  const spaces = drawSpaces(draw, before?.spaces);
  const sites = () => drawSites(draw, before?.sites, [...seededSpaces, ...Object.keys(spaces)]);
  if (extent === 'sites') return { spaces, sites: sites() };
  const parts = {
    settings: part(draw, before?.settings, () => drawSettings(draw)),
    linkInvites: part(draw, before?.linkInvites, (): Keyed<FieldValues> => ({ inv_1: { role: draw.pick(roles) } })),
    members: drawMembers(draw, before?.members, before !== undefined),
    teams: part(draw, before?.teams, () => drawTeams(draw, before?.teams)),
    saml: part(draw, before?.saml, () => drawSaml(draw, before?.saml)),
    customFields: part(draw, before?.customFields, () => drawCustomFields(draw, before?.customFields)),
    collections: part(draw, before?.collections, () => drawCollections(draw, before?.collections)),
    order: part(draw, before?.order, () => draw.shuffled(shelves)),
    openapi: part(draw, before?.openapi, () => drawSpecs(draw, before?.openapi)),
    translations: part(draw, before?.translations, () =>
      drawMap(draw, { keys: ['t0', 't1', 't2'], pool: pool('tongue') }, before?.translations, plain),
    ),
    sites: part(draw, before?.sites, sites),
  };
  const stated = Object.entries(parts).filter(([, value]) => value !== undefined);
  return { spaces, ...Object.fromEntries(stated) };
}

function plain(_key: string, name: string): Named {
  return { name, fields: {} };
}

function drawSettings(draw: Draw): FieldValues {
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

/** Who signs in through SAML cannot be taken back, and so it is never asked for. */
function drawMembers(draw: Draw, before: Keyed<FieldValues> | undefined, isSecond: boolean): Keyed<FieldValues> | undefined {
  if (isSecond ? before === undefined : !draw.chance(50)) return undefined;
  const emails = draw.some([...people, stranger]);
  const blocks = emails.map((email) => [email, drawFields(draw, { role: [null, ...roles], sso: [true] }, 70)]);
  return { 'ana@acme.dev': draw.chance(50) ? { role: 'admin' } : {}, ...Object.fromEntries(blocks) };
}

function drawTeams(draw: Draw, before: Keyed<TeamOutline> | undefined): Keyed<TeamOutline> {
  return drawMap(draw, { keys: ['team-0', 'team-1', 'team-2', 'team-3'], pool: pool('team') }, before, (_key, name) => {
    if (!draw.chance(60)) return { name, fields: {} };
    const emails = draw.some(['ana@acme.dev', ...people, stranger]);
    const members = Object.fromEntries(emails.map((email) => [email, drawFields(draw, { role: ['member', 'owner'] }, 80)]));
    return { name, fields: {}, roster: { isExact: draw.chance(40), members } };
  });
}

function drawSaml(draw: Draw, before: Keyed<Named> | undefined): Keyed<Named> {
  return drawMap(draw, { keys: ['okta', 'entra'], pool: pool('login') }, before, (_key, name) => ({
    name,
    fields: drawFields(draw, {
      entityID: ['urn:one', 'urn:two'],
      ssoURL: ['https://one.acme.dev/sso', 'https://two.acme.dev/sso'],
      certificate: ['one', 'two'],
      defaultTeam: ['team-0', 'team-1', 'team-2'],
      defaultRole: [null, 'read', 'edit'],
    }),
  }));
}

export const fieldTypes = ['text', 'number', 'boolean', 'tags', 'select:single', 'select:multi'] as const;

function drawCustomFields(draw: Draw, before: Keyed<Named> | undefined): Keyed<Named> {
  return drawMap(draw, { keys: ['f0', 'f1', 'f2', 'f3'], pool: pool('field') }, before, (key) => {
    const old = before?.[key]?.fields.type;
    const type = typeof old === 'string' && draw.chance(60) ? old : draw.pick(fieldTypes);
    const options = type.startsWith('select') ? { options: draw.some(['draft', 'live', 'old'], 1) } : {};
    const words = drawFields(draw, { title: ['State', 'Status'], description: ['What it is'], placeholder: ['none'] });
    return { name: key, fields: { type, ...options, ...words } };
  });
}

function drawCollections(draw: Draw, before: Keyed<CollectionOutline> | undefined): Keyed<CollectionOutline> {
  const keys = draw.shuffled(['c0', 'c1', 'c2', 'c3', 'c4']);
  const above = (key: string): string | null => draw.pick([null, ...keys.slice(0, keys.indexOf(key))]);
  const blocks = drawMap<CollectionOutline>(draw, { keys, pool: pool('shelf'), max: 4 }, before, (_key, name) => ({
    name,
    fields: drawFields(draw, { description: ['What we sell', 'What we sold'], defaultLevel: [null, 'inherit', 'read'] }),
  }));
  // Drawn for all of them together, so that nothing stands in itself.
  return Object.fromEntries(
    Object.entries(blocks).map(([key, { name, fields }]) => {
      const order = draw.chance(50) ? { order: draw.shuffled(children) } : {};
      return [key, { name, fields, parent: above(key), ...order }];
    }),
  );
}

const spaceKeys = ['a0', 'a1', 'a2', 'a3', 'a4', 'a5'];
const shelves = ['c0', 'c1', 'c2', 'c3', 'c4'].map((key) => `collections/${key}`);
const children = [...spaceKeys.map((key) => `spaces/${key}`), ...shelves];

/** Even keys always state where they stand, odd ones never; the two never take each other's names. */
function drawSpaces(draw: Draw, before: Keyed<SpaceOutline> | undefined): Keyed<SpaceOutline> {
  const fresh = (key: string, name: string): SpaceOutline => {
    const isPlaced = Number(key.slice(1)) % 2 === 0;
    const earlier = spaceKeys.filter((other) => other < key && Number(other.slice(1)) % 2 === 0);
    const source = isPlaced ? [...seededSpaces, ...earlier] : seededSpaces;
    const fields = drawFields(draw, { emoji: ['1f4d8', '1f4d9'], editMode: ['live', 'locked'], defaultLevel: [null, 'inherit', 'read'] });
    return {
      name,
      fields,
      ...(isPlaced ? { collection: draw.pick([null, 'c0', 'c1', 'c2', 'c3', 'c4']) } : {}),
      ...(draw.chance(25) ? {} : { copyOf: draw.pick(source) }),
      ...(draw.chance(40) ? { values: drawFields(draw, valueChoices, 60) } : {}),
    };
  };
  const halves = [0, 1].map((half) => {
    const keys = spaceKeys.filter((key) => Number(key.slice(1)) % 2 === half);
    return drawMap(draw, { keys, pool: pool(half === 0 ? 'space' : 'note') }, only(before, keys), fresh);
  });
  return Object.assign({}, ...halves);
}

/** Numbers that choose among what fits the type of the field. */
const someValues = [0, 1, 2];
const valueChoices = { f0: someValues, f1: someValues, f2: someValues, f3: someValues };

function drawSpecs(draw: Draw, before: Keyed<Named> | undefined): Keyed<Named> {
  return drawMap(draw, { keys: ['pay', 'ship', 'auth'], pool: pool('interface') }, before, (_key, name) => ({
    name,
    fields: draw.pick<FieldValues>([
      { url: 'https://acme.dev/one.json' },
      { url: 'https://acme.dev/two.json' },
      { text: '{"openapi":"3.1.0"}' },
      { text: '{"openapi":"3.0.3"}' },
    ]),
  }));
}
