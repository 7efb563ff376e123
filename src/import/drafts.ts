/** Converts the fields of live objects into declared fields, and removes those that a configuration cannot declare. */

import { checkValue } from '../config/blocks/values.ts';
import type { ProblemList } from '../config/problem-list.ts';
import type { ConfigurationNode } from '../config/yaml/node.ts';
import { type Address, byAddress, type ListAddress, topLevelAddress } from '../core/address.ts';
import { byKey, groupBy, isEqual } from '../core/compare.ts';
import { parseCondition } from '../core/condition.ts';
import { whyValueDoesNotFit } from '../core/custom-value.ts';
import { nowhere } from '../core/problem.ts';
import type { DesiredResource, DesiredValue, Live, Value } from '../core/state.ts';
import { type Amendment, type Lack, repairUntilComplete, startAmendment } from '../kinds/declaration/amendment.ts';
import { uniqueFieldClaims } from '../kinds/declaration/key.ts';
import {
  comparedText,
  type FieldShape,
  type FieldType,
  isContainerField,
  isSetAtCreation,
  writtenText,
} from '../kinds/field.ts';
import { createKeyFinder, narrowByContainer, naturalKeyOf, type Shapes } from '../kinds/shape.ts';
import type { LeftOut, Named, Names } from './names.ts';

export interface ResourceDraft extends Named {
  /** References to live objects with an address, even if these are not declared in the end. */
  readonly fields: { [field: string]: DesiredValue };
  /** Addresses that it requires. */
  readonly needs: Address[];
  readonly leftOut: LeftOut[];
  /** Why it cannot be declared. */
  out?: string;
}

/** `isCopy`: adds placeholders for required values that the API never returns. Without `names`, references are left out. */
export function draftOf(named: Named, names: Pick<Names, 'find'> | undefined, isCopy: boolean): ResourceDraft {
  const draft: ResourceDraft = {
    ...named,
    fields: {},
    needs: named.parent === null ? [] : [named.parent],
    leftOut: [],
  };
  const { key, fields } = named.shape;
  for (const [name, field] of Object.entries(fields)) {
    // The API returns the value never, perhaps in another form, or only in the response to the create.
    const isWithheld = field.writeOnly === true && !(isCopy && field.isPresenceShown);
    const isNeverShown = isWithheld || isSetAtCreation(field);
    if (key !== 'name' && key.field === name) stateKey(draft, name, field, names);
    else if (isNeverShown) keepDeclared(draft, name);
    else if (field.type.is !== 'ref') statePlain(draft, name, field, isCopy);
    else if (names !== undefined) stateReference(draft, name, field, field.type, names);
  }
  chooseSource(draft, isCopy);
  for (const what of named.object.beyond ?? []) leave(draft, what, 'docform cannot manage this');
  return draft;
}

function stateKey(draft: ResourceDraft, name: string, { type }: FieldShape, names: Pick<Names, 'find'> | undefined) {
  const id = draft.object.fields[name];
  const target = type.is === 'ref' && typeof id === 'string' ? names?.find(type.to, id) : undefined;
  draft.fields[name] = target === undefined ? draft.key : { ref: target.address };
  if (target !== undefined) draft.needs.push(target.address);
}

function keepDeclared(draft: ResourceDraft, name: string) {
  const value = draft.declared?.fields[name];
  if (value !== undefined) draft.fields[name] = value;
}

function stateReference(
  draft: ResourceDraft,
  name: string,
  field: FieldShape,
  type: Extract<FieldType, { is: 'ref' }>,
  names: Pick<Names, 'find'>,
) {
  const value = draft.object.fields[name];
  if (value === undefined || value === null) {
    if (isContainerField(field) || (isAsked(draft, name) && field.clearable)) draft.fields[name] = null;
    return;
  }
  const target = typeof value === 'string' ? names.find(type.to, value) : undefined;
  if (target === undefined) {
    const why = `it is ${typeof value === 'string' ? value : JSON.stringify(value)}, which cannot be declared`;
    if (isContainerField(field) || field.required) draft.out ??= `${name}: ${why}`;
    else leave(draft, name, why);
    return;
  }
  draft.fields[name] = { ref: target.address };
  if (isContainerField(field) || field.required) draft.needs.push(target.address);
}

function statePlain(draft: ResourceDraft, name: string, field: FieldShape, isCopy: boolean) {
  const shown = draft.object.fields[name];
  // For a copy, a missing value is best omitted.
  const live = shown ?? (isAsked(draft, name) && !isCopy ? cleared(field) : shown);
  const value = field.type.is === 'keyed' ? withoutNull(live) : isCopy ? live : asWritten(draft, name, field, live);
  if (value === undefined) return;
  if (value === null) {
    if (field.nullIsValue || (isAsked(draft, name) && field.clearable)) draft.fields[name] = null;
    else if (field.required) draft.out ??= `${name}: ${noneThere}`;
    return;
  }
  if (isLeftUnsaid(draft, name, field, value)) return;
  const why = refusalOf(field.type, value, name);
  if (why === undefined) draft.fields[name] = value;
  else if (shown === undefined || shown === null) leave(draft, name, noneThere);
  else if (field.required) draft.out ??= why;
  else leave(draft, name, why);
}

/** Keeps the declared form of an equal value; otherwise uses the form that people write. */
function asWritten({ declared }: ResourceDraft, name: string, { type }: FieldShape, live: Value | undefined) {
  if (typeof live !== 'string') return live;
  const now = declared?.fields[name];
  return typeof now === 'string' && comparedText(type, now) === comparedText(type, live)
    ? now
    : writtenText(type, live);
}

function leave(draft: ResourceDraft, field: string, why: string): void {
  draft.leftOut.push({ what: `${draft.address}: ${field}`, why, address: draft.address, field });
}

const noneThere = 'the platform has no value, which a configuration cannot express';

/** Whether the configuration declares the field already. */
function isAsked({ declared }: Named, name: string) {
  return declared?.fields[name] !== undefined;
}

/** The declared form of a value that the platform no longer has. */
function cleared({ clearable, type }: FieldShape): Value {
  if (clearable) return null;
  if (type.is === 'boolean') return false;
  if (type.is === 'list') return [];
  return type.is === 'claims' || type.is === 'keyed' || type.is === 'texts' ? {} : '';
}

/** The API returns fields without a value as null or not at all, in order of creation. */
function withoutNull(value: Value | undefined): Value | undefined {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== null);
  return Object.fromEntries(entries.sort(byKey));
}

/** Whether the value is empty or the default. */
function isLeftUnsaid(draft: ResourceDraft, name: string, field: FieldShape, value: Value) {
  if (field.required || isAsked(draft, name)) return false;
  const isMap = field.type.is === 'claims' || field.type.is === 'keyed' || field.type.is === 'texts';
  if (value === '' || (isMap && isEqual(value, {}))) return true;
  // Other responses of the API omit a list that cannot be empty.
  if (field.type.is === 'list' && (field.type.min ?? 0) > 0 && isEqual(value, [])) return true;
  const usual = field.initial ?? field.defaultValue;
  return usual !== undefined && draft.shape.shorthand !== name && isEqual(value, usual);
}

/** An OpenAPI specification without operations, in place of the text that the API does not return. */
const standIn = '{"openapi":"3.1.0","info":{"title":"Copy","version":"1"},"paths":{}}';

/** Of exclusive fields, keeps the one that the API returns, otherwise the declared one. */
function chooseSource(draft: ResourceDraft, isCopy: boolean) {
  const { shape, fields } = draft;
  const hidden = shape.exactlyOneOf?.find((name) => shape.fields[name]?.writeOnly);
  const stated = (shape.exactlyOneOf ?? []).filter((name) => fields[name] !== undefined);
  const shown = stated.filter((name) => !shape.fields[name]?.writeOnly);
  if (shown.length > 0) for (const name of stated) if (!shown.includes(name)) delete fields[name];
  if (shape.exactlyOneOf === undefined || stated.length > 0) return;
  if (isCopy && hidden !== undefined) {
    fields[hidden] = standIn;
    return;
  }
  const refused = draft.leftOut.find(({ field = '' }) => shape.exactlyOneOf?.includes(field));
  draft.out ??= refused?.why ?? `the API does not return its source (${shape.exactlyOneOf.join(' or ')})`;
}

/** A lone surrogate, which UTF-8 cannot encode. */
const loneHalf = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Why the language does not allow the value; undefined: it does. `name`: for messages. */
function refusalOf(type: FieldType, value: Value, name: string) {
  if (type.is === 'ref') return undefined;
  if (hasLoneHalf(value)) return `${name} contains half of a surrogate pair, which UTF-8 cannot encode`;
  const said: string[] = [];
  const add: ProblemList['add'] = (_code, _span, { message, label }) =>
    void said.push(label === undefined ? message : `${message} (${label})`);
  checkValue({ add, suggest: () => undefined, count: () => said.length, sorted: () => [] }, nodeOf(value), type, name);
  if (said.length > 0) return said[0];
  if (type.is !== 'text' || type.format !== 'condition') return undefined;
  const condition = parseCondition(String(value));
  return 'fault' in condition ? `${name}: ${condition.fault.message}` : undefined;
}

/** Checks each text, because JSON escapes lone surrogates. */
function hasLoneHalf(value: Value): boolean {
  if (typeof value === 'string') return loneHalf.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, part]) => loneHalf.test(key) || hasLoneHalf(part as Value));
}

function nodeOf(value: Value): ConfigurationNode {
  const span = nowhere;
  if (value === null || typeof value !== 'object') return { is: 'scalar', value, source: String(value), span };
  if (Array.isArray(value)) return { is: 'list', items: value.map(nodeOf), span };
  const entries = Object.entries(value).map(([key, part]) => ({ key, keySpan: span, value: nodeOf(part as Value) }));
  return { is: 'map', entries, span };
}

export type Drafts = ReadonlyMap<Address, ResourceDraft>;

/** Removing one draft can make others invalid, so this repeats until nothing changes. */
export function resolveDrafts(drafts: Drafts, shapes: Shapes): void {
  const children = groupBy(drafts.values(), ({ parent }) => parent);
  for (const draft of drafts.values()) resolveForm(draft, children.get(draft.address) ?? []);
  const standing = [...drafts.values()].filter(({ out }) => out === undefined);
  // A member that cannot be declared does not become a reference. `resolveCustomValues` handles keyed values.
  const lists = new Set([...shapes.values()].flatMap((shape) => (shape.missing === 'pending' ? [shape.segment] : [])));
  const isListed = (list: ListAddress) => lists.has(list);
  const amendment = { ...startAmendment({ resources: standing.map(asResource), lists: [] }, shapes), isListed };
  repairUntilComplete(amendment, (lack) => mendDraft(drafts, amendment, lack));
}

function mendDraft(drafts: Drafts, { at }: Amendment, lack: Lack) {
  const draft = drafts.get(lack.resource.address);
  if (draft === undefined || lack.is === 'first') return false;
  const missing = lack.is === 'name' ? lack.name.names : draft.parent;
  if (lack.is === 'parent' || draft.needs.includes(lack.name.names)) {
    draft.out = `it needs ${missing}, which cannot be declared`;
    return at.delete(draft.address);
  }
  delete draft.fields[lack.name.field];
  leave(draft, lack.name.field, `it is ${missing}, which cannot be declared`);
  return true;
}

/** Shares the fields with the draft, so that both lose the same fields. */
function asResource({ address, shape, key, parent, fields }: ResourceDraft): DesiredResource {
  return { address, kind: shape.name, key, parent, fields, span: nowhere, fieldSpans: {} };
}

/** A configuration declares either sections or spaces at the root of a site; the platform can have both. */
function resolveForm({ shape }: ResourceDraft, inside: readonly ResourceDraft[]) {
  const { wraps } = shape;
  if (wraps === undefined) return;
  const plain = inside.filter((each) => each.shape.name === wraps.child);
  const others = inside.filter((each) => each.shape.name !== wraps.child && each.shape.orderedIn?.includes(shape.name));
  if (plain.length === 0 || others.length === 0) return;
  const isWrapped = others.some((each) => each.shape.name === wraps.wrapper);
  for (const each of isWrapped ? plain : others)
    each.out ??= `a configuration cannot declare sections and spaces at the root of the same ${shape.title}`;
}

export function resolveConditions(drafts: Drafts, shapes: Shapes): void {
  for (const draft of drafts.values()) {
    if (draft.out !== undefined) continue;
    for (const [name, { type }] of Object.entries(draft.shape.fields)) {
      const text = draft.fields[name];
      if (type.is !== 'text' || type.format !== 'condition' || typeof text !== 'string') continue;
      const claim = unknownClaim(drafts, shapes, draft.address, text);
      if (claim === undefined) continue;
      delete draft.fields[name];
      leave(draft, name, `it uses the claim "${claim}", which the site does not define`);
    }
  }
}

function unknownClaim(drafts: Drafts, shapes: Shapes, address: Address, text: string) {
  const schemas = [...shapes.values()].filter(({ fields }) =>
    Object.values(fields).some(({ type }) => type.is === 'claims'),
  );
  const schema = schemas
    .flatMap(({ segment }) => drafts.get(`${topLevelAddress(address)}/${segment}`) ?? [])
    .find(({ out }) => out === undefined);
  const condition = parseCondition(text);
  if (schema === undefined || 'fault' in condition) return undefined;
  return condition.claims.find(({ name, isUnsigned }) => {
    const claims = schema.fields[isUnsigned ? 'unsigned' : 'claims'];
    return typeof claims === 'object' && claims !== null && !Object.hasOwn(claims, name);
  })?.name;
}

export function resolveCustomValues(drafts: Drafts, shapes: Shapes): void {
  const standing = [...drafts.values()].filter(({ out }) => out === undefined);
  const managed = new Set(standing.flatMap(({ parent, shape }) => (parent === null ? [shape.segment] : [])));
  for (const draft of standing) {
    for (const [name, { type }] of Object.entries(draft.shape.fields)) {
      const segment = type.is === 'keyed' ? shapes.get(type.keysRefer)?.segment : undefined;
      const values = draft.fields[name];
      if (segment === undefined || typeof values !== 'object' || values === null) continue;
      // If no custom field is declared, any value is allowed.
      const kept = Object.entries(values).filter(
        ([key, value]) => !managed.has(segment) || isTaken(drafts, draft, segment, key, value as Value),
      );
      // A declared map stays declared, even if it is empty.
      if (kept.length > 0 || draft.declared?.fields[name] !== undefined) draft.fields[name] = Object.fromEntries(kept);
      else delete draft.fields[name];
    }
  }
}

function isTaken(drafts: Drafts, draft: ResourceDraft, segment: string, key: string, value: Value) {
  const field = drafts.get(`${segment}/${key}`);
  if (field === undefined || field.out !== undefined) {
    leave(draft, key, `the custom field ${key} cannot be declared`);
    return false;
  }
  const wrong = whyValueDoesNotFit(value, field);
  if (wrong !== undefined) leave(draft, key, `its value must be ${wrong}`);
  return wrong === undefined;
}

/** Of two resources with the same unique value, the first by address keeps it. */
export function resolveUnique(drafts: Drafts): void {
  const taken = new Map<string, Address>();
  for (const draft of [...drafts.values()].filter(({ out }) => out === undefined).sort(byAddress)) {
    for (const { field, claim } of uniqueFieldClaims(draft, draft.shape)) {
      const first = taken.get(claim);
      if (first === undefined) taken.set(claim, draft.address);
      else {
        delete draft.fields[field];
        leave(draft, field, `${first} has the same value, which must be unique`);
      }
    }
  }
}

/** Adds the container to ambiguous names, and returns the addresses that also need a pin. */
export function pinned(drafts: Drafts, live: Live): ReadonlySet<Address> {
  const present = live.objects.filter(({ isDeleted }) => !isDeleted);
  const listed = groupBy(present, ({ kind, parentId }) => `${kind} ${parentId}`);
  const likes = createKeyFinder((kind, parentId) => listed.get(`${kind} ${parentId}`) ?? []);
  const pins = new Set<Address>();
  const idOf = (address: Address) => drafts.get(address)?.object.id;
  for (const draft of drafts.values()) {
    const { shape, object } = draft;
    if (draft.out !== undefined || shape.singleton || shape.key !== 'name') continue;
    const key = naturalKeyOf(shape, draft.fields, idOf);
    const alike = key === undefined ? [] : likes(shape, object.parentId, key);
    if (alike.length === 1) continue;
    if (alike.length > 1) sayTopLevel(draft);
    if (alike.length === 0 || narrowByContainer(shape, draft.fields, alike, idOf).length > 1) pins.add(draft.address);
  }
  return pins;
}

/** Adds an explicit null container if the name alone is ambiguous. */
function sayTopLevel({ shape: { narrowedBy }, fields, object }: ResourceDraft) {
  if (narrowedBy !== undefined && (object.fields[narrowedBy] ?? null) === null) fields[narrowedBy] = null;
}
