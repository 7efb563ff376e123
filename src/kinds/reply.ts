/** Takes objects out of what the platform answers, checking no more than what a kind needs of them. */
import { isJsonObject, type JsonObject } from '../core/json-object.ts';
import type { Value } from '../core/value.ts';
import type { Decoded } from './reading.ts';

/** An item of a list, or a part of one; undefined: it is none. */
export function itemOf(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** A text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The id inside an embedded object, or the id itself where the platform gives only that. */
export function idIn(value: unknown): string | undefined {
  return textOf(value) ?? textOf(itemOf(value)?.id);
}

export interface ItemMembers {
  /** Member that is the id; default `id`. */
  readonly id?: string;
  /** Texts without which the item cannot be told from others. */
  readonly needs?: readonly string[];
  /** Copied where present. */
  readonly may?: readonly string[];
}

/** The id and the named members of an item; undefined: it is not what it should be. */
export function readItem(value: unknown, wanted: ItemMembers): Decoded | undefined {
  const item = itemOf(value);
  const id = textOf(item?.[wanted.id ?? 'id']);
  if (item === undefined || id === undefined) return undefined;
  const fields: { [field: string]: Value } = {};
  for (const name of wanted.needs ?? none) {
    const text = item[name];
    if (typeof text !== 'string') return undefined;
    fields[name] = text;
  }
  // What comes here was parsed from JSON, so every member is a plain value.
  for (const name of wanted.may ?? none) if (item[name] !== undefined) fields[name] = item[name] as Value;
  return { id, fields };
}

const none: readonly string[] = [];

/** A decoder for kinds whose field names are the platform's. */
export function decodeItem(wanted: ItemMembers): (value: unknown) => Decoded | undefined {
  return (value) => readItem(value, wanted);
}

/** What was just read of an item, with further fields; those that are undefined are left out. */
export function withFields<D extends Decoded>(decoded: D, more: { readonly [field: string]: Value | undefined }): D {
  const fields: { [field: string]: Value } = decoded.fields;
  for (const name in more) if (more[name] !== undefined) fields[name] = more[name];
  return decoded;
}

/** The same object, marked where the platform flags it as the default among its siblings. */
export function flagged(value: unknown, decoded: Decoded): Decoded {
  return itemOf(value)?.default === true ? { ...decoded, isDefault: true } : decoded;
}

/** The id of the only one of the embedded objects that is flagged as the default. */
export function flaggedAmong(items: unknown): string | undefined {
  const found = Array.isArray(items) ? items.filter((item) => itemOf(item)?.default === true) : [];
  return found.length === 1 ? idIn(found[0]) : undefined;
}
