/** Values last applied, kept in the ledger as a mark (a digest) per field: they tell who made a field differ since. */
import { canonicalJson } from '../../core/canonical.ts';
import { sha256Hex } from '../../core/digest.ts';
import { fingerprint, isFingerprintOf } from '../../core/fingerprint.ts';
import { asMap, type DesiredValue, isReference, type Value } from '../../core/value.ts';
import { type FieldShape, isReadOnce } from '../../kinds/field.ts';
import type { KindShape } from '../../kinds/shape.ts';
import type { Origin } from '../change.ts';
import type { Identities } from '../identity/identity.ts';
import { normal } from '../normal.ts';
import { isTemporary } from '../order/temporary.ts';

/** Marks by field; those of a map that is compared key by key stand under `field.key`. */
export interface LastApplied {
  readonly [field: string]: string;
}

/** The marks of a resource once it is as it is declared. Fields that are not compared afterwards have none. */
export function lastAppliedOf(shape: KindShape, declared: { readonly [field: string]: DesiredValue }): LastApplied {
  const lastApplied: { [field: string]: string } = {};
  for (const [name, wanted] of Object.entries(declared)) {
    const field = shape.fields[name];
    if (field === undefined || field.change === 'note' || isReadOnce(field)) continue;
    if (field.writeOnly) lastApplied[name] = digestOf(wanted);
    else if (field.type.is === 'keyed') {
      for (const [key, value] of Object.entries(asMap(wanted as Value)))
        lastApplied[`${name}.${key}`] = markOf(field, value);
    } else lastApplied[name] = declaredMark(field, wanted);
  }
  return lastApplied;
}

/** Who made a field differ from what was last applied; undefined where no mark tells. */
export function originOf(
  name: string,
  field: FieldShape,
  wanted: DesiredValue,
  live: Value | undefined,
  applied: LastApplied | undefined,
  identities: Pick<Identities, 'addressOf'>,
): Origin | undefined {
  if (applied === undefined || field.writeOnly) return undefined;
  // Whatever was applied last: the value in between is nobody's wish.
  if (field.unique !== undefined && isTemporary(live)) return 'configuration';
  if (field.type.is === 'keyed') {
    const now = asMap(live);
    const parts = Object.entries(asMap(wanted as Value)).map(([key, value]) => {
      const part = originBetween(applied[`${name}.${key}`], markOf(field, value), markOf(field, now[key]));
      // Nobody can take a single value away: it went with what its key names, which is no wish for another one.
      return part === 'both' && !(key in now) ? undefined : part;
    });
    return parts.includes('both') ? 'both' : parts.every((part) => part === parts[0]) ? parts[0] : undefined;
  }
  return originBetween(applied[name], declaredMark(field, wanted), liveMark(field, live, identities));
}

/** The mark of a field as it is declared; of one that is compared key by key, of one key's value. */
export function declaredMark(field: FieldShape, wanted: DesiredValue): string {
  return markOf(field, isReference(wanted) ? wanted.ref : (wanted as Value));
}

/** Whether a mark is that of a field as it is declared. */
export function isDeclaredMark(mark: string, field: FieldShape, wanted: DesiredValue): boolean {
  const text = markedText(field, isReference(wanted) ? wanted.ref : (wanted as Value));
  return field.secret === undefined ? isFingerprintOf(text, mark) : secretMark(text) === mark;
}

/** The mark of a field as it is on the platform; a reference has that of the address it leads to. */
export function liveMark(
  field: FieldShape,
  live: Value | undefined,
  identities: Pick<Identities, 'addressOf'>,
): string {
  const isId = field.type.is === 'ref' && typeof live === 'string';
  return markOf(field, isId && field.type.is === 'ref' ? (identities.addressOf(field.type.to, live) ?? live) : live);
}

/** The same of a value that goes as another field gets one, where an object has only one of the two. Of what only the configuration changed nothing is said, as no mark of it is kept. */
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

/** It tells who changed a field, and nothing is approved by it. */
function markOf(field: FieldShape, value: Value | undefined): string {
  const text = markedText(field, value);
  return field.secret === undefined ? fingerprint(text) : secretMark(text);
}

function markedText(field: FieldShape, value: Value | undefined): string {
  return canonicalJson(normal(field, value));
}

/** What must not be read back from its mark has a digest that does not give short values away any sooner than SHA-256 does. */
function secretMark(text: string): string {
  return sha256Hex(text).slice(0, 16);
}

/** Digest of a value, for fields the platform never answers with: whole, as it alone decides whether the field is sent. */
export function digestOf(value: DesiredValue): string {
  return sha256Hex(typeof value === 'string' ? value : JSON.stringify(value));
}

/** The marks, but of the fields that `isFormer` names those from before: such a field is not, or not yet, as it is declared. */
export function withFormer(
  lastApplied: LastApplied,
  former: LastApplied | undefined,
  isFormer: (field: string, mark: string) => boolean,
): LastApplied | undefined {
  const kept = Object.entries(lastApplied).flatMap(([mark, value]) => {
    const known = isFormer(mark.split('.', 1)[0] ?? mark, mark) ? former?.[mark] : value;
    return known === undefined ? [] : [[mark, known] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
