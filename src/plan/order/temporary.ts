/** The temporary value that one object takes when unique values change hands in a ring. */
import type { Address } from '../../core/address.ts';
import { sha256Hex } from '../../core/digest.ts';
import type { Value } from '../../core/value.ts';

/** Recognisable on the platform, and the same in every plan. */
export function temporaryValue(address: Address): string {
  return `docform-tmp-${sha256Hex(address).slice(0, 8)}`;
}

/** Nobody but docform sets such a value: a run that ended in the middle of a ring has left it. */
export function isTemporary(value: Value | undefined): boolean {
  return typeof value === 'string' && /^docform-tmp-[0-9a-f]{8}$/.test(value);
}
