/** Configurations drawn at random as data, the second one of a pair as a change of the first. */
import type { Draw } from '../laws/draw.ts';

export type Data = { readonly [key: string]: unknown };

const people = ['ana@acme.dev', 'bo@acme.dev', 'eve@acme.dev', 'zoe@acme.dev'];
const roles = ['admin', 'edit', 'read', null];
const words = [
  '',
  ' a: b',
  ' # x',
  " it's",
  ' "so"',
  ' $${vars.x}',
  ' - x',
  ' [y]',
  ' é, ü',
  ' {z',
  ' true',
  ' 1.50',
  ' | >',
  ' & *',
  ' \\ \t.',
];
const paragraphs = ['short', 'two\nlines', 'ends\n', '  indented\n\nempty', '# no comment', "it's: so\n- x\n", 'a\n\n\n'];

/** A part of the one before stays in every second case. */
function kept<T>(draw: Draw, before: T | undefined, fresh: () => T): T {
  return before !== undefined && draw.chance(60) ? before : fresh();
}

function optional(draw: Draw, percent: number, key: string, value: () => unknown, before: Data | undefined): Data {
  if (before !== undefined && draw.chance(60)) return Object.hasOwn(before, key) ? { [key]: before[key] } : {};
  return draw.chance(percent) ? { [key]: value() } : {};
}

function mapOf(
  draw: Draw,
  keys: readonly string[],
  before: Data | undefined,
  fresh: (key: string, before: Data | undefined) => unknown,
): Data {
  const names = before !== undefined && draw.chance(50) ? Object.keys(before) : draw.some(keys);
  return Object.fromEntries(
    names.map((key) => {
      const old = before?.[key];
      return [key, kept(draw, old, () => fresh(key, isData(old) ? old : undefined))];
    }),
  );
}

function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function part(before: Data | undefined, key: string): Data | undefined {
  const value = before?.[key];
  return isData(value) ? value : undefined;
}

/** Unique, as it begins with the key. */
function titleOf(draw: Draw, key: string): string {
  return `${key}${draw.pick(words)}`;
}

function memberOf(draw: Draw, choices: readonly unknown[]): unknown {
  const role = draw.pick(choices);
  if (draw.chance(50)) return role;
  return { ...(draw.chance(80) ? { role } : {}), ...(choices.length === roles.length && draw.chance(40) ? { sso: draw.chance(50) } : {}) };
}

function claimsOf(draw: Draw): Data {
  return Object.fromEntries(
    draw
      .some(['beta', 'plan', 'dark'])
      .map((name) => [
        name,
        name === 'plan'
          ? { type: 'string', description: 'Plan', enum: draw.some(['free', 'team', 'big'], 1) }
          : { type: 'boolean', description: titleOf(draw, name) },
      ]),
  );
}

const spaceKeys = ['home', 'api', 'faq', 'news'];

function valuesOf(draw: Draw): Data {
  const all: readonly (readonly [string, unknown])[] = [
    ['owner', draw.pick(['docs', '3', 'null', 'yes'])],
    ['rank', draw.pick([3, 4.5, -1])],
    ['open', draw.chance(50)],
    ['tags', draw.some(['a', 'b', 'c d'])],
  ];
  return Object.fromEntries(draw.some(all));
}

/** `spaces` are there in both; so references to them are never broken. */
function linksOf(draw: Draw, isFlat: boolean): readonly Data[] {
  const first = draw.count(0, 3);
  return draw.some(spaceKeys, 1).map((space, at) => ({
    space,
    ...(draw.chance(40) ? { path: `${space}-${draw.count(1, 3)}` } : {}),
    ...(draw.chance(20) ? { condition: null } : {}),
    ...(isFlat && at === first ? { default: true } : {}),
  }));
}

function sectionOf(draw: Draw, section: string, before: Data | undefined): Data {
  const spaces = draw.chance(85) ? kept(draw, before?.spaces as readonly Data[] | undefined, () => linksOf(draw, false)) : undefined;
  return {
    section,
    ...optional(draw, 70, 'title', () => titleOf(draw, section), before),
    ...optional(draw, 40, 'path', () => `${section}-${draw.count(1, 3)}`, before),
    ...optional(draw, 30, 'description', () => draw.pick([null, ...paragraphs]), before),
    ...optional(draw, 30, 'icon', () => draw.pick(['book', null, 'star']), before),
    ...(spaces === undefined ? {} : { ...(draw.chance(30) ? { default: String(spaces[0]?.space) } : {}), spaces }),
  };
}

function sectionsIn(structure: unknown): ReadonlyMap<string, Data> {
  const items = (Array.isArray(structure) ? structure : []) as readonly Data[];
  const all = items.flatMap((item) => ('group' in item ? ((item.sections ?? []) as readonly Data[]) : [item]));
  return new Map(all.flatMap((item) => (typeof item.section === 'string' ? [[item.section, item] as const] : [])));
}

function structureOf(draw: Draw, before: unknown): readonly Data[] {
  if (draw.chance(25)) return linksOf(draw, true);
  const old = sectionsIn(before);
  const names = draw.chance(50) && old.size > 0 ? draw.shuffled([...old.keys()]) : draw.some(['guides', 'intro', 'help', 'more', 'last']);
  const sections = names.map((name) => kept(draw, old.get(name), () => sectionOf(draw, name, old.get(name))));
  const groups = draw
    .some(['g1', 'g2'], 0)
    .map((group): Data => ({ group, title: titleOf(draw, group), ...(draw.chance(30) ? { icon: 'box' } : {}) }));
  const places = sections.map((section) => ({ section, at: groups.length > 0 && draw.chance(60) ? draw.count(0, groups.length - 1) : -1 }));
  const filled = groups.map((group, at): Data => {
    const inside = places.filter((each) => each.at === at).map(({ section }) => section);
    return inside.length > 0 || draw.chance(50) ? { ...group, sections: inside } : group;
  });
  return draw.shuffled([...places.filter(({ at }) => at === -1).map(({ section }) => section), ...filled]);
}

function siteOf(draw: Draw, key: string, before: Data | undefined): Data {
  const structure = draw.chance(85)
    ? kept(draw, before?.structure as readonly Data[] | undefined, () => structureOf(draw, before?.structure))
    : undefined;
  const section = [...sectionsIn(structure).keys()][0];
  return {
    title: titleOf(draw, key),
    ...optional(draw, 40, 'visibility', () => draw.pick(['public', 'unlisted']), before),
    ...optional(draw, 30, 'proxy', () => draw.pick([null, 'acme.dev/docs']), before),
    ...optional(draw, 30, 'visitor', () => ({ claims: claimsOf(draw), ...(draw.chance(40) ? { unsigned: {} } : {}) }), before),
    ...(section !== undefined && draw.chance(40) ? { defaultSection: section } : {}),
    ...(structure === undefined ? {} : { structure }),
    ...optional(
      draw,
      40,
      'shareLinks',
      () => mapOf(draw, ['acme', 'globex'], part(before, 'shareLinks'), (name) => ({ name, active: draw.chance(50) })),
      before,
    ),
  };
}

function collectionsOf(draw: Draw, before: Data | undefined): Data {
  return mapOf(draw, ['product', 'archive', 'old'], before, (key, old) => ({
    title: titleOf(draw, key),
    ...optional(draw, 40, 'description', () => draw.pick(paragraphs), old),
    ...optional(draw, 40, 'defaultLevel', () => draw.pick(['read', null, 'inherit']), old),
  }));
}

function peopleOf(draw: Draw, before: Data | undefined): Data {
  const members = mapOf(draw, people, part(before, 'members'), () => memberOf(draw, roles));
  const teams = mapOf(draw, ['docs', 'api', 'web'], part(before, 'teams'), (key, old) => ({
    title: titleOf(draw, key),
    ...optional(draw, 60, 'members', () => ({}), old),
  }));
  const rosters = Object.entries(teams).map(([key, team]) => {
    const { members: roster, ...rest } = team as Data;
    const list = Object.keys(members);
    if (roster === undefined) return [key, rest] as const;
    const now = mapOf(draw, list, onlyKeys(roster as Data, list), () => memberOf(draw, ['owner', 'member']));
    return [key, { ...rest, members: now }] as const;
  });
  const named = Object.keys(teams);
  const saml = mapOf(draw, ['okta', 'azure'], part(before, 'saml'), (key) => ({ label: titleOf(draw, key).slice(0, 30) }));
  const providers = Object.entries(saml).map(([key, provider]) => {
    const { defaultTeam: _old, ...rest } = provider as Data;
    return [key, named.length > 0 && draw.chance(50) ? { ...rest, defaultTeam: draw.pick(named) } : rest] as const;
  });
  return { members, teams: Object.fromEntries(rosters), saml: Object.fromEntries(providers) };
}

function onlyKeys(data: Data, keys: readonly string[]): Data {
  return Object.fromEntries(Object.entries(data).filter(([key]) => keys.includes(key)));
}

/** The same, with variables in the place of some of its texts, wherever they stand. */
export function withVariables(draw: Draw, data: Data): Data {
  const vars: { [name: string]: string } = {};
  const replaced = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replaced);
    if (isData(value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaced(each)]));
    if (typeof value !== 'string' || !draw.chance(40)) return value;
    const name = `v${Object.keys(vars).length}`;
    vars[name] = value;
    return `\${vars.${name}}`;
  };
  const blocks = replaced(data) as Data;
  return { vars, ...blocks };
}

/** Without version and organization. */
export function drawConfiguration(draw: Draw, before?: Data): Data {
  const collections = collectionsOf(draw, part(before, 'collections'));
  const inside = Object.keys(collections);
  const spaces = Object.fromEntries(
    spaceKeys.map((key) => {
      const old = part(part(before, 'spaces'), key);
      const { collection: _old, ...rest } = kept(draw, old, () => ({
        title: titleOf(draw, key),
        ...optional(draw, 40, 'emoji', () => draw.pick(['1f3e0', '1234', '1e10']), old),
        ...optional(draw, 50, 'fields', () => valuesOf(draw), old),
      })) as Data;
      return [key, { ...rest, ...(draw.chance(50) ? { collection: draw.pick([null, ...inside]) } : {}) }];
    }),
  ) as Data;
  const ordered = Object.entries(collections).map(([key, collection]) => {
    const { order: _old, ...rest } = collection as Data;
    const children = Object.entries(spaces).flatMap(([name, space]) => ((space as Data).collection === key ? [name] : []));
    return [key, draw.chance(50) ? { ...rest, order: draw.shuffled(children) } : rest] as const;
  });
  const sites = mapOf(draw, ['docs', 'help'], part(before, 'sites'), (key, old) => siteOf(draw, key, old));
  const whole: Data = {
    settings: { title: titleOf(draw, 'Acme'), emailDomains: draw.some(['acme.dev', 'b.dev', 'c.dev']), ai: draw.chance(50) },
    ...peopleOf(draw, before),
    customFields: { owner: { type: 'text' }, rank: { type: 'number' }, open: { type: 'boolean' }, tags: { type: 'tags' } },
    collections: Object.fromEntries(ordered),
    ...(draw.chance(50) ? { order: draw.shuffled(inside) } : {}),
    spaces,
    openapi: mapOf(draw, ['pay', 'hook'], part(before, 'openapi'), () =>
      draw.chance(50) ? { url: 'https://acme.dev/x.json' } : { text: draw.pick(paragraphs) },
    ),
    translations: mapOf(draw, ['fr', 'de'], part(before, 'translations'), (key) => ({ title: titleOf(draw, key) })),
    sites,
  };
  const optionalKeys = ['settings', 'saml', 'openapi', 'translations', 'sites'].filter(() => draw.chance(20));
  return Object.fromEntries(Object.entries(whole).filter(([key]) => !optionalKeys.includes(key)));
}
