/** The state of one reading of the platform. */

import type { Call } from '../../contract/endpoint.ts';
import type { Address } from '../../core/address.ts';
import { compareTexts } from '../../core/compare.ts';
import { withoutUndefined } from '../../core/defined.ts';
import type { Extent } from '../../core/extent.ts';
import type { Desired, KindName, Ledger, Live, LiveList, LiveObject, Unread, Value } from '../../core/state.ts';
import type { KindDefinition } from '../../kinds/define-kind.ts';
import type { ReadInput, Reading } from '../../kinds/reading.ts';
import { identityOf } from '../../kinds/shape.ts';
import type { Definitions, Mentions } from './mentions.ts';
import { type DecodedListing, type Finding, type Reader, toLiveObject } from './reader.ts';

export interface ReadContext {
  readonly topLevel: ListHolder;
  readonly readOrganization: () => Promise<Finding>;
  readonly definitions: Definitions;
  readonly desired: Desired;
  readonly ledger: Ledger;
  readonly mentions: Mentions;
  readonly isWhole: boolean;
  /** For a whole reading. Missing: everything. */
  readonly extent?: Extent;
  readonly reader: Reader;
  /** The list was read, so its objects need no prefetching any more. */
  readonly markRead: (list: Pick<LiveList, 'kind' | 'parentId'>) => void;
  readonly objects: Map<string, LiveObject>;
  readonly lists: LiveList[];
  readonly orders: Orders;
  /** Site-spaces by site, each with its space. undefined: not needed, because an admin's list has all spaces. */
  siteSpaceItems: Map<string, readonly unknown[]> | undefined;
}

type Orders = { [containerId: string]: readonly (readonly string[])[] };

/** Without prototype, because the platform chooses the keys. */
export function noOrders(): Orders {
  return Object.create(null) as Orders;
}

export function nonEmptyRuns(all: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return all.filter((run) => run.length > 0);
}

export function requireDefinition(gathering: Pick<ReadContext, 'definitions'>, kind: KindName): KindDefinition {
  const definition = gathering.definitions.get(kind);
  if (definition === undefined) throw new Error(`unknown kind ${kind}`);
  return definition;
}

export function requireReading<B extends Reading['by']>(
  gathering: Pick<ReadContext, 'definitions'>,
  kind: KindName,
  by: B,
): Extract<Reading, { by: B }> {
  const { reading } = requireDefinition(gathering, kind);
  if (reading.by !== by) throw new Error(`${kind} is not read by ${by}`);
  return reading as Extract<Reading, { by: B }>;
}

/** The kinds of a site structure are read together, because they depend on each other. */
export function isStructureKind({ definitions }: Pick<ReadContext, 'definitions'>, kind: KindName): boolean {
  return placementInStructure(definitions.get(kind)) !== undefined;
}

export function structureKinds({ definitions }: Pick<ReadContext, 'definitions'>): readonly KindDefinition[] {
  return [...definitions.values()].filter((each) => placementInStructure(each) !== undefined);
}

export function placementInStructure(
  definition: KindDefinition | undefined,
): Extract<Reading, { by: 'list' }>['placed'] {
  return definition?.reading.by === 'list' ? definition.reading.placed : undefined;
}

export function addObjects(gathering: ReadContext, objects: readonly LiveObject[]): void {
  for (const object of objects) gathering.objects.set(identityOf(gathering.definitions, object), object);
}

/** Keeps a list and its objects. Returns the objects. */
export function addListing(
  gathering: ReadContext,
  definition: KindDefinition,
  parentId: string | null,
  listing: DecodedListing,
): readonly LiveObject[] {
  const objects = listing.objects.map((decoded) => toLiveObject(definition, decoded, parentId));
  addObjects(gathering, objects);
  addList(gathering, definition.name, parentId, listing);
  return objects;
}

export function addList(
  gathering: ReadContext,
  kind: KindName,
  parentId: string | null,
  { unknown, isDenied, failure }: Unread = {},
): void {
  gathering.lists.push({ kind, parentId, ...withoutUndefined({ unknown, isDenied, failure }) });
}

export function recordLeftOutLists(
  { mentions, lists }: ReadContext,
  /** Both are needed because an object can be mentioned under several addresses. */
  addresses: { left: readonly (Address | null)[]; read: readonly (Address | null)[] },
  { id }: Pick<ListHolder, 'id'>,
): void {
  const { leftOut } = mentions;
  if (leftOut === undefined) return;
  const read = new Set(addresses.read.flatMap((address) => [...mentions.in(address).keys()]));
  const kinds = new Set(addresses.left.flatMap((address) => [...leftOut(address).keys()]));
  for (const kind of kinds)
    if (!read.has(kind)) lists.push({ kind, parentId: id, unknown: notWanted, isLeftOut: true });
}

const notWanted = 'not read, because the change of the configuration does not affect this list';

export function addFieldsToObject(
  gathering: ReadContext,
  kind: KindName,
  id: string,
  more: { [field: string]: Value | undefined },
): void {
  const key = identityOf(gathering.definitions, { kind, id, parentId: null });
  const object = gathering.objects.get(key);
  if (object !== undefined)
    gathering.objects.set(key, {
      ...object,
      fields: { ...object.fields, ...(withoutUndefined(more) as LiveObject['fields']) },
    });
}

/** Where lists are read: in an object, or at the top level, which has no id. */
export interface ListHolder extends ReadInput {
  readonly id: string | null;
}

export function topLevelHolder(organization: string): ListHolder {
  return { organization, id: null, parentId: '', up: () => '' };
}

export function childHolder(parent: ListHolder, { kind, id }: Pick<LiveObject, 'kind' | 'id'>): ListHolder {
  return { ...parent, id, parentId: id, up: (above) => (above === kind ? id : parent.up(above)) };
}

export function organizationCall(gathering: ReadContext): Call {
  return requireReading(gathering, 'organization', 'object').call(gathering.topLevel);
}

/** Sorted by list, so that the result does not depend on the order of responses. */
export function toLive({ objects, lists, orders }: ReadContext): Live {
  return { objects: [...objects.values()].sort(compareLists), lists: lists.toSorted(compareLists), orders };
}

function compareLists(a: LiveList, b: LiveList) {
  return compareTexts(a.kind, b.kind) || compareTexts(a.parentId ?? '', b.parentId ?? '');
}
