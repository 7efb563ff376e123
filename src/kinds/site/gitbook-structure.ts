/** Finds items and companions in the structure of a site, and makes the calls for it in the `gitbook` dialect. */

import { call } from '../../contract/endpoint.ts';
import { getSiteStructure, sortSiteStructure } from '../../contract/gitbook/site-structure.ts';
import { defined } from '../../core/defined.ts';
import type { JsonObject } from '../../core/json.ts';
import { callOf, type LookUp, positionOf, type StepInput, siteOf } from '../define-kind.ts';
import { idIn, itemOf, type ReadInput, type Reading, textOf } from '../reading.ts';

type Tree = Extract<Reading, { by: 'list' }>;

export function readingInTree(kind: ItemKind, decode: Tree['decode']): Tree {
  const pick = (items: readonly unknown[]) => itemsOf(kind, items);
  return { by: 'list', placed: 'in-structure', call: structureOf, decode, tree: { pick, orders: structureOrders } };
}

const structureOf = ({ organization, up }: Pick<ReadInput, 'organization' | 'up'>) =>
  callOf(getSiteStructure)({ organization, up });

/** One call moves every kind, beside siblings of any kind. */
export function sort(step: StepInput, kind: ItemKind) {
  const { position = {} } = positionOf(step, (beside, id) => ({
    type: itemTypes[beside as ItemKind],
    id,
  }));
  return call(sortSiteStructure, {
    path: siteOf(step),
    body: { item: { type: itemTypes[kind], id: step.id }, position },
  });
}

export const sectionLookUps: readonly LookUp[] = [
  { roles: ['first'], call: structureOf, find: (items, _step, id) => firstListed(id, itemsOf('site-space', items)) },
  { roles: ['wrapper'], call: structureOf, find: (items, _step, id) => wrapperOf(id, itemsOf('section', items)) },
];

/** `type` of an item in references to it, and `object` of the item itself. */
const itemTypes = {
  section: 'site-section',
  'section-group': 'site-section-group',
  'external-link': 'site-external-link',
  'site-space': 'site-space',
} as const;

type ItemKind = keyof typeof itemTypes;

function isOf(item: JsonObject, kind: ItemKind): boolean {
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

function itemsOf(kind: ItemKind, items: readonly unknown[]): readonly unknown[] {
  return flattened(items).flatMap((item) => {
    if (isOf(item, kind)) return [item];
    return kind === 'site-space' ? itemsIn(item.siteSpaces).map((each) => withMember(each, 'section', item.id)) : [];
  });
}

/** The order of the members of each container. Empty: the root. */
function structureOrders(items: readonly unknown[]): ReadonlyMap<string, readonly string[]> {
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

type CompanionIds = { readonly [role: string]: string };

/** No id if there are several items, because they cannot be distinguished. */
function onlyOne(role: string, items: readonly unknown[]): CompanionIds {
  const id = items.length === 1 ? textOf(itemOf(items[0])?.id) : undefined;
  return id === undefined ? {} : { [role]: id };
}

export function firstListed(sectionId: string, siteSpaces: readonly unknown[]): CompanionIds {
  return onlyOne(
    'first',
    siteSpaces.filter((item) => itemOf(item)?.section === sectionId),
  );
}

/** A flat site has no other section than the wrapper. If somebody adds one meanwhile, the default section is the wrapper. */
export function wrapperOf(sectionId: string, sections: readonly unknown[]): CompanionIds {
  const others = sections.filter((item) => itemOf(item)?.id !== sectionId);
  return onlyOne('wrapper', others.length === 1 ? others : others.filter((item) => itemOf(item)?.default === true));
}

export function firstLink([first]: readonly unknown[]): CompanionIds {
  return defined({ space: idIn(itemOf(first)?.space), 'site-space': textOf(itemOf(first)?.id) });
}

export function firstEmbedded(siteSpaces: unknown): CompanionIds {
  return defined({ first: Array.isArray(siteSpaces) ? idIn(siteSpaces[0]) : undefined });
}
