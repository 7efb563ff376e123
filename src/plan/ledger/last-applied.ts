/** Fingerprints of the last applied value of each field. They show who has changed a field since. */

import type { Address } from '../../core/address.ts';
import { fingerprint, isFingerprintOf, sha256Hex } from '../../core/digest.ts';
import { canonicalJson } from '../../core/json.ts';
import { asMap, type DesiredValue, isReference, type Value } from '../../core/state.ts';
import { comparedText, type FieldShape, isReadOnce, isUnshown } from '../../kinds/field.ts';
import type { KindShape } from '../../kinds/shape.ts';
import type { Origin } from '../change.ts';
import type { Identities } from '../identity/identity.ts';

/** Fingerprints by field, or by `field.key` for maps that are compared key by key. */
export interface LastApplied {
  readonly [field: string]: string;
}

/** The fingerprints of a resource as declared. Fields that are not compared have none. */
export function lastAppliedOf(shape: KindShape, declared: { readonly [field: string]: DesiredValue }): LastApplied {
  const lastApplied: { [field: string]: string } = {};
  for (const [name, wanted] of Object.entries(declared)) {
    const field = shape.fields[name];
    if (field === undefined || field.change === 'note' || (isReadOnce(field) && !field.isRecorded)) continue;
    if (field.writeOnly) lastApplied[name] = digestOf(wanted);
    else if (field.type.is === 'keyed') {
      for (const [key, value] of Object.entries(asMap(wanted as Value)))
        lastApplied[`${name}.${key}`] = markOf(field, value);
    } else lastApplied[name] = declaredMark(field, wanted);
  }
  return lastApplied;
}

/** Who changed a field since the last apply. Undefined: unknown. */
export function originOf(
  name: string,
  field: FieldShape,
  wanted: DesiredValue,
  live: Value | undefined,
  applied: LastApplied | undefined,
  identities: Pick<Identities, 'addressOf'>,
): Origin | undefined {
  if (applied === undefined || field.writeOnly || isUnshown(field, live)) return undefined;
  // The temporary value comes from an interrupted apply, not from a change outside docform.
  if (field.unique !== undefined && isTemporary(live)) return 'configuration';
  if (field.type.is === 'keyed') {
    const now = asMap(live);
    const parts = Object.entries(asMap(wanted as Value)).map(([key, value]) => {
      const part = originBetween(applied[`${name}.${key}`], markOf(field, value), markOf(field, now[key]));
      // A single value cannot be removed. It was deleted together with the object of its key.
      return part === 'both' && !(key in now) ? undefined : part;
    });
    return parts.includes('both') ? 'both' : parts.every((part) => part === parts[0]) ? parts[0] : undefined;
  }
  return originBetween(applied[name], declaredMark(field, wanted), liveMark(field, live, identities));
}

/** The fingerprint of a declared field, or of one value of a map. */
export function declaredMark(field: FieldShape, wanted: DesiredValue): string {
  return markOf(field, isReference(wanted) ? wanted.ref : (wanted as Value));
}

export function isDeclaredMark(mark: string, field: FieldShape, wanted: DesiredValue): boolean {
  const text = markedText(field, isReference(wanted) ? wanted.ref : (wanted as Value));
  return field.secret === undefined ? isFingerprintOf(text, mark) : secretMark(text) === mark;
}

export function liveMark(
  field: FieldShape,
  live: Value | undefined,
  identities: Pick<Identities, 'addressOf'>,
): string {
  const isId = field.type.is === 'ref' && typeof live === 'string';
  return markOf(field, isId && field.type.is === 'ref' ? (identities.addressOf(field.type.to, live) ?? live) : live);
}

/** The same for a value that another field replaces, because an object can have only one of them. The ledger has no fingerprint for changes of the configuration alone. */
export function originOfDisplaced(
  displaced: { readonly name: string; readonly field: FieldShape; readonly live: Value | undefined },
  by: { readonly name: string; readonly wanted: DesiredValue },
  applied: LastApplied | undefined,
  identities: Pick<Identities, 'addressOf'>,
): Origin | undefined {
  const former = applied?.[displaced.name];
  if (former !== undefined)
    return former === liveMark(displaced.field, displaced.live, identities) ? undefined : 'both';
  const wanted = applied?.[by.name];
  if (wanted === undefined) return undefined;
  return wanted === digestOf(by.wanted) ? 'platform' : 'both';
}

function originBetween(applied: string | undefined, wanted: string, live: string): Origin | undefined {
  if (applied === undefined) return undefined;
  if (applied === live) return 'configuration';
  return applied === wanted ? 'platform' : 'both';
}

function markOf(field: FieldShape, value: Value | undefined): string {
  const text = markedText(field, value);
  return field.secret === undefined ? fingerprint(text) : secretMark(text);
}

function markedText(field: FieldShape, value: Value | undefined): string {
  return canonicalJson(normal(field, value));
}

/** Secrets use SHA-256, because other digests reveal short values sooner. */
function secretMark(text: string): string {
  return sha256Hex(text).slice(0, 16);
}

/** Full digest for write-only fields, because only this digest decides whether the field is sent. */
export function digestOf(value: DesiredValue): string {
  return sha256Hex(typeof value === 'string' ? value : JSON.stringify(value));
}

/** The fingerprints, with former ones for fields that `isFormer` selects: these are not applied yet. */
export function withFormer(
  lastApplied: LastApplied,
  former: LastApplied | undefined,
  isFormer: (field: string, mark: string) => boolean,
): LastApplied | undefined {
  const kept: { [mark: string]: string } = {};
  for (const mark in lastApplied) {
    const known = isFormer(mark.split('.', 1)[0] ?? mark, mark) ? former?.[mark] : lastApplied[mark];
    if (known !== undefined) kept[mark] = known;
  }
  return Object.keys(kept).length === 0 ? undefined : kept;
}

/** The platform omits empty values: absent, null, false, "" and empty lists and maps are the same. */
export function normal(field: FieldShape, value: Value | undefined): Value {
  if (value === undefined || value === null || value === '' || value === false) return null;
  if (Array.isArray(value)) {
    if (value.length === 0) return null;
    return field.type.is === 'list' && field.type.compare === 'set' ? [...value].sort() : value;
  }
  if (typeof value === 'object') return Object.keys(value).length === 0 ? null : value;
  if (typeof value !== 'string') return value;
  return field.caseFolded ? value.toLowerCase() : comparedText(field.type, value);
}

/** Recognizable on the platform, and equal in every plan. */
export function temporaryValue(address: Address): string {
  return `docform-tmp-${sha256Hex(address).slice(0, 8)}`;
}

/** Only docform sets such a value. An interrupted run left it. */
function isTemporary(value: Value | undefined): boolean {
  return typeof value === 'string' && /^docform-tmp-[0-9a-f]{8}$/.test(value);
}
