/** Settles which drafted resources are declared: none without what it needs, and of two forms of a container only one. */
import { type Address, type ListAddress, topOf } from '../core/address.ts';
import { parseCondition } from '../core/condition.ts';
import { groupBy } from '../core/group-by.ts';
import { nowhere } from '../core/problem.ts';
import type { DesiredResource } from '../core/state.ts';
import { type Amendment, amendmentOf, type Lack, settle } from '../declaration/amendment.ts';
import { oneTitle, type Shapes } from '../kinds/shape.ts';
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
  return new Set([...shapes.values()].flatMap(({ missing, segment }) => (missing === 'waiting' ? [segment] : [])));
}

/** Its fields are the draft's own: what is left out of the one is left out of the other. */
function asResource({ address, shape, key, parent, fields }: ResourceDraft): DesiredResource {
  return { address, kind: shape.name, key, parent, fields, span: nowhere, fieldSpans: {} };
}

export function isOut(drafts: Drafts, address: Address): boolean {
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
  const schemas = [...shapes.values()].filter(({ fields }) => Object.values(fields).some(({ type }) => type.is === 'claims'));
  const schema = schemas.flatMap(({ segment }) => drafts.get(`${topOf(address)}/${segment}`) ?? []).find(({ out }) => out === undefined);
  const condition = parseCondition(text);
  if (schema === undefined || 'fault' in condition) return undefined;
  return condition.claims.find(({ name, isUnsigned }) => {
    const claims = schema.fields[isUnsigned ? 'unsigned' : 'claims'];
    return typeof claims === 'object' && claims !== null && !Object.hasOwn(claims, name);
  })?.name;
}
