/** Compares declared fields with live fields, and both with the fingerprints of the last apply, which show who has changed a field since. Omitted fields are ignored. */
import type { Address } from '../../core/address.ts';
import { isEqual } from '../../core/compare.ts';
import { titleWithArticle } from '../../core/count.ts';
import { maskCredentialsInValue } from '../../core/credentials.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { isFingerprintOf, sha256Hex } from '../../core/digest.ts';
import { codePointText, findHidden } from '../../core/hidden.ts';
import { type DesiredValue, isReference, mapOrEmpty, type Value } from '../../core/state.ts';
import {
  certificatesIn,
  type FieldShape,
  isCondition,
  isNotReturned,
  isSetAtCreation,
  isUnexpectedlyMissing,
  wideningText,
  writtenText,
} from '../../kinds/field.ts';
import type { KindShape } from '../../kinds/shape.ts';
import type { Blocked, FieldChange, Origin } from '../result/change.ts';
import { fieldMark, fullDigest, normalizeValue, secretMark, textForMark } from './field-marks.ts';
import type { Identities } from './identities.ts';
import {
  findRewrittenParts,
  type LastApplied,
  marksOfStoredTexts,
  type Recorded,
  withoutRewrittenParts,
} from './rewritten.ts';
import { notShownText, unreadableOptionNotes } from './unread-notes.ts';
import { isWrittenAsDeclared, originOfPresence, resendReason } from './write-only.ts';

export interface Comparison {
  readonly send: { readonly [field: string]: DesiredValue };
  /** The same fields for display. */
  readonly changed: readonly FieldChange[];
  readonly replaced: readonly FieldChange[];
  readonly notes: readonly string[];
  readonly blocked?: Blocked;
  /** Fingerprints of texts on the platform that differ from the applied ones. */
  readonly stored: { readonly [mark: string]: string };
}

type Fields = { readonly [field: string]: Value };

interface Compared extends Recorded {
  readonly shape: KindShape;
  readonly declared: { readonly [field: string]: DesiredValue };
  readonly live: Fields;
  readonly identities: Identities;
}

/** Compares one matched resource, without its container. */
export function compareFields(compared: Compared): Comparison {
  const { shape, declared, live, applied, identities } = compared;
  const send: { [field: string]: DesiredValue } = {};
  const changed: FieldChange[] = [];
  const replaced: FieldChange[] = [];
  const notes: string[] = [];
  const stored: { [mark: string]: string } = {};
  let blocked: Blocked | undefined;
  for (const [name, stated] of Object.entries(declared)) {
    const field = shape.fields[name];
    if (field?.isRecorded && applied?.[name] !== undefined && !isAppliedAs(applied[name], field, stated))
      notes.push(`${name} has changed since the creation, and has no effect on ${titleWithArticle(shape)} that exists`);
    if (field === undefined || isNotCompared(shape, field)) continue;
    if (field.writeOnly) {
      const displaced = displacedChanges(compared, name, stated);
      const current = displaced.length === 0 ? live[name] : null;
      if (isWrittenAsDeclared(field, stated, live[name], applied?.[name]) && displaced.length === 0) continue;
      recordChange(name, field, stated, current);
      changed.push(...displaced);
      continue;
    }
    const parts = findRewrittenParts(compared, name, field, stated, live[name]);
    notes.push(...parts.map(({ text }) => text));
    const wanted = withoutRewrittenParts(name, field, stated, parts);
    if (wanted === undefined || !differsFromLive(field, wanted, live[name], identities)) continue;
    Object.assign(stored, marksOfStoredTexts(compared, name, field, wanted, live[name]));
    if (isUnexpectedlyMissing(field, live[name])) {
      const isSent = field.change === undefined && !isAppliedAs(applied?.[name], field, wanted);
      notes.push(notShownText(name, isSent));
      if (!isSent) continue;
    }
    if (field.change === 'note') notes.push(unchangeableNote(name, field, wanted, live[name], identities));
    else if (field.change === 'replace') {
      replaced.push(shownChange(name, field, wanted, live[name], identities));
      notes.push(...valueNotes(name, field, wanted));
    } else {
      recordChange(name, field, wanted, live[name]);
      changed.push(...displacedChanges(compared, name, wanted));
    }
    if (field.oneWay && wanted === false) blocked = irreversibleBlock(shape, name);
  }
  return withoutUndefined({ send, changed, replaced, notes, blocked, stored });

  function recordChange(name: string, field: FieldShape, wanted: DesiredValue, current: Value | undefined) {
    const { part, change, about } = describeChange(compared, name, field, wanted, current);
    send[name] = part;
    changed.push(change);
    notes.push(...about);
  }
}

function describeChange(
  compared: Compared,
  name: string,
  field: FieldShape,
  wanted: DesiredValue,
  current: Value | undefined,
) {
  const { identities } = compared;
  const part = field.type.is === 'keyed' ? differingKeys(wanted as Fields, mapOrEmpty(current)) : wanted;
  const before = field.type.is === 'keyed' ? pickKeys(mapOrEmpty(current), Object.keys(part as Fields)) : current;
  const origin = originOfChange(name, field, part, before, compared, identities);
  const highRisk = wideningText(field, current, wanted);
  const change: FieldChange = {
    ...shownChange(name, field, part, before, identities),
    ...(isNotReturned(field, current) ? { isNotReturned: true as const } : {}),
    ...withoutUndefined({ origin, highRisk }),
  };
  const isFirst = field.writeOnly === true && compared.applied?.[name] === undefined;
  const unread = isFirst ? resendReason(name, field, wanted, current) : [];
  const about = [...unread, ...valueNotes(name, field, part), ...unreadableOptionNotes(field, part, before)];
  return { part, change, about };
}

function isNotCompared(shape: KindShape, field: FieldShape) {
  return (
    field.writtenBy === 'move' || isSetAtCreation(field) || (shape.hasSecretId && field.change === 'note') === true
  );
}

function isAppliedAs(mark: string | undefined, field: FieldShape, wanted: DesiredValue) {
  return mark !== undefined && isDeclaredMark(mark, field, wanted);
}

/** Fields that lose their value because the object can have only one of them. */
export function displacedFields(
  { exactlyOneOf = [], fields }: KindShape,
  name: string,
  declared: { readonly [field: string]: DesiredValue },
  live: Fields,
): readonly (readonly [string, FieldShape])[] {
  if (!exactlyOneOf.includes(name)) return [];
  return exactlyOneOf.flatMap((other) => {
    const field = fields[other];
    const isThere = !(other in declared) && live[other] !== undefined && live[other] !== null;
    return field !== undefined && isThere ? [[other, field] as const] : [];
  });
}

/** The write-only field cannot be compared, but the fields that it replaces can. */
function displacedChanges(
  { shape, declared, live, applied, identities }: Compared,
  name: string,
  wanted: DesiredValue,
): FieldChange[] {
  return displacedFields(shape, name, declared, live).map(([other, field]) => {
    const origin = originOfDisplaced({ name: other, field, live: live[other] }, { name, wanted }, applied, identities);
    return { ...shownChange(other, field, undefined, live[other], identities), ...withoutUndefined({ origin }) };
  });
}

function unchangeableNote(
  name: string,
  field: FieldShape,
  wanted: DesiredValue,
  live: Value | undefined,
  identities: Identities,
) {
  const { before = null, after = null } = shownChange(name, field, wanted, live, identities);
  if (isNotReturned(field, live))
    return `the platform does not return ${name}, and cannot change it to ${JSON.stringify(after)}`;
  return `${name} is ${JSON.stringify(before)} on the platform and cannot be changed to ${JSON.stringify(after)}`;
}

function irreversibleBlock(shape: KindShape, name: string): Blocked {
  return {
    code: 'B-IRREVERSIBLE',
    reason: `the platform's API cannot turn ${name} of ${titleWithArticle(shape)} off`,
    hint: `turn it off on the platform, or omit ${name}`,
  };
}

export function differsFromLive(
  field: FieldShape,
  wanted: DesiredValue,
  live: Value | undefined,
  identities: Identities,
): boolean {
  if (field.type.is === 'ref' && isReference(wanted)) {
    const id = identities.idOf(wanted.ref);
    return id === undefined || id !== live;
  }
  if (wanted === live) return false;
  if (field.type.is === 'keyed') return Object.keys(differingKeys(wanted as Fields, mapOrEmpty(live))).length > 0;
  return !isEqual(normalizeValue(field, wanted as Value), normalizeValue(field, live));
}

function differingKeys(wanted: Fields, live: Fields): Fields {
  return Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => !(key in live) || !isEqual(value, live[key])),
  );
}

function pickKeys(map: Fields, keys: readonly string[]): Value | undefined {
  const known = keys.filter((key) => key in map);
  return known.length === 0 ? undefined : Object.fromEntries(known.map((key) => [key, map[key] ?? null]));
}

/** A field before and after for display: secrets and credentials in URLs as digests, references as addresses. */
export function shownChange(
  name: string,
  field: FieldShape,
  wanted: DesiredValue | undefined,
  live: Value | undefined,
  identities: Identities,
): FieldChange {
  return {
    field: name,
    before: printableValue(field, live, identities),
    after: printableValue(field, wanted, identities),
    ...(field.type.is === 'ref' ? { isReference: true } : {}),
    ...(isCondition(field) ? { isShownInFull: true } : {}),
  };
}

function printableValue(field: FieldShape, value: DesiredValue | undefined, identities: Identities): Value | undefined {
  if (value === undefined) return undefined;
  if (field.type.is === 'ref' && isReference(value)) return value.ref;
  if (value === null) return null;
  if (field.secret === 'digest')
    return `sha256:${sha256Hex(typeof value === 'string' ? writtenText(field.type, value) : JSON.stringify(value))}`;
  if (field.type.is === 'ref' && typeof value === 'string') return identities.addressOf(field.type.to, value) ?? value;
  return maskCredentialsInValue(typeof value === 'string' ? writtenText(field.type, value) : (value as Value));
}

/** More characters are only counted. */
const maxNamed = 3;

/** What a reviewer cannot see in the printed value: hidden characters, and the last day of a certificate. */
export function valueNotes(name: string, { type }: FieldShape, value: DesiredValue): readonly string[] {
  const isCertificate = type.is === 'text' && type.format === 'pem' && typeof value === 'string';
  const days = isCertificate ? certificatesIn(value)?.map(({ expires }) => expires) : undefined;
  const expiry = days === undefined ? [] : [`${name} is valid until ${days.join(' and ')}`];
  return [...expiry, ...hiddenNotes(name, value)];
}

function hiddenNotes(name: string, value: DesiredValue): readonly string[] {
  if (typeof value === 'string') return textNotes(name, value);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, DesiredValue]) => [
    ...(Array.isArray(value) ? [] : textNotes(`a key of ${name}`, key)),
    ...hiddenNotes(Array.isArray(value) ? name : `${name}.${key}`, inner),
  ]);
}

function textNotes(name: string, text: string): readonly string[] {
  const places: string[] = [];
  let found = 0;
  for (const { at, character } of findHidden(text)) {
    found += 1;
    if (found <= maxNamed) places.push(`${codePointText(character)} at character ${at + 1}`);
  }
  if (found === 0) return [];
  const rest = found > maxNamed ? ` and ${found - maxNamed} more` : '';
  return [`${name} contains invisible characters: ${places.join(', ')}${rest}`];
}

/** The fingerprints of a resource as declared. Fields that are not compared have none. */
export function computeLastApplied(
  shape: KindShape,
  declared: { readonly [field: string]: DesiredValue },
): LastApplied {
  const lastApplied: { [field: string]: string } = {};
  for (const [name, wanted] of Object.entries(declared)) {
    const field = shape.fields[name];
    if (field === undefined || field.change === 'note' || (isSetAtCreation(field) && !field.isRecorded)) continue;
    if (field.writeOnly) lastApplied[name] = fullDigest(wanted);
    else if (field.type.is === 'keyed') {
      for (const [key, value] of Object.entries(mapOrEmpty(wanted as Value)))
        lastApplied[`${name}.${key}`] = fieldMark(field, value);
    } else lastApplied[name] = declaredMark(field, wanted);
  }
  return lastApplied;
}

/** Who changed a field since the last apply. Undefined: unknown. */
export function originOfChange(
  name: string,
  field: FieldShape,
  wanted: DesiredValue,
  live: Value | undefined,
  { applied, rewritten = {} }: Recorded,
  identities: Pick<Identities, 'addressOf'>,
): Origin | undefined {
  if (applied === undefined || isUnexpectedlyMissing(field, live)) return undefined;
  if (field.writeOnly) return originOfPresence(field, wanted, live, applied[name]);
  // The temporary value comes from an interrupted apply, not from a change outside docform.
  if (field.unique !== undefined && isTemporary(live)) return 'configuration';
  if (field.type.is === 'keyed') {
    const now = mapOrEmpty(live);
    const parts = Object.entries(mapOrEmpty(wanted as Value)).map(([key, value]) => {
      const mark = `${name}.${key}`;
      const part = originBetween(applied[mark], fieldMark(field, value), fieldMark(field, now[key]), rewritten[mark]);
      // A single value cannot be removed. It was deleted together with the object of its key.
      return part === 'both' && !(key in now) ? undefined : part;
    });
    return parts.includes('both') ? 'both' : parts.every((part) => part === parts[0]) ? parts[0] : undefined;
  }
  return originBetween(applied[name], declaredMark(field, wanted), liveMark(field, live, identities), rewritten[name]);
}

/** The fingerprint of a declared field, or of one value of a map. */
export function declaredMark(field: FieldShape, wanted: DesiredValue): string {
  return fieldMark(field, isReference(wanted) ? wanted.ref : (wanted as Value));
}

export function isDeclaredMark(mark: string, field: FieldShape, wanted: DesiredValue): boolean {
  const text = textForMark(field, isReference(wanted) ? wanted.ref : (wanted as Value));
  return field.secret === undefined ? isFingerprintOf(text, mark) : secretMark(text) === mark;
}

export function liveMark(
  field: FieldShape,
  live: Value | undefined,
  identities: Pick<Identities, 'addressOf'>,
): string {
  const isId = field.type.is === 'ref' && typeof live === 'string';
  return fieldMark(field, isId && field.type.is === 'ref' ? (identities.addressOf(field.type.to, live) ?? live) : live);
}

/** The same for a value that another field replaces, because an object can have only one of them. The ledger has no fingerprint for changes of the configuration alone. */
function originOfDisplaced(
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
  return wanted === fullDigest(by.wanted) ? 'platform' : 'both';
}

function originBetween(
  applied: string | undefined,
  wanted: string,
  live: string,
  rewritten: string | undefined,
): Origin | undefined {
  if (applied === undefined) return undefined;
  if (applied === live || rewritten === live) return 'configuration';
  return applied === wanted ? 'platform' : 'both';
}

/** The fingerprints, with former ones for fields that `isFormer` selects: these are not applied yet. */
export function keepFormerMarks(
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

/** Recognizable on the platform, and equal in every plan. */
export function temporaryValue(address: Address): string {
  return `docform-tmp-${sha256Hex(address).slice(0, 8)}`;
}

/** Only docform sets such a value. An interrupted run left it. */
function isTemporary(value: Value | undefined) {
  return typeof value === 'string' && /^docform-tmp-[0-9a-f]{8}$/.test(value);
}
