/** How objects of a kind are read: by list if the contract has one. Parses only the members that the kind needs. */
import type { Call } from '../contract/endpoint.ts';
import { withoutUndefined } from '../core/defined.ts';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import type { SyncTimes } from '../core/stalled-sync.ts';
import type { KindName, LiveObject, Value } from '../core/state.ts';

/** A live object as a response shows it. `parentId` is set if the item names its parent. */
export interface Decoded extends Omit<LiveObject, 'kind' | 'parentId'> {
  readonly parentId?: string;
  /** The default among its siblings. */
  readonly isDefault?: true;
  /** Ids of objects that the item embeds, by kind. A list of the kind without one of them is incomplete. */
  readonly embeds?: { readonly [kind: KindName]: readonly string[] };
}

export interface ReadInput {
  readonly organization: string;
  /** Id of the parent; empty at the top level. */
  readonly parentId: string;
  /** Id of the nearest ancestor of this kind; empty if there is none. */
  readonly up: (kind: string) => string;
}

export type Reading =
  | {
      readonly by: 'list';
      readonly call: (input: ReadInput) => Call;
      readonly decode: (item: unknown) => Decoded | undefined;
      /** For a list that is the tree of all items of a site. */
      readonly tree?: {
        readonly pick: (items: readonly unknown[]) => readonly unknown[];
        /** The order of the members of each container by its id; empty: the root. */
        readonly orders: (items: readonly unknown[]) => ReadonlyMap<string, readonly string[]>;
      };
      readonly one?: (input: ReadInput, id: string) => Call;
      /** The permission that, besides `admin`, guarantees a complete list. */
      readonly shownWith?: 'listMembers' | 'listTeams';
      /**
       * How the order in a site appears. `depth-first`: the list follows the structure. `by-members`: at its first
       * listed member. `as-listed`: the list has the order of each container. `in-structure`: the shared list is a tree
       * of all items of the site.
       */
      readonly placed?: 'depth-first' | 'by-members' | 'as-listed' | 'in-structure';
      /** Most containers have an empty list: read only where the configuration or the ledger mentions the list, or on request. */
      readonly isOptional?: true;
      /** Objects have permission levels, so the list omits objects that the caller cannot see. */
      readonly isLeveled?: true;
    }
  /** A singleton; 404 means that it does not exist. */
  | {
      readonly by: 'object';
      /** Read only where the configuration or the ledger mentions the object. */
      readonly isOptional?: true;
      readonly call: (input: ReadInput) => Call;
      readonly decode: (reply: unknown, input: ReadInput) => Decoded | undefined;
    }
  /** One request per declared id, because the contract has no list. */
  | {
      readonly by: 'id';
      readonly call: (input: ReadInput, id: string) => Call;
      readonly decode: (reply: unknown) => Decoded | undefined;
    }
  /** Spaces have no complete list: docform finds them through an admin, collections and site-spaces. */
  | {
      readonly by: 'discovery';
      readonly isLeveled: true;
      /** The complete list, in dialects that have one. */
      readonly all?: (input: ReadInput) => Call;
      readonly call: (input: ReadInput, id: string) => Call;
      readonly decode: (item: unknown) => Decoded | undefined;
    };

export function objectOrUndefined(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** Empty texts count as missing. */
export function textOrUndefined(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Only ids that can be a part of a path: without lone surrogates, and no `.` or `..`. */
function idUsableInPath(value: unknown): string | undefined {
  const id = textOrUndefined(value);
  return id === undefined || id === '.' || id === '..' || /\p{Cs}/u.test(id) ? undefined : id;
}

/** The id of an embedded object, which the platform can also represent by its id alone. */
export function embeddedId(value: unknown): string | undefined {
  return idUsableInPath(value) ?? idUsableInPath(objectOrUndefined(value)?.id);
}

interface ItemMembers {
  readonly id?: string;
  readonly needs?: readonly string[];
  readonly may?: readonly string[];
}

export function decodeMembers(value: unknown, wanted: ItemMembers): Decoded | undefined {
  const item = objectOrUndefined(value);
  const id = idUsableInPath(item?.[wanted.id ?? 'id']);
  if (item === undefined || id === undefined) return undefined;
  const { needs = none, may = none } = wanted;
  if (!needs.every((name) => typeof item[name] === 'string')) return undefined;
  const fields: { [field: string]: Value } = {};
  // Parsed JSON contains only plain values.
  const keep = (name: string) => {
    if (item[name] !== undefined) fields[name] = item[name] as Value;
  };
  needs.forEach(keep);
  may.forEach(keep);
  return { id, fields };
}

const none: readonly string[] = [];

export function createDecoder(wanted: ItemMembers): (value: unknown) => Decoded | undefined {
  return (value) => decodeMembers(value, wanted);
}

/** Omits undefined values. Changes `decoded`. */
export function addFields<D extends Decoded>(decoded: D, more: { [field: string]: Value | undefined }): D {
  const fields: { [field: string]: Value } = decoded.fields;
  for (const name in more) if (more[name] !== undefined) fields[name] = more[name];
  return decoded;
}

export function addDefaultFlag(value: unknown, decoded: Decoded): Decoded {
  return objectOrUndefined(value)?.default === true ? { ...decoded, isDefault: true } : decoded;
}

export function addEmbeddedIds(decoded: Decoded | undefined, kind: KindName, items: unknown): Decoded | undefined {
  const ids = Array.isArray(items) ? items.flatMap((item) => embeddedId(item) ?? []) : none;
  return decoded === undefined || ids.length === 0 ? decoded : { ...decoded, embeds: { [kind]: ids } };
}

/** Adds the repository of Git Sync. Without a name, its provider. */
export function addGitSync(value: unknown, decoded: Decoded | undefined): Decoded | undefined {
  const sync = objectOrUndefined(objectOrUndefined(value)?.gitSync);
  if (sync === undefined || decoded === undefined) return decoded;
  const syncedFrom =
    textOrUndefined(sync.repoName) ?? textOrUndefined(sync.installationProvider) ?? 'an unknown repository';
  return { ...decoded, syncedFrom, ...withoutUndefined({ syncTimes: readSyncTimes(value) }) };
}

/** Missing: the platform does not show both times, or one of them is not a time. */
export function readSyncTimes(value: unknown): SyncTimes | undefined {
  const item = objectOrUndefined(value);
  const [syncedAt, changedAt] = [
    textOrUndefined(objectOrUndefined(item?.gitSync)?.updatedAt),
    textOrUndefined(item?.updatedAt),
  ];
  if (syncedAt === undefined || changedAt === undefined) return undefined;
  return [syncedAt, changedAt].some((time) => Number.isNaN(Date.parse(time))) ? undefined : { syncedAt, changedAt };
}

/** Adds the id of the section group that contains the item; null at the root. */
export function addGroupId(value: unknown, decoded: Decoded | undefined): Decoded | undefined {
  return decoded && addFields(decoded, { group: textOrUndefined(objectOrUndefined(value)?.sectionGroup) ?? null });
}

/** undefined unless exactly one item has the flag. */
export function onlyDefaultId(items: unknown): string | undefined {
  const found = Array.isArray(items) ? items.filter((item) => objectOrUndefined(item)?.default === true) : [];
  return found.length === 1 ? embeddedId(found[0]) : undefined;
}
