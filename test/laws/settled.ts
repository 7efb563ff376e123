/** Makes a generated outline valid: no references to missing objects, only declared claims, and values of the right type. */
import { type Keyed, only } from './draw.ts';
import type { Fields, Outline } from './outline.ts';

type Items = readonly Fields[];

/** Existing spaces. */
export const seededSpaces = ['home', 'notes'];

export function settled(outline: Outline): Outline {
  const { order, ...parts } = outline;
  const { settings, members, teams, saml, collections, spaces = {}, customFields, sites } = parts;
  const place = (key: unknown): unknown => (typeof key === 'string' && collections?.[key] !== undefined ? key : null);
  const known = [...seededSpaces, ...Object.keys(spaces)];
  const standsIn = (shelfKey: string) => (key: string) =>
    [place(collections?.[key]?.parent), place(spaces[key]?.collection)].includes(shelfKey);
  const shelf = (key: string, { order: inside, ...block }: Fields): Fields => ({
    ...{ ...block, parent: place(block.parent) },
    ...(inside === undefined ? {} : { order: (inside as readonly string[]).filter(standsIn(key)) }),
  });
  const naming = (block: Fields, field: string, known: object | undefined): Fields =>
    withoutLooseEnd(block, field, Object.keys(known ?? {}));
  return {
    ...parts,
    ...(settings && { settings: shownFirst(naming(settings, 'defaultContent', sites)) }),
    ...(saml && { saml: mapped(saml, (block) => naming(block, 'defaultTeam', teams)) }),
    ...(teams && { teams: mapped(teams, (block) => withoutStrangers(block, members)) }),
    ...(collections && {
      collections: Object.fromEntries(Object.entries(collections).map(([key, block]) => [key, shelf(key, block)])),
    }),
    ...(order &&
      collections && {
        order: order.filter((key) => place(collections[key]?.parent) === null && collections[key] !== undefined),
      }),
    spaces: mapped(spaces, ({ collection, copyOf, fields, ...block }) => ({
      ...block,
      ...(collection === undefined ? {} : { collection: place(collection) }),
      ...(copyOf === undefined ? {} : { copyOf: known.includes(String(copyOf)) ? copyOf : 'home' }),
      ...(fields === undefined ? {} : { fields: valuesOf(fields as Fields, customFields ?? {}) }),
    })),
    ...(sites && { sites: mapped(sites, (site) => settledSite(site, known)) }),
  };
}

/** Removes a reference to a missing object. */
function withoutLooseEnd(block: Fields, field: string, known: readonly string[]): Fields {
  const isLoose = typeof block[field] === 'string' && !known.includes(block[field]);
  return isLoose ? Object.fromEntries(Object.entries(block).filter(([name]) => name !== field)) : block;
}

/** If members are declared, teams contain only declared members. */
function withoutStrangers(team: Fields, members: Keyed<Fields> | undefined): Fields {
  const roster = members && only(team.members as Keyed<Fields> | undefined, Object.keys(members));
  return roster === undefined ? team : { ...team, members: roster };
}

/** Default content is declared with its kind. */
function shownFirst({ defaultContent: site, ...block }: Fields): Fields {
  return site === undefined ? block : { ...block, defaultContent: site === null ? null : { site } };
}

function mapped(blocks: Keyed<Fields>, change: (block: Fields) => Fields): Keyed<Fields> {
  return Object.fromEntries(Object.entries(blocks).map(([key, block]) => [key, change(block)]));
}

/** A number selects one of the values that are valid for the type of the field. */
function valuesOf(numbers: Fields, customFields: Keyed<Fields>): Fields {
  const values = Object.entries(numbers).flatMap(([name, number]) => {
    const fitting = fittingOf(customFields[name]);
    return fitting.length === 0 ? [] : [[name, fitting[Number(number) % fitting.length] ?? null] as const];
  });
  return Object.fromEntries(values);
}

function fittingOf(field: Fields | undefined): readonly unknown[] {
  const options = Array.isArray(field?.options) ? field.options : [];
  switch (field?.type) {
    case 'text':
      return ['one', 'two', 'three'];
    case 'number':
      return [7, 8, 9];
    case 'boolean':
      return [true, false];
    case 'tags':
      return [['one'], ['two', 'one'], []];
    case 'select:single':
      return options;
    case 'select:multi':
      return [options, options.slice(1), options.slice(0, 1)];
    default:
      return [];
  }
}

/** Removes conditions with undeclared claims. An otherwise empty list of site-spaces contains `home`. */
function settledSite({ structure, ...site }: Fields, known: readonly string[]): Fields {
  const names = JSON.stringify(site.visitor ?? {});
  const checked = (item: Fields): Fields => {
    const isUnknown = ['partner', 'beta'].some(
      (claim) => String(item.condition).includes(claim) && !names.includes(claim),
    );
    return isUnknown ? { ...item, condition: null } : item;
  };
  const links = (items: unknown): Items => {
    const there = (items as Items).filter(({ space }) => known.includes(String(space)));
    return there.length > 0 ? there.map(checked) : [{ space: 'home' }];
  };
  const itemOf = (item: Fields): Fields => {
    if ('group' in item) return { ...item, sections: (item.sections as Items).map(itemOf) };
    const spaces = links(item.spaces);
    return {
      ...withoutLooseEnd(
        checked(item),
        'default',
        spaces.map(({ space }) => String(space)),
      ),
      spaces,
    };
  };
  const items = structure as Items | undefined;
  const sections = (items ?? [])
    .flatMap((item) => ('group' in item ? (item.sections as Items) : [item]))
    .map(({ section }) => String(section));
  const block = withoutLooseEnd(site, 'defaultSection', sections);
  if (items === undefined || items.length === 0) return items === undefined ? block : { ...block, structure: items };
  return { ...block, structure: items.some((item) => 'space' in item) ? links(items) : items.map(itemOf) };
}
