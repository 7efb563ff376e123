/** Finds items and companions in the structure of a site, and makes the calls for it in the `gitbook` dialect. */

import { createCall } from '../../contract/endpoint.ts';
import { getSiteStructure, sortSiteStructure } from '../../contract/gitbook/site-structure.ts';
import { withoutUndefined } from '../../core/defined.ts';
import type { JsonObject } from '../../core/json.ts';
import { callOf, type LookUp, movePosition, type StepInput, sitePath } from '../define-kind.ts';
import { embeddedId, objectOrUndefined, type ReadInput, type Reading, textOrUndefined } from '../reading.ts';

type Tree = Extract<Reading, { by: 'list' }>;

export function treeReading(kind: ItemKind, decode: Tree['decode']): Tree {
  const pickItems = (items: readonly unknown[]) => itemsOfKind(kind, items);
  return {
    by: 'list',
    placed: 'in-structure',
    call: structureCall,
    decode,
    tree: { pick: pickItems, orders: ordersByContainer },
  };
}

const structureCall = ({ organization, up }: Pick<ReadInput, 'organization' | 'up'>) =>
  callOf(getSiteStructure)({ organization, up });

/** One call moves every kind, beside siblings of any kind. */
export function moveItemCall(step: StepInput, kind: ItemKind) {
  const { position = {} } = movePosition(step, (beside, id) => ({
    type: itemTypes[beside as ItemKind],
    id,
  }));
  return createCall(sortSiteStructure, {
    path: sitePath(step),
    body: { item: { type: itemTypes[kind], id: step.id }, position },
  });
}

export const sectionLookUps: readonly LookUp[] = [
  {
    roles: ['first'],
    call: structureCall,
    find: (items, _step, id) => firstSiteSpaceOf(id, itemsOfKind('site-space', items)),
  },
  {
    roles: ['wrapper'],
    call: structureCall,
    find: (items, _step, id) => wrapperSection(id, itemsOfKind('section', items)),
  },
];

/** `type` of an item in references to it, and `object` of the item itself. */
const itemTypes = {
  section: 'site-section',
  'section-group': 'site-section-group',
  'external-link': 'site-external-link',
  'site-space': 'site-space',
} as const;

type ItemKind = keyof typeof itemTypes;

function isItemOfKind(item: JsonObject, kind: ItemKind): boolean {
  return item.object === itemTypes[kind];
}

function objectsInList(value: unknown): readonly JsonObject[] {
  return (Array.isArray(value) ? value : []).flatMap((each: unknown) => {
    const item = objectOrUndefined(each);
    return item === undefined ? [] : [item];
  });
}

/** Platforms without nested groups return only `sections`. */
function membersOfGroup(group: JsonObject): readonly JsonObject[] {
  return objectsInList(group.children ?? group.sections);
}

function withMember(item: JsonObject, name: string, id: unknown): JsonObject {
  return item[name] === undefined ? { ...item, [name]: id } : item;
}

function flattenGroups(items: readonly unknown[]): readonly JsonObject[] {
  return objectsInList(items).flatMap((item) => {
    if (!isItemOfKind(item, 'section-group')) return [item];
    return [item, ...flattenGroups(membersOfGroup(item).map((member) => withMember(member, 'sectionGroup', item.id)))];
  });
}

function itemsOfKind(kind: ItemKind, items: readonly unknown[]): readonly unknown[] {
  return flattenGroups(items).flatMap((item) => {
    if (isItemOfKind(item, kind)) return [item];
    return kind === 'site-space'
      ? objectsInList(item.siteSpaces).map((each) => withMember(each, 'section', item.id))
      : [];
  });
}

/** The order of the members of each container. Empty: the root. */
function ordersByContainer(items: readonly unknown[]): ReadonlyMap<string, readonly string[]> {
  const orders = new Map([['', idsOfItems(objectsInList(items))]]);
  for (const item of flattenGroups(items)) {
    const members = isItemOfKind(item, 'section-group') ? membersOfGroup(item) : objectsInList(item.siteSpaces);
    orders.set(textOrUndefined(item.id) ?? '', idsOfItems(members));
  }
  return orders;
}

function idsOfItems(items: readonly JsonObject[]): readonly string[] {
  return items.flatMap(({ id }) => textOrUndefined(id) ?? []);
}

type CompanionIds = { readonly [role: string]: string };

/** No id if there are several items, because they cannot be distinguished. */
function onlyCompanion(role: string, items: readonly unknown[]): CompanionIds {
  const id = items.length === 1 ? textOrUndefined(objectOrUndefined(items[0])?.id) : undefined;
  return id === undefined ? {} : { [role]: id };
}

export function firstSiteSpaceOf(sectionId: string, siteSpaces: readonly unknown[]): CompanionIds {
  return onlyCompanion(
    'first',
    siteSpaces.filter((item) => objectOrUndefined(item)?.section === sectionId),
  );
}

/** A flat site has no other section than the wrapper. If somebody adds one meanwhile, the default section is the wrapper. */
export function wrapperSection(sectionId: string, sections: readonly unknown[]): CompanionIds {
  const others = sections.filter((item) => objectOrUndefined(item)?.id !== sectionId);
  return onlyCompanion(
    'wrapper',
    others.length === 1 ? others : others.filter((item) => objectOrUndefined(item)?.default === true),
  );
}

export function companionsOfFirstSiteSpace([first]: readonly unknown[]): CompanionIds {
  return withoutUndefined({
    space: embeddedId(objectOrUndefined(first)?.space),
    'site-space': textOrUndefined(objectOrUndefined(first)?.id),
  });
}

export function firstEmbeddedSiteSpace(siteSpaces: unknown): CompanionIds {
  return withoutUndefined({ first: Array.isArray(siteSpaces) ? embeddedId(siteSpaces[0]) : undefined });
}
