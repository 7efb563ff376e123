/** Settles what of the drafts is declared: no resource or value without what it needs, of two forms of a container only one, and who looks alike told apart. */

import { type Address, byAddress, type ListAddress, topOf } from '../core/address.ts';
import { parseCondition } from '../core/condition.ts';
import { oneTitle } from '../core/count.ts';
import { complaint } from '../core/custom-value.ts';
import { groupBy } from '../core/group-by.ts';
import { nowhere } from '../core/problem.ts';
import type { DesiredResource, Live } from '../core/state.ts';
import type { Value } from '../core/value.ts';
import { type Amendment, amendmentOf, type Lack, settle } from '../declaration/amendment.ts';
import { uniqueClaims } from '../declaration/unique.ts';
import { findByKey, narrowed, naturalKeyOf, type Shapes } from '../kinds/shape.ts';
import { leave, type ResourceDraft } from './drafts.ts';

export type Drafts = ReadonlyMap<Address, ResourceDraft>;

/** Marks every draft that cannot be declared, and drops what of the others names one, until nothing does. */
export function settleDrafts(drafts: Drafts, shapes: Shapes): void {
  const children = groupBy(drafts.values(), ({ parent }) => parent);
  for (const draft of drafts.values()) settleForm(draft, children.get(draft.address) ?? []);
  const standing = [...drafts.values()].filter(({ out }) => out === undefined);
  // Whoever cannot be declared is not looked up instead; values by key are settled apart.
  const lists = lookedUpLists(shapes);
  const isListed = (list: ListAddress): boolean => lists.has(list);
  const amendment = { ...amendmentOf({ resources: standing.map(asResource), lists: [] }, shapes), isListed };
  settle(amendment, (lack) => mendDraft(drafts, amendment, lack));
}

function mendDraft(drafts: Drafts, { at }: Amendment, lack: Lack): boolean {
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

function lookedUpLists(shapes: Shapes): ReadonlySet<ListAddress> {
  return new Set([...shapes.values()].flatMap(({ missing, segment }) => (missing === 'pending' ? [segment] : [])));
}

/** Its fields are the draft's own: what is left out of the one is left out of the other. */
function asResource({ address, shape, key, parent, fields }: ResourceDraft): DesiredResource {
  return { address, kind: shape.name, key, parent, fields, span: nowhere, fieldSpans: {} };
}

function isOut(drafts: Drafts, address: Address): boolean {
  const draft = drafts.get(address);
  return draft === undefined || draft.out !== undefined;
}

/** A configuration has either what is wrapped or the wrappers in a container; the platform may show both. */
function settleForm({ shape }: ResourceDraft, inside: readonly ResourceDraft[]): void {
  const { wraps } = shape;
  if (wraps === undefined) return;
  const plain = inside.filter((each) => each.shape.name === wraps.child);
  const others = inside.filter((each) => each.shape.name !== wraps.child && each.shape.orderedIn?.includes(shape.name));
  if (plain.length === 0 || others.length === 0) return;
  const isWrapped = others.some((each) => each.shape.name === wraps.wrapper);
  for (const each of isWrapped ? plain : others)
    each.out ??= `${oneTitle(shape)} of a configuration has either ${isWrapped ? 'sections' : 'spaces'} at its root or the other, and not both`;
}

/** A condition may use only claims that are declared, where any are. */
export function settleConditions(drafts: Drafts, shapes: Shapes): void {
  for (const draft of drafts.values()) {
    if (draft.out !== undefined) continue;
    for (const [name, { type }] of Object.entries(draft.shape.fields)) {
      const text = draft.fields[name];
      if (type.is !== 'text' || type.format !== 'condition' || typeof text !== 'string') continue;
      const claim = unknownClaim(drafts, shapes, draft.address, text);
      if (claim === undefined) continue;
      delete draft.fields[name];
      leave(draft, name, `it uses the claim "${claim}", which the site does not have`);
    }
  }
}

function unknownClaim(drafts: Drafts, shapes: Shapes, address: Address, text: string): string | undefined {
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

export function settleCustomValues(drafts: Drafts, shapes: Shapes): void {
  const standing = [...drafts.values()].filter(({ out }) => out === undefined);
  const managed = new Set(standing.flatMap(({ parent, shape }) => (parent === null ? [shape.segment] : [])));
  for (const draft of standing) {
    for (const [name, { type }] of Object.entries(draft.shape.fields)) {
      const segment = type.is === 'keyed' ? shapes.get(type.keysRefer)?.segment : undefined;
      const values = draft.fields[name];
      if (segment === undefined || typeof values !== 'object' || values === null) continue;
      // Where no field is declared at all, they are managed elsewhere, and any value may stand.
      const kept = Object.entries(values).filter(
        ([key, value]) => !managed.has(segment) || isTaken(drafts, draft, segment, key, value as Value),
      );
      // What is declared by now stays so, be it as nothing.
      if (kept.length > 0 || draft.declared?.fields[name] !== undefined) draft.fields[name] = Object.fromEntries(kept);
      else delete draft.fields[name];
    }
  }
}

function isTaken(drafts: Drafts, draft: ResourceDraft, segment: string, key: string, value: Value): boolean {
  const field = drafts.get(`${segment}/${key}`);
  if (field === undefined || isOut(drafts, field.address)) {
    leave(draft, key, `the custom field ${key} cannot be declared`);
    return false;
  }
  const wrong = complaint(value, field);
  if (wrong !== undefined) leave(draft, key, `its value would have to be ${wrong}`);
  return wrong === undefined;
}

/** Of two with a value that only one may have, the first by address states it. */
export function settleUnique(drafts: Drafts): void {
  const taken = new Map<string, Address>();
  for (const draft of [...drafts.values()].filter(({ out }) => out === undefined).sort(byAddress)) {
    for (const { field, claim } of uniqueClaims(draft, draft.shape)) {
      const first = taken.get(claim);
      if (first === undefined) taken.set(claim, draft.address);
      else {
        delete draft.fields[field];
        leave(draft, field, `${first} has the same, and only one of them may`);
      }
    }
  }
}

/** Says where those stand who share their name with others, and answers with those whom nothing but a pin tells apart. */
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

/** What stands in nothing says so where its name does not tell it from others. */
function sayTopLevel({ shape: { narrowedBy }, fields, object }: ResourceDraft): void {
  if (narrowedBy !== undefined && (object.fields[narrowedBy] ?? null) === null) fields[narrowedBy] = null;
}
