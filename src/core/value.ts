/** Values of fields as configuration, platform and plan share them. */
import type { Address } from './address.ts';
import { jsonObjectOf } from './json-object.ts';

export type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };

/** A desired reference by key, resolved to the address of what it names. */
export interface Reference {
  readonly ref: Address;
}

/** What configuration may say for a field: a value, or a reference. */
export type DesiredValue = Value | Reference;

export function isReference(value: DesiredValue | undefined): value is Reference {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length === 1 &&
    'ref' in value &&
    typeof value.ref === 'string'
  );
}

/** A map as it is; anything else as an empty one. */
export function asMap(value: DesiredValue | undefined): { readonly [key: string]: Value } {
  return jsonObjectOf(value) as { readonly [key: string]: Value };
}
