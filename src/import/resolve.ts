/** Removes drafts and values that cannot be declared, until all references and unique values are valid. */

import { type Address, byAddress, type ListAddress, topOf } from '../core/address.ts';
import { parseCondition } from '../core/condition.ts';
import { complaint } from '../core/custom-value.ts';
import { groupBy } from '../core/group-by.ts';
import { nowhere } from '../core/problem.ts';
import type { DesiredResource, Live, Value } from '../core/state.ts';
import { type Amendment, amendmentOf, type Lack, settle } from '../declaration/amendment.ts';
import { uniqueClaims } from '../declaration/unique.ts';
import { findByKey, narrowed, naturalKeyOf, type Shapes } from '../kinds/shape.ts';
import { leave, type ResourceDraft } from './drafts.ts';

export type Drafts = ReadonlyMap<Address, ResourceDraft>;

/** Removing one draft can make others invalid, so this repeats until nothing changes. */
export function resolveDrafts(drafts: Drafts, shapes: Shapes): void {
  const children = groupBy(drafts.values(), ({ parent }) => parent);
  for (const draft of drafts.values()) resolveForm(draft, children.get(draft.address) ?? []);
  const standing = [...drafts.values()].filter(({ out }) => out === undefined);
  // A member that cannot be declared does not become a reference. `resolveCustomValues` handles keyed values.
  const lists = new Set([...shapes.values()].flatMap((shape) => (shape.missing === 'pending' ? [shape.segment] : [])));
  const isListed = (list: ListAddress): boolean => lists.has(list);
  const amendment = { ...amendmentOf({ resources: standing.map(asResource), lists: [] }, shapes), isListed };
  settle(amendment, (lack) => mendDraft(drafts, amendment, lack));
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
    .flatMap(({ segment }) => drafts.get(`${topOf(address)}/${segment}`) ?? [])
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
  const wrong = complaint(value, field);
  if (wrong !== undefined) leave(draft, key, `its value must be ${wrong}`);
  return wrong === undefined;
}

/** Of two resources with the same unique value, the first by address keeps it. */
export function resolveUnique(drafts: Drafts): void {
  const taken = new Map<string, Address>();
  for (const draft of [...drafts.values()].filter(({ out }) => out === undefined).sort(byAddress)) {
    for (const { field, claim } of uniqueClaims(draft, draft.shape)) {
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
  const likes = findByKey((kind, parentId) => listed.get(`${kind} ${parentId}`) ?? []);
  const pins = new Set<Address>();
  const idOf = (address: Address): string | undefined => drafts.get(address)?.object.id;
  for (const draft of drafts.values()) {
    const { shape, object } = draft;
    if (draft.out !== undefined || shape.singleton || shape.key !== 'name') continue;
    const key = naturalKeyOf(shape, draft.fields, idOf);
    const alike = key === undefined ? [] : likes(shape, object.parentId, key);
    if (alike.length === 1) continue;
    if (alike.length > 1) sayTopLevel(draft);
    if (alike.length === 0 || narrowed(shape, draft.fields, alike, idOf).length > 1) pins.add(draft.address);
  }
  return pins;
}

/** Adds an explicit null container if the name alone is ambiguous. */
function sayTopLevel({ shape: { narrowedBy }, fields, object }: ResourceDraft) {
  if (narrowedBy !== undefined && (object.fields[narrowedBy] ?? null) === null) fields[narrowedBy] = null;
}
