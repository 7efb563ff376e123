/** Reads the structure of a site: sections, groups and site-spaces, three lists at once, and the defaults they flag. */
import type { KindName, Unread } from '../core/state.ts';
import type { Decoded } from '../kinds/reading.ts';
import { type DecodedListing, decodeListing, liveObject } from './decode.ts';
import { addFields, definitionIn, type Gathering, keepList, keepObjects, listReadingOf, type Place, readInput } from './gathering.ts';
import { itemOf } from './item.ts';
import { siteOrders } from './orders.ts';

const structure: readonly KindName[] = ['section', 'section-group', 'site-space'];

/** These kinds are read together: none can be understood without the others. */
export function isStructure(kind: KindName): boolean {
  return structure.includes(kind);
}

export async function readStructure(gathering: Gathering, place: Place): Promise<void> {
  const siteId = place.id ?? '';
  const [sections, groups, siteSpaces] = await Promise.all([
    readPart(gathering, 'section', place),
    readPart(gathering, 'section-group', place),
    readPart(gathering, 'site-space', place),
  ]);
  // One that is not known whole makes all three so: a link to be deleted may be the one that an unseen section should have had.
  const unread = [sections, groups, siteSpaces].find(({ unknown }) => unknown !== undefined);
  keepList(gathering, 'section', siteId, unread);
  keepList(gathering, 'section-group', siteId, unread);
  const parentIds = new Set([
    siteId,
    ...sections.objects.map(({ id }) => id),
    ...siteSpaces.objects.map(({ parentId }) => parentId ?? siteId),
  ]);
  for (const parentId of parentIds) keepList(gathering, 'site-space', parentId, unread);
  keepDefaults(gathering, siteId, sections, siteSpaces);
  keepOrders(gathering, siteId, sections, groups, siteSpaces);
}

async function readPart(gathering: Gathering, kind: KindName, place: Place): Promise<DecodedListing> {
  const definition = definitionIn(gathering, kind);
  const reading = listReadingOf(gathering, kind);
  const listing = await gathering.reader.list(reading.call(readInput(gathering, place)));
  const closed = kind === 'site-space' ? listing.items.filter(isClosed).length : 0;
  const items = closed === 0 ? listing.items : listing.items.filter((item) => !isClosed(item));
  if (kind === 'site-space') gathering.siteSpaceItems.push(...items);
  const decoded = { ...(closed === 0 ? {} : closedBy(closed)), ...decodeListing(definition, reading.decode, { ...listing, items }) };
  keepObjects(
    gathering,
    decoded.objects.map((object) => liveObject(definition, object, place.id)),
  );
  return decoded;
}

/** Whoever may not see the space is shown its place on the site without it. */
function isClosed(item: unknown): boolean {
  const { id, space } = itemOf(item);
  return typeof id === 'string' && (space === undefined || space === null);
}

function closedBy(count: number): Unread {
  return { unknown: `${count} of the spaces on the site ${count === 1 ? 'is' : 'are'} hidden from this token`, isDenied: true };
}

/**
 * Defaults are flags on what they point to. A section's own stands among the site-spaces it embeds; where none is flagged there, the
 * listing of site-spaces may tell; and as one always is the default, it is the first where nothing does.
 */
function keepDefaults(gathering: Gathering, siteId: string, sections: DecodedListing, siteSpaces: DecodedListing): void {
  const roots = siteSpaces.objects.filter(({ parentId }) => parentId === undefined);
  // Where the sections cannot be read, a site-space in none of them tells that there are none.
  const isFlat = sections.objects.length === 0 && (sections.unknown === undefined || roots.length > 0);
  addFields(gathering, 'site', siteId, {
    defaultSection: flaggedId(sections.objects),
    ...(isFlat ? { defaultSiteSpace: flaggedId(roots) } : {}),
  });
  const firsts = siteSpaces.unknown === undefined ? siteSpaces.objects : [];
  const bySection = new Map<string | undefined, string>();
  for (const { id, parentId } of firsts) if (!bySection.has(parentId)) bySection.set(parentId, id);
  for (const { id, parentId, isDefault } of siteSpaces.objects) if (isDefault) bySection.set(parentId, id);
  for (const { id, fields } of sections.objects) addFields(gathering, 'section', id, { default: fields.default ?? bySection.get(id) });
}

function flaggedId(objects: readonly Decoded[]): string | undefined {
  return objects.find(({ isDefault }) => isDefault)?.id;
}

/** An order is kept only where the listings it follows from are whole. */
function keepOrders(
  gathering: Gathering,
  siteId: string,
  sections: DecodedListing,
  groups: DecodedListing,
  siteSpaces: DecodedListing,
): void {
  const known = <T>(listing: DecodedListing, take: (object: Decoded) => T): readonly T[] =>
    listing.unknown === undefined ? listing.objects.map(take) : [];
  const orders = siteOrders(
    siteId,
    known(sections, ({ id, fields }) => ({ id, group: typeof fields.group === 'string' ? fields.group : null })),
    groups.unknown === undefined ? groups.objects.map(({ id }) => id) : undefined,
    known(siteSpaces, ({ id, parentId }) => ({ id, parentId: parentId ?? siteId })),
  );
  Object.assign(gathering.orders, orders);
}
