/** Settles which drafted resources are declared: none without what it needs, and of two forms of a container only one. */
import { type Address, topOf } from '../core/address.ts';
import { parseCondition } from '../core/condition.ts';
import { groupBy } from '../core/group-by.ts';
import { namesIn } from '../declaration/names.ts';
import { oneTitle, type Shapes } from '../kinds/shape.ts';
import { leave, type ResourceDraft } from './drafts.ts';

export type Drafts = ReadonlyMap<Address, ResourceDraft>;

/** Marks every draft that cannot be declared, until what is left needs nothing that is not. */
export function settleDrafts(drafts: Drafts, shapes: Shapes): void {
  const children = groupBy(drafts.values(), ({ parent }) => parent);
  for (const draft of drafts.values()) settleForm(draft, children.get(draft.address) ?? []);
  for (let isSettled = false; !isSettled; ) {
    isSettled = true;
    for (const draft of drafts.values()) {
      if (draft.out !== undefined) continue;
      const missing = draft.needs.find((address) => isOut(drafts, address));
      if (missing === undefined) continue;
      draft.out = `it needs ${missing}, which cannot be declared`;
      isSettled = false;
    }
  }
  for (const draft of drafts.values()) if (draft.out === undefined) dropDangling(drafts, draft, shapes);
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

function dropDangling(drafts: Drafts, draft: ResourceDraft, shapes: Shapes): void {
  for (const { field, names, isKey } of namesIn({ ...draft, kind: draft.shape.name }, shapes)) {
    if (isKey || !isOut(drafts, names)) continue;
    delete draft.fields[field];
    leave(draft, field, `it is ${names}, which cannot be declared`);
  }
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
