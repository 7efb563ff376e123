/** Reads the structure of a site: sections, groups and site-spaces, their orders and defaults. Also reads which sites show a space. */

import { groupBy } from '../../core/compare.ts';
import { pluralTitle, wordForm } from '../../core/count.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { jsonObjectOrEmpty } from '../../core/json.ts';
import type { KindName, Live, Unread, Uses } from '../../core/state.ts';
import type { KindDefinition } from '../../kinds/define-kind.ts';
import type { Decoded, Reading } from '../../kinds/reading.ts';
import { placeField } from '../../kinds/shape.ts';
import {
  addFieldsToObject,
  addList,
  addObjects,
  childHolder,
  type ListHolder,
  nonEmptyRuns,
  noOrders,
  placementInStructure,
  type ReadContext,
  requireDefinition,
  requireReading,
  structureKinds,
  topLevelHolder,
} from './gathering.ts';
import type { Definitions } from './mentions.ts';
import {
  createReader,
  type DecodedListing,
  decodeListing,
  type Listing,
  type LiveClient,
  toLiveObject,
} from './reader.ts';

interface Part extends DecodedListing {
  definition: KindDefinition;
  /** The order of each container, if the list is a tree. */
  orders?: ReadonlyMap<string, readonly string[]>;
}

export async function readStructure(gathering: ReadContext, holder: ListHolder): Promise<void> {
  const siteId = holder.parentId;
  const listed = await Promise.all(
    structureKinds(gathering).map((definition) => readPart(gathering, definition, holder)),
  );
  const lack = listed.some(({ unknown }) => unknown !== undefined) ? undefined : whyIncomplete(listed);
  const parts = listed.map((part): Part => ({ ...lack, ...part }));
  // One incomplete list makes all of them unknown: an extra site-space can belong to an unseen section.
  const unread = parts.find(({ unknown }) => unknown !== undefined);
  for (const part of parts)
    for (const parentId of parentIdsOf(part, parts, siteId)) addList(gathering, part.definition.name, parentId, unread);
  const [sections, siteSpaces] = ['section', 'site-space'].map((kind) =>
    parts.find(({ definition }) => definition.name === kind),
  );
  if (sections && siteSpaces) keepDefaults(gathering, siteId, sections, siteSpaces);
  keepOrders(gathering, siteId, parts);
}

/** The API does not promise complete lists. A list is incomplete if another list refers to an object that it lacks. */
function whyIncomplete(parts: readonly Part[]): Unread | undefined {
  const listed = new Map(
    parts.map(({ definition, objects }) => [
      definition.name,
      { definition, ids: new Set(objects.map(({ id }) => id)) },
    ]),
  );
  for (const { definition, objects } of parts) {
    const references = createReferenceFinder(definition, listed);
    for (const object of objects) {
      const lost = references(object).find(({ kind, id }) => listed.get(kind)?.ids.has(id) === false);
      const list = lost && listed.get(lost.kind);
      if (lost === undefined || list === undefined) continue;
      const [lacking, referring] = [list.definition, definition].map(({ title }) => title);
      return {
        unknown: `the list of ${pluralTitle(list.definition)} lacks the ${lacking} ${lost.id}, to which the ${referring} ${object.id} refers`,
      };
    }
  }
  return undefined;
}

function createReferenceFinder(
  { fields: shapes, parents: [holder] = [] }: KindDefinition,
  listed: { readonly has: (kind: KindName) => boolean },
): (object: Decoded) => readonly { readonly kind: KindName; readonly id: string }[] {
  const named = Object.entries(shapes).flatMap(([name, { type }]) =>
    type.is === 'ref' && listed.has(type.to) ? [{ name, kind: type.to }] : [],
  );
  return ({ parentId, fields, embeds = {} }) => {
    const found: { kind: KindName; id: string }[] = [];
    if (parentId !== undefined && holder !== undefined) found.push({ kind: holder, id: parentId });
    for (const { name, kind } of named) {
      const id = fields[name];
      if (typeof id === 'string') found.push({ kind, id });
    }
    for (const kind in embeds) for (const id of embeds[kind] ?? []) found.push({ kind, id });
    return found;
  };
}

function parentIdsOf({ definition, objects }: Part, parts: readonly Part[], siteId: string): ReadonlySet<string> {
  const holders = parts.filter((each) => definition.parents?.includes(each.definition.name));
  const held = holders.length === 0 ? [] : objects.map(({ parentId }) => parentId ?? siteId);
  return new Set([siteId, ...holders.flatMap((each) => each.objects.map(({ id }) => id)), ...held]);
}

async function readPart(gathering: ReadContext, definition: KindDefinition, holder: ListHolder): Promise<Part> {
  const kind = definition.name;
  const reading = requireReading(gathering, kind, 'list');
  const { tree } = reading;
  const { list, listOnce } = gathering.reader;
  const listed = await (tree === undefined ? listOnce : list)(reading.call(holder));
  const { items, ...decoded } = decodeVisibleItems(definition, reading, listed);
  if (kind === 'site-space') gathering.siteSpaceItems?.set(holder.parentId, items);
  addObjects(
    gathering,
    decoded.objects.map((object) => toLiveObject(definition, object, holder.id)),
  );
  return { definition, ...decoded, ...withoutUndefined({ orders: tree?.orders(listed.items) }) };
}

/** The items of the kind. Leaves out site-spaces with hidden spaces, and marks the list as unknown. */
function decodeVisibleItems(
  definition: KindDefinition,
  { decode, tree }: Extract<Reading, { by: 'list' }>,
  listing: Listing,
) {
  const all = tree === undefined ? listing.items : tree.pick(listing.items);
  const items = all.filter((item) => definition.name !== 'site-space' || !hidesItsSpace(item));
  const closed = all.length - items.length;
  const unknown = `${closed} of the spaces on the site ${wordForm(closed, 'is', 'are')} not visible to this token`;
  return {
    items,
    ...(closed === 0 ? {} : { unknown, isDenied: true as const }),
    ...decodeListing(definition, decode, { ...listing, items }),
  };
}

/** The platform omits `space` if the caller cannot see the space. */
function hidesItsSpace(item: unknown) {
  const { id, space } = jsonObjectOrEmpty(item);
  return typeof id === 'string' && (space === undefined || space === null);
}

/** The default of a section is a flag on one of its embedded site-spaces, or in the list of site-spaces; otherwise the default is the first one. */
function keepDefaults(gathering: ReadContext, siteId: string, sections: DecodedListing, siteSpaces: DecodedListing) {
  const roots = siteSpaces.objects.filter(({ parentId }) => parentId === undefined);
  // If sections are unknown, a site-space without a section proves that the site is flat.
  const isFlat = sections.objects.length === 0 && (sections.unknown === undefined || roots.length > 0);
  addFieldsToObject(gathering, 'site', siteId, {
    defaultSection: idOfDefault(sections.objects),
    ...(isFlat ? { default: idOfDefault(roots) } : {}),
  });
  const firsts = siteSpaces.unknown === undefined ? siteSpaces.objects : [];
  const bySection = new Map<string | undefined, string>();
  for (const { id, parentId } of firsts) if (!bySection.has(parentId)) bySection.set(parentId, id);
  for (const { id, parentId, isDefault } of siteSpaces.objects) if (isDefault) bySection.set(parentId, id);
  for (const { id, fields } of sections.objects)
    addFieldsToObject(gathering, 'section', id, { default: fields.default ?? bySection.get(id) });
}

function idOfDefault(objects: readonly Decoded[]) {
  return objects.find(({ isDefault }) => isDefault)?.id;
}

/**
 * An order is known only if its lists are complete. A whole reading also keeps the order of visible members: import
 * writes them in some order, and another order would move them for people who see all members.
 */
function keepOrders(gathering: ReadContext, siteId: string, parts: readonly Part[]) {
  const partsPlacedIn = (placed: ReturnType<typeof placementInStructure>): readonly Part[] =>
    parts.filter(({ definition }) => placementInStructure(definition) === placed);
  const isKnown = ({ unknown }: Part) => gathering.isWhole || unknown === undefined;
  const objectsIfKnown = (part: Part) => (isKnown(part) ? part.objects : []);
  const tree = parts.every(isKnown) ? parts.find(({ orders }) => orders !== undefined)?.orders : undefined;
  for (const [container, order] of tree ?? [])
    gathering.orders[container === '' ? siteId : container] = nonEmptyRuns([order]);
  if (tree !== undefined) return;
  const groups = partsPlacedIn('by-members');
  const orders = ordersOfSite(
    siteId,
    partsPlacedIn('depth-first').flatMap((part) =>
      objectsIfKnown(part).map((object) => ({ id: object.id, group: containerInField(part, object) ?? null })),
    ),
    groups.every(isKnown) ? groups.flatMap((part) => objectsIfKnown(part).map(({ id }) => id)) : undefined,
    partsPlacedIn('as-listed').map((part) =>
      objectsIfKnown(part).map((object) => ({
        id: object.id,
        parentId: containerInField(part, object) ?? object.parentId ?? siteId,
      })),
    ),
  );
  Object.assign(gathering.orders, orders);
}

/** The container in a field: the group of a section. */
function containerInField({ definition }: Part, { fields }: Decoded) {
  const container = fields[placeField(definition) ?? ''];
  return typeof container === 'string' ? container : undefined;
}

type OrderedSection = Pick<Decoded, 'id'> & { readonly group: string | null };
type OrderedChild = Pick<Decoded, 'id'> & { readonly parentId: string | null };

/**
 * Orders of a site and its parts. Sections are listed depth-first and a group is at its first member, so groups and
 * root sections form one run. Empty groups form runs of their own. If the members of a group are not adjacent, the list
 * has another order, and all places are unknown. `groups` undefined: unknown, so only root sections are ordered.
 * `listed`: one list for each kind with its own list order; how these kinds interleave is unknown.
 */
export function ordersOfSite(
  siteId: string,
  sections: readonly OrderedSection[],
  groups: readonly string[] | undefined,
  listed: readonly (readonly OrderedChild[])[],
) {
  const orders = noOrders();
  const places = placesDepthFirst(sections);
  const isDepthFirst = groups === undefined || new Set(places).size === places.length;
  const grouped = idsByParent(isDepthFirst ? sections.map(({ id, group }) => ({ id, parentId: group })) : []);
  for (const group of groups ?? []) orders[group] = nonEmptyRuns([grouped.get(group) ?? []]);
  const [main = [], ...unplaced] = isDepthFirst ? runsAtRoot(sections, groups) : [];
  orders[siteId] = nonEmptyRuns([main]);
  for (const children of listed)
    for (const [parentId, ids] of idsByParent(children)) orders[parentId] = [...(orders[parentId] ?? []), ids];
  // On a flat site, the first run contains its spaces, and empty groups have an unknown position.
  orders[siteId] = [...orders[siteId], ...nonEmptyRuns(unplaced)];
  return orders;
}

function placesDepthFirst(sections: readonly OrderedSection[]): readonly string[] {
  const places: string[] = [];
  for (const { id, group } of sections) if (places.at(-1) !== (group ?? id)) places.push(group ?? id);
  return places;
}

function runsAtRoot(sections: readonly OrderedSection[], groups: readonly string[] | undefined) {
  if (groups === undefined) return [sections.filter(({ group }) => group === null).map(({ id }) => id)];
  const places = placesDepthFirst(sections);
  const shown = new Set(places);
  return [places, groups.filter((group) => !shown.has(group))];
}

function idsByParent(children: readonly OrderedChild[]): ReadonlyMap<string, readonly string[]> {
  const grouped = groupBy(children, ({ parentId }) => parentId);
  return new Map(
    [...grouped].flatMap(([parentId, siblings]) =>
      parentId === null ? [] : [[parentId, siblings.map(({ id }) => id)]],
    ),
  );
}

interface UsesInput {
  organization: string;
  definitions: Definitions;
  live: Live;
  kind: KindName;
}

export async function readUsesOfKind(client: LiveClient, input: UsesInput): Promise<Uses> {
  const { definitions, live, kind } = input;
  const use = requireDefinition(input, kind).companionOf;
  if (use === undefined) return { found: [] };
  const link = requireDefinition({ definitions }, use.link);
  const reading = requireReading(input, use.link, 'list');
  const reader = createReader(client);
  const { containers, ...unread } = await readContainers(reader, input, use.container);
  const isRead = new Set(
    live.lists.flatMap((list) => (list.kind === use.link && list.unknown === undefined ? [list.parentId] : [])),
  );
  const listings = await Promise.all(
    containers
      .filter(({ id }) => !isRead.has(id))
      .map(async (container) => {
        const listing = await reader.listOnce(reading.call(childHolder(topLevelHolder(input.organization), container)));
        return { container, ...decodeVisibleItems(link, reading, listing) };
      }),
  );
  const failed = listings.find(({ unknown }) => unknown !== undefined);
  return {
    ...(failed && {
      unknown: `${String(failed.container.fields.title)}: ${failed.unknown}`,
      isDenied: failed.isDenied,
    }),
    ...unread,
    found: listings.flatMap(({ container, objects }) =>
      objects.map(({ fields }) => ({ kind, id: String(fields[use.field]), container })),
    ),
  };
}

async function readContainers(reader: ReturnType<typeof createReader>, input: UsesInput, kind: KindName) {
  const { live } = input;
  const isRead = live.lists.some((list) => list.kind === kind && list.parentId === null && list.unknown === undefined);
  if (isRead) return { containers: live.objects.filter((each) => each.kind === kind && !each.isDeleted) };
  const reading = requireReading(input, kind, 'list');
  const definition = requireDefinition(input, kind);
  const listing = await reader.listOnce(reading.call(topLevelHolder(input.organization)));
  const { objects, ...unread } = decodeListing(definition, reading.decode, listing);
  return { containers: objects.map((decoded) => toLiveObject(definition, decoded, null)), ...unread };
}
