/** Generates sites of outlines: flat or sectioned, with groups, swapped paths and titles, and changing site-spaces. */
import { type Draw, distinctNames, drawNamed, type Keyed, only } from './draw.ts';
import { drawFields, type Fields, pool } from './outline.ts';

/** The items of a structure, or of one of its items. */
type Items = readonly Fields[];

const itemsIn = (block: Fields | undefined, list: string): Items => (block?.[list] ?? []) as Items;

const keyed = (items: Items, word: string): Keyed<Fields> =>
  Object.fromEntries(items.map((item) => [item[word], item]));

const claim = { type: 'boolean', description: 'A claim' };
const plan = { type: 'string', description: 'A plan', enum: ['free', 'paid'] };

/** True for keys that always declare their path (or basename); other keys never do. */
function statesPath(key: string): boolean {
  return Number(/\d+$/.exec(key)?.[0] ?? 1) % 2 === 0;
}

export function drawSites(draw: Draw, before: Keyed<Fields> | undefined, spaces: readonly string[]): Keyed<Fields> {
  const fresh = (key: string): Fields => {
    const old = before?.[key];
    const visitor = drawFields(
      draw,
      { claims: [{}, { partner: claim }, { partner: claim, plan }], unsigned: [{}, { beta: claim }] },
      80,
    );
    const fields = drawFields(draw, siteChoices);
    return {
      ...fields,
      ...(draw.chance(40) ? { visitor } : {}),
      ...(draw.chance(85) ? { structure: drawStructure(draw, old?.structure as Items | undefined, spaces) } : {}),
      ...(draw.chance(40) ? { shareLinks: drawLinks(draw, old?.shareLinks as Keyed<Fields> | undefined) } : {}),
    };
  };
  const classes = [
    { keys: ['site-0', 'site-2'], pool: pool('site'), min: 1, max: 2 },
    { keys: ['site-1'], pool: pool('portal'), max: 1 },
  ];
  const sites: Keyed<Fields> = Object.assign(
    {},
    ...classes.map((what) => drawNamed(draw, what, only(before, what.keys), fresh)),
  );
  const basenames = distinctNames(draw, Object.keys(sites).filter(statesPath), ['docs', 'help', 'learn'], {});
  return Object.fromEntries(
    Object.entries(sites).map(([key, { basename: _, ...site }]) => {
      const basename = basenames[key];
      return [key, basename === undefined ? site : { ...site, basename }];
    }),
  );
}

const siteChoices = {
  type: ['basic', 'premium'],
  visibility: ['public', 'unlisted', 'share-link', 'visitor-auth'],
  proxy: [null, 'acme.dev/docs', 'acme.dev/help/en'],
  agentsContext: ['included', 'excluded'],
  adaptiveContent: [false, true],
  defaultSection: ['s0', 's1', 's2', 's3', 's4', 's5'],
};

function drawLinks(draw: Draw, before: Keyed<Fields> | undefined): Keyed<Fields> {
  const what = { keys: ['l0', 'l1', 'l2'], pool: pool('link'), named: 'name' };
  return drawNamed(draw, what, before, () => drawFields(draw, { active: [true, false] }, 70));
}

type Form = 'empty' | 'flat' | 'sectioned';

function formOf(structure: Items): Form {
  if (structure.length === 0) return 'empty';
  return structure.some((item) => 'space' in item) ? 'flat' : 'sectioned';
}

function drawStructure(draw: Draw, before: Items | undefined, spaces: readonly string[]): Items {
  const was = before === undefined ? undefined : formOf(before);
  const forms: readonly Form[] = ['sectioned', 'sectioned', 'flat', 'sectioned', 'flat', 'empty'];
  const form = was !== undefined && draw.chance(70) ? was : draw.pick(forms);
  const old = was === form ? (before ?? []) : [];
  if (form === 'empty') return [];
  if (form === 'sectioned') return drawItems(draw, old, spaces);
  const [first, ...others] = drawSiteSpaces(draw, old, spaces);
  const isSaid = draw.chance(60);
  return draw.shuffled([isSaid ? { ...first, default: true } : { ...first }, ...others]);
}

/** At least one site-space. Those with declared paths sometimes swap them. */
function drawSiteSpaces(draw: Draw, before: Items, spaces: readonly string[]): Items {
  const isAsBefore = before.length > 0 && draw.chance(50);
  const keys = isAsBefore ? before.map(({ space }) => String(space)) : draw.some(spaces, 1, 3);
  const old = keyed(before, 'space');
  const paths = distinctNames(draw, keys.filter(statesPath), ['en', 'fr', 'de', 'it', 'es', 'pl', 'nl'], {});
  return keys.map((space) => {
    const same = draw.chance(40) ? old[space] : undefined;
    const { default: _, ...fields } =
      same ?? drawFields(draw, { condition: [null, 'visitor.claims.partner == true'] }, 40);
    const path = paths[space];
    return path === undefined ? { space, ...fields } : { space, ...fields, path };
  });
}

function drawItems(draw: Draw, before: Items, spaces: readonly string[]): Items {
  const oldSections = before.flatMap((item) => ('group' in item ? itemsIn(item, 'sections') : [item]));
  const oldGroups = before.filter((item) => 'group' in item);
  const isAsBefore = oldSections.length > 0 && draw.chance(50);
  const sections = drawSections(draw, oldSections, isAsBefore, spaces);
  const isSettled = isAsBefore && draw.chance(30);
  if (isSettled) return draw.chance(50) ? draw.shuffled(regrouped(before, sections)) : regrouped(before, sections);
  const what = { keys: ['g0', 'g1'], pool: pool('group') };
  const groups = drawNamed(draw, what, keyed(oldGroups, 'group'), () =>
    drawFields(draw, { icon: [null, 'book', 'star'] }),
  );
  const places = draw
    .shuffled(sections)
    .map((section) => ({ section, group: draw.pick([null, null, ...Object.keys(groups)]) }));
  const inside = (key: string | null): Items =>
    places.flatMap(({ section, group }) => (group === key ? [section] : []));
  const whole = Object.entries(groups).map(
    ([group, fields]): Fields => ({ ...fields, group, sections: inside(group) }),
  );
  return draw.shuffled([...inside(null), ...whole]);
}

/** Keeps groups and positions, with the new fields of the sections. */
function regrouped(before: Items, sections: Items): Items {
  const now = (old: Fields): Fields => sections.find(({ section }) => section === old.section) ?? old;
  return before.map((item) =>
    'group' in item ? { ...item, sections: itemsIn(item, 'sections').map(now) } : now(item),
  );
}

function drawSections(draw: Draw, before: Items, isAsBefore: boolean, spaces: readonly string[]): Items {
  const keys = isAsBefore
    ? before.map(({ section }) => String(section))
    : draw.some(['s0', 's1', 's2', 's3', 's4', 's5'], 1, 5);
  const old = keyed(before, 'section');
  const keptName = (key: string): string | undefined =>
    draw.chance(60) ? (old[key]?.title as string | undefined) : undefined;
  const keptPath = (key: string): string | undefined =>
    draw.chance(50) ? (old[key]?.path as string | undefined) : undefined;
  const stating = keys.filter(statesPath);
  const others = keys.filter((key) => !statesPath(key));
  const kept = (names: readonly string[], of: (key: string) => string | undefined) =>
    Object.fromEntries(names.map((key) => [key, of(key)]));
  const names = {
    ...distinctNames(draw, stating, pool('part'), kept(stating, keptName)),
    ...distinctNames(draw, others, pool('guide'), kept(others, keptName)),
  };
  const paths = distinctNames(draw, stating, ['p0', 'p1', 'p2', 'p3', 'p4'], kept(stating, keptPath));
  return keys.map((section) => {
    const same = draw.chance(40) ? old[section] : undefined;
    const title = names[section] ?? section;
    const { path: _, spaces: held, ...fields } = same ?? drawFields(draw, sectionChoices, 40);
    const path = paths[section];
    return {
      ...fields,
      section,
      // Longer than the maximum title length when a section is created.
      title: draw.chance(10) ? title.padEnd(90, ' and more') : title,
      ...(path === undefined ? {} : { path }),
      spaces: held ?? draw.shuffled(drawSiteSpaces(draw, itemsIn(old[section], 'spaces'), spaces)),
    };
  });
}

const sectionChoices = {
  icon: [null, 'book', 'star'],
  description: [null, 'What it holds', 'What it held'],
  condition: [null, 'visitor.claims.partner == true', 'visitor.claims.unsigned.beta == true'],
  default: ['home', 'notes', 'a0', 'a1', 'a2', 'a3', 'a4', 'a5'],
};
