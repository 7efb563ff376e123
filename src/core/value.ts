/** Field values, as configuration, platform and plan share them. */
import type { Address } from './address.ts';
import { jsonObjectOf } from './json-object.ts';

export type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };

/** A declared reference, resolved to an address. */
export interface Reference {
  readonly ref: Address;
}

/** A declared field: a value or a reference. */
export type DesiredValue = Value | Reference;

export function isReference(value: DesiredValue | undefined): value is Reference {
  return (
    typeof value === 'object' &&
    value !== null &&
    'ref' in value &&
    typeof value.ref === 'string' &&
    Object.keys(value).length === 1
  );
}

/** The map, or an empty one for any other value. */
export function asMap(value: DesiredValue | undefined): { readonly [key: string]: Value } {
  return jsonObjectOf(value) as { readonly [key: string]: Value };
}
