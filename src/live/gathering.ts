/** State of one reading of the platform: what has been gathered so far, and what its parts share. */

import type { Call } from '../contract/endpoint.ts';
import type { Address } from '../core/address.ts';
import { compareTexts } from '../core/compare.ts';
import type { Desired, KindName, Live, LiveList, LiveObject, Unread } from '../core/state.ts';
import type { Value } from '../core/value.ts';
import type { KindDefinition } from '../kinds/define-kind.ts';
import type { ReadInput, Reading } from '../kinds/reading.ts';
import { identityOf } from '../kinds/shape.ts';
import type { Mentions } from './mentions.ts';
import type { Prefetch } from './prefetch.ts';
import type { Finding, Reader } from './reader.ts';

export type Definitions = ReadonlyMap<KindName, KindDefinition>;

export interface Gathering {
  readonly organization: string;
  /** What the platform says of the organization itself; asked for once, and only where it is needed. */
  readonly readOrganization: () => Promise<Finding>;
  readonly definitions: Definitions;
  readonly desired: Desired;
  readonly mentions: Mentions;
  /** Everything is wanted, whether mentioned or not. */
  readonly isWhole: boolean;
  readonly reader: Reader;
  readonly prefetch: Pick<Prefetch, 'markRead'>;
  /** By identity. */
  readonly objects: Map<string, LiveObject>;
  readonly lists: LiveList[];
  readonly orders: { [containerId: string]: readonly (readonly string[])[] };
  /** Listed site-spaces by site: each embeds a space. undefined: all spaces are known without them. */
  siteSpaceItems: Map<string, readonly unknown[]> | undefined;
}

export function definitionIn(gathering: Pick<Gathering, 'definitions'>, kind: KindName): KindDefinition {
  const definition = gathering.definitions.get(kind);
  if (definition === undefined) throw new Error(`unknown kind ${kind}`);
  return definition;
}

/** How a kind is read, where that has to be by list. */
export function listReadingOf(
  gathering: Pick<Gathering, 'definitions'>,
  kind: KindName,
): Extract<Reading, { by: 'list' }> {
  const { reading } = definitionIn(gathering, kind);
  if (reading.by !== 'list') throw new Error(`${kind} is not read by list`);
  return reading;
}

export function keepObjects(gathering: Gathering, objects: readonly LiveObject[]): void {
  for (const object of objects) gathering.objects.set(identityOf(gathering.definitions, object), object);
}

export function keepList(
  gathering: Gathering,
  kind: KindName,
  parentId: string | null,
  { unknown, isDenied, failure }: Unread = {},
): void {
  const list = { kind, parentId };
  gathering.lists.push(
    unknown === undefined
      ? list
      : { ...list, unknown, ...(isDenied ? { isDenied } : {}), ...(failure ? { failure } : {}) },
  );
}

/** Lists that stand there and that nobody wants to know: whoever looks at them learns nothing. */
export function keepLeftOut(
  { mentions, lists }: Gathering,
  /** What of it is left out, and what is read there: an object can be mentioned under several addresses. */
  addresses: { readonly left: readonly (Address | null)[]; readonly read: readonly (Address | null)[] },
  { id }: Pick<ListHolder, 'id'>,
): void {
  const { leftOut } = mentions;
  if (leftOut === undefined) return;
  const read = new Set(addresses.read.flatMap((address) => [...mentions.in(address).keys()]));
  const kinds = new Set(addresses.left.flatMap((address) => [...leftOut(address).keys()]));
  for (const kind of kinds)
    if (!read.has(kind)) lists.push({ kind, parentId: id, unknown: notWanted, isLeftOut: true });
}

const notWanted = 'it was not read, as the change to the configuration does not touch it';

/** Adds what only other listings tell of an object; undefined adds nothing. */
export function addFields(
  gathering: Gathering,
  kind: KindName,
  id: string,
  more: { readonly [field: string]: Value | undefined },
): void {
  const key = identityOf(gathering.definitions, { kind, id, parentId: null });
  const object = gathering.objects.get(key);
  if (
    object === undefined ||
    Object.keys(more).every((name) => more[name] === undefined || more[name] === object.fields[name])
  )
    return;
  const fields = { ...object.fields };
  for (const [name, value] of Object.entries(more)) if (value !== undefined) fields[name] = value;
  gathering.objects.set(key, { ...object, fields });
}

/** Where a list is read: in a live object, or (id null) at the top level. */
export interface ListHolder {
  readonly id: string | null;
  readonly up: (kind: KindName) => string;
}

export const topLevel: ListHolder = { id: null, up: () => '' };

export function holderIn(parent: ListHolder, object: Pick<LiveObject, 'kind' | 'id'>): ListHolder {
  return { id: object.id, up: (kind) => (kind === object.kind ? object.id : parent.up(kind)) };
}

export function readInput({ organization }: Pick<Gathering, 'organization'>, holder: ListHolder): ReadInput {
  return { organization, parentId: holder.id ?? '', up: holder.up };
}

export function organizationCall(gathering: Gathering): Call {
  const { reading } = definitionIn(gathering, 'organization');
  if (reading.by !== 'object') throw new Error('the organization is one object');
  return reading.call(readInput(gathering, topLevel));
}

/** In an order that does not depend on which answer came first: by list, and within a list as the platform lists it. */
export function liveOf({ objects, lists, orders }: Gathering): Live {
  return { objects: [...objects.values()].sort(byList), lists: lists.toSorted(byList), orders };
}

function byList(a: LiveList, b: LiveList): number {
  return compareTexts(a.kind, b.kind) || compareTexts(a.parentId ?? '', b.parentId ?? '');
}
