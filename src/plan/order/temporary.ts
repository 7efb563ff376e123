/** The temporary value for swaps of unique values. */
import type { Address } from '../../core/address.ts';
import { sha256Hex } from '../../core/digest.ts';
import type { Value } from '../../core/state.ts';

/** Recognizable on the platform, and equal in every plan. */
export function temporaryValue(address: Address): string {
  return `docform-tmp-${sha256Hex(address).slice(0, 8)}`;
}

/** Only docform sets such a value. An interrupted run left it. */
export function isTemporary(value: Value | undefined): boolean {
  return typeof value === 'string' && /^docform-tmp-[0-9a-f]{8}$/.test(value);
}
