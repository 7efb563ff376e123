/** Fingerprints of field values for the ledger. Values that the platform treats as equal have the same fingerprint. */
import { isEqual } from '../../core/compare.ts';
import { fingerprint, sha256Hex } from '../../core/digest.ts';
import { canonicalJson } from '../../core/json.ts';
import type { DesiredValue, Value } from '../../core/state.ts';
import { comparedText, type FieldShape, type FieldType, wholeRecord } from '../../kinds/field.ts';

export function fieldMark(field: FieldShape, value: Value | undefined): string {
  const text = textForMark(field, value);
  return field.secret === undefined ? fingerprint(text) : secretMark(text);
}

export function textForMark(field: FieldShape, value: Value | undefined): string {
  return canonicalJson(normalizeValue(field, value));
}

/** Secrets use SHA-256, because other digests reveal short values sooner. */
export function secretMark(text: string): string {
  return sha256Hex(text).slice(0, 16);
}

/** The platform omits empty values: absent, null, false, "" and empty lists and maps are the same. */
export function normalizeValue(field: Pick<FieldShape, 'type' | 'caseFolded'>, value: Value | undefined): Value {
  const { type } = field;
  if (value === undefined || value === null || value === '' || value === false) return null;
  if (Array.isArray(value)) {
    if (value.length === 0) return null;
    if (type.is !== 'list') return value;
    if (type.of.is === 'record') return value.map((item) => normalizeValue({ type: type.of }, item));
    return type.compare === 'set' ? [...value].sort() : value;
  }
  if (type.is === 'record') return normalizeRecord(type, value);
  if (typeof value === 'object') return Object.keys(value).length === 0 ? null : value;
  if (typeof value !== 'string') return value;
  return field.caseFolded ? value.toLowerCase() : comparedText(field.type, value);
}

/** Without members that are empty or usual. */
function normalizeRecord(type: Extract<FieldType, { is: 'record' }>, value: Value): Value {
  const members = Object.entries(wholeRecord(type, value)).flatMap(([name, member]) => {
    const known = type.members[name];
    if (known?.usual !== undefined) return isEqual(known.usual, member) ? [] : [[name, member] as const];
    const plain = known === undefined ? member : normalizeValue(known, member);
    return plain === null ? [] : [[name, plain] as const];
  });
  return members.length === 0 ? null : Object.fromEntries(members);
}

/** Full digest for write-only fields, because only this digest decides whether the field is sent. */
export function fullDigest(value: DesiredValue): string {
  return sha256Hex(typeof value === 'string' ? value : JSON.stringify(value));
}
