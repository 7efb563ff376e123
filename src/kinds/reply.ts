/** Parses objects of API responses, and checks only what a kind needs. */
import { isJsonObject, type JsonObject } from '../core/json-object.ts';
import type { KindName } from '../core/state.ts';
import type { Value } from '../core/value.ts';
import type { Decoded } from './reading.ts';

export function itemOf(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** Empty texts count as missing. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The id of an embedded object, which the platform can also represent by its id alone. */
export function idIn(value: unknown): string | undefined {
  return textOf(value) ?? textOf(itemOf(value)?.id);
}

export interface ItemMembers {
  /** Default: `id`. */
  readonly id?: string;
  readonly needs?: readonly string[];
  /** Copied if present. */
  readonly may?: readonly string[];
}

/** undefined: a required property is missing. */
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
  // Parsed JSON contains only plain values.
  for (const name of wanted.may ?? none) if (item[name] !== undefined) fields[name] = item[name] as Value;
  return { id, fields };
}

const none: readonly string[] = [];

export function decodeItem(wanted: ItemMembers): (value: unknown) => Decoded | undefined {
  return (value) => readItem(value, wanted);
}

/** Omits undefined values. Changes `decoded`. */
export function withFields<D extends Decoded>(decoded: D, more: { [field: string]: Value | undefined }): D {
  const fields: { [field: string]: Value } = decoded.fields;
  for (const name in more) if (more[name] !== undefined) fields[name] = more[name];
  return decoded;
}

export function flagged(value: unknown, decoded: Decoded): Decoded {
  return itemOf(value)?.default === true ? { ...decoded, isDefault: true } : decoded;
}

export function embedding(decoded: Decoded | undefined, kind: KindName, items: unknown): Decoded | undefined {
  const ids = Array.isArray(items) ? items.flatMap((item) => idIn(item) ?? []) : none;
  return decoded === undefined || ids.length === 0 ? decoded : { ...decoded, embeds: { [kind]: ids } };
}

/** Adds the id of the section group that contains the item; null at the root. */
export function inGroup(value: unknown, decoded: Decoded | undefined): Decoded | undefined {
  return decoded && withFields(decoded, { group: textOf(itemOf(value)?.sectionGroup) ?? null });
}

/** undefined unless exactly one item has the flag. */
export function flaggedAmong(items: unknown): string | undefined {
  const found = Array.isArray(items) ? items.filter((item) => itemOf(item)?.default === true) : [];
  return found.length === 1 ? idIn(found[0]) : undefined;
}
