/** Outlines of sites: flat or sectioned, with groups, paths and titles that change hands, and site-spaces that come and go. */
import { type Draw, distinctNames, drawMap, type Keyed, only } from './draw.ts';
import { drawFields, type FieldValues, type Named, pool } from './outline.ts';

export interface LinkOutline {
  readonly space: string;
  readonly fields: FieldValues;
}

export interface SectionOutline {
  readonly section: string;
  readonly name: string;
  readonly fields: FieldValues;
  readonly spaces: readonly LinkOutline[];
}

export interface GroupOutline {
  readonly group: string;
  readonly name: string;
  readonly fields: FieldValues;
  readonly sections: readonly SectionOutline[];
}

export type StructureOutline =
  | { readonly form: 'empty' }
  | { readonly form: 'flat'; readonly spaces: readonly LinkOutline[]; readonly default?: string }
  | { readonly form: 'sectioned'; readonly items: readonly (SectionOutline | GroupOutline)[] };

export interface SiteOutline extends Named {
  readonly visitor?: FieldValues;
  readonly structure?: StructureOutline;
  readonly shareLinks?: Keyed<Named>;
}

const claim = { type: 'boolean', description: 'A claim' };
const plan = { type: 'string', description: 'A plan', enum: ['free', 'paid'] };

/** True for keys that always state their path (or basename); the others never do. */
export function statesPath(key: string): boolean {
  return Number(/\d+$/.exec(key)?.[0] ?? 1) % 2 === 0;
}

export function drawSites(draw: Draw, before: Keyed<SiteOutline> | undefined, spaces: readonly string[]): Keyed<SiteOutline> {
  const fresh = (key: string, name: string): SiteOutline => {
    const old = before?.[key];
    const visitor = drawFields(draw, { claims: [{}, { partner: claim }, { partner: claim, plan }], unsigned: [{}, { beta: claim }] }, 80);
    return {
      name,
      fields: drawFields(draw, siteChoices),
      ...(draw.chance(40) ? { visitor } : {}),
      ...(draw.chance(85) ? { structure: drawStructure(draw, old?.structure, spaces) } : {}),
      ...(draw.chance(40) ? { shareLinks: drawLinks(draw, old?.shareLinks) } : {}),
    };
  };
  const classes = [
    { keys: ['site-0', 'site-2'], pool: pool('site'), min: 1, max: 2 },
    { keys: ['site-1'], pool: pool('portal'), max: 1 },
  ];
  const sites: Keyed<SiteOutline> = Object.assign({}, ...classes.map((what) => drawMap(draw, what, only(before, what.keys), fresh)));
  const basenames = distinctNames(draw, Object.keys(sites).filter(statesPath), ['docs', 'help', 'learn'], {});
  return Object.fromEntries(
    Object.entries(sites).map(
      ([
        key,
        {
          fields: { basename: _, ...fields },
          ...rest
        },
      ]) => {
        const basename = basenames[key];
        return [key, { ...rest, fields: basename === undefined ? fields : { ...fields, basename } }];
      },
    ),
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

function drawLinks(draw: Draw, before: Keyed<Named> | undefined): Keyed<Named> {
  return drawMap(draw, { keys: ['l0', 'l1', 'l2'], pool: pool('link') }, before, (_key, name) => ({
    name,
    fields: drawFields(draw, { active: [true, false] }, 70),
  }));
}

function drawStructure(draw: Draw, before: StructureOutline | undefined, spaces: readonly string[]): StructureOutline {
  const form =
    before !== undefined && draw.chance(70)
      ? before.form
      : draw.pick(['sectioned', 'sectioned', 'flat', 'sectioned', 'flat', 'empty'] as const);
  if (form === 'empty') return { form };
  if (form === 'flat') {
    const links = drawSiteSpaces(draw, before?.form === 'flat' ? before.spaces : [], spaces);
    const chosen = draw.chance(60) ? links[0] : undefined;
    return { form, spaces: draw.shuffled(links), ...(chosen ? { default: chosen.space } : {}) };
  }
  return { form, items: drawItems(draw, before?.form === 'sectioned' ? before.items : [], spaces) };
}

/** At least one. Those that state their path trade their paths now and then. */
function drawSiteSpaces(draw: Draw, before: readonly LinkOutline[], spaces: readonly string[]): readonly LinkOutline[] {
  const isAsBefore = before.length > 0 && draw.chance(50);
  const keys = isAsBefore ? before.map(({ space }) => space) : draw.some(spaces, 1, 3);
  const old = Object.fromEntries(before.map((link) => [link.space, link]));
  const paths = distinctNames(draw, keys.filter(statesPath), ['en', 'fr', 'de', 'it', 'es', 'pl', 'nl'], {});
  return keys.map((space) => {
    const same = draw.chance(40) ? old[space] : undefined;
    const fields = same?.fields ?? drawFields(draw, { condition: [null, 'visitor.claims.partner == true'] }, 40);
    const path = paths[space];
    return { space, fields: path === undefined ? fields : { ...fields, path } };
  });
}

function drawItems(
  draw: Draw,
  before: readonly (SectionOutline | GroupOutline)[],
  spaces: readonly string[],
): readonly (SectionOutline | GroupOutline)[] {
  const oldSections = before.flatMap((item) => ('group' in item ? item.sections : [item]));
  const oldGroups = before.flatMap((item) => ('group' in item ? [item] : []));
  const isAsBefore = oldSections.length > 0 && draw.chance(50);
  const sections = drawSections(draw, oldSections, isAsBefore, spaces);
  const isSettled = isAsBefore && draw.chance(30);
  if (isSettled) return draw.chance(50) ? draw.shuffled(regrouped(before, sections)) : regrouped(before, sections);
  const groups = drawMap<Omit<GroupOutline, 'group' | 'sections'>>(
    draw,
    { keys: ['g0', 'g1'], pool: pool('group') },
    Object.fromEntries(oldGroups.map((group) => [group.group, group])),
    (_key, name) => ({ name, fields: drawFields(draw, { icon: [null, 'book', 'star'] }) }),
  );
  const places = draw.shuffled(sections).map((section) => ({ section, group: draw.pick([null, null, ...Object.keys(groups)]) }));
  const inside = (key: string): readonly SectionOutline[] => places.flatMap(({ section, group }) => (group === key ? [section] : []));
  const roots = places.flatMap(({ section, group }) => (group === null ? [section] : []));
  const whole = Object.entries(groups).map(([group, { name, fields }]): GroupOutline => ({ group, name, fields, sections: inside(group) }));
  return draw.shuffled([...roots, ...whole]);
}

/** The same groups and places, with what the sections are now. */
function regrouped(
  before: readonly (SectionOutline | GroupOutline)[],
  sections: readonly SectionOutline[],
): readonly (SectionOutline | GroupOutline)[] {
  const now = (old: SectionOutline): SectionOutline => sections.find(({ section }) => section === old.section) ?? old;
  return before.map((item) => ('group' in item ? { ...item, sections: item.sections.map(now) } : now(item)));
}

function drawSections(
  draw: Draw,
  before: readonly SectionOutline[],
  isAsBefore: boolean,
  spaces: readonly string[],
): readonly SectionOutline[] {
  const keys = isAsBefore ? before.map(({ section }) => section) : draw.some(['s0', 's1', 's2', 's3', 's4', 's5'], 1, 5);
  const old = Object.fromEntries(before.map((section) => [section.section, section]));
  const keptName = (key: string): string | undefined => (draw.chance(60) ? old[key]?.name : undefined);
  const keptPath = (key: string): string | undefined => (draw.chance(50) ? (old[key]?.fields.path as string | undefined) : undefined);
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
    const name = names[section] ?? section;
    const { path: _, ...fields } = same?.fields ?? drawFields(draw, sectionChoices, 40);
    const path = paths[section];
    return {
      section,
      // Longer than a section may be called at its creation.
      name: draw.chance(10) ? name.padEnd(90, ' and more') : name,
      fields: path === undefined ? fields : { ...fields, path },
      spaces: same?.spaces ?? draw.shuffled(drawSiteSpaces(draw, old[section]?.spaces ?? [], spaces)),
    };
  });
}

const sectionChoices = {
  icon: [null, 'book', 'star'],
  description: [null, 'What it holds', 'What it held'],
  condition: [null, 'visitor.claims.partner == true', 'visitor.claims.unsigned.beta == true'],
  default: ['home', 'notes', 'a0', 'a1', 'a2', 'a3', 'a4', 'a5'],
};
