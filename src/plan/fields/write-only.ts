/** Compares write-only values: by the digest of the applied value, and by the presence of a value if the platform shows that. */
import type { DesiredValue, Value } from '../../core/state.ts';
import { differsInPresence, type FieldShape } from '../../kinds/field.ts';
import type { Origin } from '../result/change.ts';
import { fullDigest } from './field-marks.ts';

export function isWrittenAsDeclared(
  field: FieldShape,
  wanted: DesiredValue,
  live: Value | undefined,
  applied: string | undefined,
): boolean {
  if (differsInPresence(field, wanted, live)) return false;
  return applied === fullDigest(wanted) || (field.isPresenceShown === true && live === wanted);
}

/** Whether the configuration or somebody else added or removed the value. undefined: the presence is as declared, or its cause is unknown. */
export function originOfPresence(
  field: FieldShape,
  wanted: DesiredValue,
  live: Value | undefined,
  applied: string | undefined,
): Origin | undefined {
  if (applied === undefined || !differsInPresence(field, wanted, live)) return undefined;
  if ((applied === fullDigest(null)) === (live === null)) return 'configuration';
  return applied === fullDigest(wanted) ? 'platform' : 'both';
}

/** The reason why a value without a digest in the ledger is sent. None if the platform shows that the value differs: null is no value. */
export function resendReason(
  name: string,
  field: FieldShape,
  wanted: DesiredValue,
  live: Value | undefined,
): readonly string[] {
  if (live === null && wanted !== null) return [];
  if (differsInPresence(field, wanted, live)) return [];
  const what = field.isPresenceShown
    ? `the platform can return another URL for ${name}`
    : `the platform never returns ${name}`;
  return [`${what}, and the ledger has no applied value, so docform sends the field`];
}
