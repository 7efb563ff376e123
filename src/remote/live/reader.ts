/** Reads each list and object once, and decodes the items. Failures become reasons, except failures that affect every request. */
import { type Call, callPath, maxPerPage } from '../../contract/endpoint.ts';
import { isSafeId } from '../../core/address.ts';
import { count, wordForm } from '../../core/count.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { type ApiError, isBeyondPaidPlan, readFailureOrThrow } from '../../core/docform-error.ts';
import { jsonObjectOrEmpty } from '../../core/json.ts';
import type { LiveObject, Unread, Value } from '../../core/state.ts';
import type { KindDefinition } from '../../kinds/define-kind.ts';
import type { FieldType } from '../../kinds/field.ts';
import type { Decoded } from '../../kinds/reading.ts';
import { keepsOrderIn } from '../../kinds/shape.ts';

/** The client for reading. `list` reads all pages; `unknown`: why the list is incomplete. */
export interface LiveClient {
  /** Maximum number of requests in flight. Default: 8. */
  readonly concurrency?: number;
  readonly send: (call: Call) => Promise<unknown>;
  readonly list: (call: Call) => Promise<Listing>;
}

export interface Listing {
  readonly items: readonly unknown[];
  readonly unknown?: string;
  /** The failed request, if that is why the list is incomplete. */
  readonly failure?: ApiError;
}

export type Finding =
  | { readonly reply: unknown }
  | { readonly isAbsent: true; readonly failure: ApiError }
  | { readonly unknown: string; readonly failure: ApiError };

export interface Progress {
  readonly asked: number;
  readonly answered: number;
  readonly items: number;
}

export interface Reader {
  /** Cached until the end of the reading. */
  readonly list: (call: Call) => Promise<Listing>;
  /** Not cached: raw items use many times the memory of decoded objects. */
  readonly listOnce: (call: Call) => Promise<Listing>;
  readonly find: (call: Call) => Promise<Finding>;
}

export function createReader(client: LiveClient, onProgress: (progress: Progress) => void = () => undefined): Reader {
  const lists = new Map<string, Promise<Listing>>();
  let asked = 0;
  let answered = 0;
  let items = 0;
  async function countWork<T>(work: Promise<T>, count: (result: T) => number) {
    asked += 1;
    const result = await work;
    answered += 1;
    items += count(result);
    onProgress({ asked, answered, items });
    return result;
  }
  const readListOnce: Reader['listOnce'] = (call) =>
    countWork(
      readList(client, {
        ...call,
        query: { ...(call.endpoint.listMember === undefined ? { limit: maxPerPage } : {}), ...call.query },
      }),
      (listing) => listing.items.length,
    );
  return {
    list: (call) => {
      const key = callKey(call);
      const held = lists.get(key) ?? readListOnce(call);
      lists.set(key, held);
      return held;
    },
    listOnce: readListOnce,
    find: (call) => countWork(findObject(client, call), (finding) => ('reply' in finding ? 1 : 0)),
  };
}

export function callKey(call: Call): string {
  return `${callPath(call)} ${JSON.stringify(call.query ?? {})}`;
}

async function readList(client: LiveClient, call: Call) {
  try {
    return await client.list(call);
  } catch (error) {
    const failure = readFailureOrThrow(error);
    return { items: [], unknown: failure.message, failure };
  }
}

async function findObject(client: LiveClient, call: Call): Promise<Finding> {
  try {
    return { reply: await client.send(call) };
  } catch (error) {
    const failure = readFailureOrThrow(error);
    return failure.status === 404 ? { isAbsent: true, failure } : { unknown: failure.message, failure };
  }
}

export interface DecodedListing extends Unread {
  readonly objects: readonly Decoded[];
}

const denied = 403;

/** undefined: complete. */
export function whyUnread(read: Listing | Finding): Unread | undefined {
  if (!('unknown' in read) || read.unknown === undefined) return undefined;
  const { unknown, failure } = read;
  if (failure === undefined) return { unknown };
  const { status, hint } = failure;
  const isDenied = status === denied && !isBeyondPaidPlan(failure);
  return { unknown, ...(isDenied ? { isDenied: true as const } : {}), failure: { status, hint } };
}

export function decodeListing(
  definition: KindDefinition,
  decode: (item: unknown) => Decoded | undefined,
  listing: Listing,
): DecodedListing {
  const objects = new Map<string, Decoded>();
  let misfits = 0;
  for (const item of listing.items) {
    const decoded = decode(item);
    if (decoded === undefined || !matchesContract(definition, decoded)) misfits += 1;
    else if (!objects.has(decoded.id)) objects.set(decoded.id, addUnsupported(definition, item, decoded));
  }
  const contractViolation = misfits > 0 ? { unknown: contractViolationReason(misfits) } : {};
  return { objects: [...objects.values()], ...(whyUnread(listing) ?? contractViolation) };
}

/** Newer platforms have drafts, hidden spaces, and groups in groups. */
function addUnsupported(definition: KindDefinition, item: unknown, decoded: Decoded) {
  const { fields, name } = definition;
  const { draft, hidden, children } = jsonObjectOrEmpty(item);
  if (draft !== true && hidden !== true && !Array.isArray(children)) return decoded;
  const isUnsupportedChild = (child: unknown) =>
    !['site-section', undefined].includes(jsonObjectOrEmpty(child).object as string);
  const beyond = [
    ...(draft === true && fields.draft === undefined ? ['it is a draft'] : []),
    ...(hidden === true && fields.hidden === undefined ? ['it is hidden'] : []),
    ...(!keepsOrderIn(definition, name) && Array.isArray(children) && children.some(isUnsupportedChild)
      ? ['it contains groups or links']
      : []),
  ];
  return beyond.length === 0 ? decoded : { ...decoded, beyond };
}

export function contractViolationReason(misfits: number): string {
  return `${count(misfits, 'listed item')} ${wordForm(misfits, 'violates', 'violate')} the API contract`;
}

export function toLiveObject(definition: KindDefinition, decoded: Decoded, parentId: string | null): LiveObject {
  const { id, fields, isDeleted, beyond, label, syncedFrom, syncTimes } = decoded;
  const object = { kind: definition.name, id, parentId: decoded.parentId ?? parentId, fields };
  const isPlain = [isDeleted, beyond, label, syncedFrom].every((each) => each === undefined);
  return isPlain ? object : { ...object, ...withoutUndefined({ isDeleted, beyond, label, syncedFrom, syncTimes }) };
}

export function matchesContract(definition: KindDefinition, { id, parentId, fields }: Decoded): boolean {
  if (!isSafeId(id) || (parentId !== undefined && !isSafeId(parentId))) return false;
  for (const name in fields) {
    const type = definition.fields[name]?.type;
    const value = fields[name];
    if (type !== undefined && value !== undefined && value !== null && !isOfType(type, value)) return false;
  }
  return true;
}

function isOfType(type: FieldType, value: Value): boolean {
  switch (type.is) {
    case 'text':
    case 'choice':
      return typeof value === 'string';
    case 'ref':
      return typeof value === 'string' && (isSafeId(value) || value.startsWith('{'));
    case 'boolean':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value) && value.every((item) => isOfType(type.of, item));
    case 'keyed':
    case 'claims':
    case 'texts':
      return typeof value === 'object' && !Array.isArray(value);
    case 'record':
      return typeof value === 'object' ? !Array.isArray(value) : type.short !== undefined && typeof value === 'string';
  }
}
