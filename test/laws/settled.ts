/** What was drawn loosely, as a configuration may say it: nothing stands in what is not there, conditions and values fit. */
import type { Keyed } from './draw.ts';
import type { Fields, Outline } from './outline.ts';

type Items = readonly Fields[];

/** Spaces that are there. */
export const seededSpaces = ['home', 'notes'];

export function settled(outline: Outline): Outline {
  const { collections, spaces = {}, customFields, sites } = outline;
  const place = (key: unknown): unknown => (typeof key === 'string' && collections?.[key] !== undefined ? key : null);
  const known = [...seededSpaces, ...Object.keys(spaces)];
  return {
    ...outline,
    ...(collections && { collections: mapped(collections, (block) => ({ ...block, parent: place(block.parent) })) }),
    spaces: mapped(spaces, ({ collection, copyOf, fields, ...block }) => ({
      ...block,
      ...(collection === undefined ? {} : { collection: place(collection) }),
      ...(copyOf === undefined ? {} : { copyOf: known.includes(String(copyOf)) ? copyOf : 'home' }),
      ...(fields === undefined ? {} : { fields: valuesOf(fields as Fields, customFields ?? {}) }),
    })),
    ...(sites && { sites: mapped(sites, (site) => settledSite(site, known)) }),
  };
}

function mapped(blocks: Keyed<Fields>, change: (block: Fields) => Fields): Keyed<Fields> {
  return Object.fromEntries(Object.entries(blocks).map(([key, block]) => [key, change(block)]));
}

/** A number stands for one of those values that fit the field, whatever its type is now. */
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

/** Conditions use declared claims only. A list of site-spaces that names none that is there shows one that always is. */
function settledSite({ structure, ...site }: Fields, known: readonly string[]): Fields {
  const names = JSON.stringify(site.visitor ?? {});
  const checked = (item: Fields): Fields => {
    const isUnknown = ['partner', 'beta'].some((claim) => String(item.condition).includes(claim) && !names.includes(claim));
    return isUnknown ? { ...item, condition: null } : item;
  };
  const links = (items: unknown): Items => {
    const there = (items as Items).filter(({ space }) => known.includes(String(space)));
    return there.length > 0 ? there.map(checked) : [{ space: 'home' }];
  };
  const itemOf = (item: Fields): Fields => {
    if ('group' in item) return { ...item, sections: (item.sections as Items).map(itemOf) };
    return { ...checked(item), spaces: links(item.spaces) };
  };
  const items = structure as Items | undefined;
  if (items === undefined || items.length === 0) return items === undefined ? site : { ...site, structure: items };
  return { ...site, structure: items.some((item) => 'space' in item) ? links(items) : items.map(itemOf) };
}
