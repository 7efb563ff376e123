/** Reads the tree of all items of a site, which the vendor's platform returns as one list. */
import type { JsonObject } from '../core/json-object.ts';
import { itemOf, textOf } from './reading.ts';

/** `type` of an item in references to it, and `object` of the item itself. */
export const itemTypes = {
  section: 'site-section',
  'section-group': 'site-section-group',
  'external-link': 'site-external-link',
  'site-space': 'site-space',
} as const;

function isOf(item: JsonObject, kind: keyof typeof itemTypes): boolean {
  return item.object === itemTypes[kind];
}

function itemsIn(value: unknown): readonly JsonObject[] {
  return (Array.isArray(value) ? value : []).flatMap((each: unknown) => {
    const item = itemOf(each);
    return item === undefined ? [] : [item];
  });
}

/** Platforms without nested groups return only `sections`. */
function membersOf(group: JsonObject): readonly JsonObject[] {
  return itemsIn(group.children ?? group.sections);
}

function withMember(item: JsonObject, name: string, id: unknown): JsonObject {
  return item[name] === undefined ? { ...item, [name]: id } : item;
}

function flattened(items: readonly unknown[]): readonly JsonObject[] {
  return itemsIn(items).flatMap((item) => {
    if (!isOf(item, 'section-group')) return [item];
    return [item, ...flattened(membersOf(item).map((member) => withMember(member, 'sectionGroup', item.id)))];
  });
}

export function sectionItems(items: readonly unknown[]): readonly unknown[] {
  return flattened(items).filter((item) => isOf(item, 'section'));
}

export function groupItems(items: readonly unknown[]): readonly unknown[] {
  return flattened(items).filter((item) => isOf(item, 'section-group'));
}

export function linkItems(items: readonly unknown[]): readonly unknown[] {
  return flattened(items).filter((item) => isOf(item, 'external-link'));
}

export function siteSpaceItems(items: readonly unknown[]): readonly unknown[] {
  return flattened(items).flatMap((item) => {
    if (isOf(item, 'site-space')) return [item];
    return itemsIn(item.siteSpaces).map((each) => withMember(each, 'section', item.id));
  });
}

/** The order of the members of each container. Empty: the root. */
export function structureOrders(items: readonly unknown[]): ReadonlyMap<string, readonly string[]> {
  const orders = new Map([['', idsOf(itemsIn(items))]]);
  for (const item of flattened(items)) {
    const members = isOf(item, 'section-group') ? membersOf(item) : itemsIn(item.siteSpaces);
    orders.set(textOf(item.id) ?? '', idsOf(members));
  }
  return orders;
}

function idsOf(items: readonly JsonObject[]): readonly string[] {
  return items.flatMap(({ id }) => textOf(id) ?? []);
}
