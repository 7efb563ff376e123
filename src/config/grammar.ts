/** The keys of a block of each kind, derived from its shape. The validator and the JSON schema both follow it. */

import { groupBy } from '../core/compare.ts';
import { withoutMissing, withoutUndefined } from '../core/defined.ts';
import { cachePerObject } from '../core/once.ts';
import type { KindName } from '../core/state.ts';
import { type FieldShape, isContainerField, isSetAtCreation } from '../kinds/field.ts';
import { itemKindsIn, type KindShape, keepsOrderIn, type Shapes, topKind } from '../kinds/shape.ts';

export type Part =
  | { readonly is: 'field'; readonly name: string; readonly field: FieldShape }
  /** A path to a file with the value of field `name`. */
  | { readonly is: 'file'; readonly name: string; readonly field: FieldShape }
  | { readonly is: 'pin' | 'protect' | 'replace' | 'prune' | 'default' }
  /** The only key of its block. */
  | { readonly is: 'external' }
  | { readonly is: 'map'; readonly shape: KindShape }
  | { readonly is: 'single'; readonly shape: KindShape }
  /** A map of parts of the same resource: `permissions`. */
  | { readonly is: 'group'; readonly parts: ReadonlyMap<string, Part> }
  /** A list with items of these kinds. Each item has its key under the word of its kind. */
  | { readonly is: 'sequence'; readonly of: readonly KindName[] }
  | { readonly is: 'order' };

type NamedPart = readonly [string, Part];

export interface Block {
  readonly shape: KindShape;
  readonly parts: ReadonlyMap<string, Part>;
  readonly required: readonly string[];
  readonly oneOf: readonly string[];
  /** At most one of these keys is allowed: ways to create the object. */
  readonly atMostOneOf: readonly string[];
  /** The whole block is the value of this field (`fields: { owner: docs }`). */
  readonly whole?: string;
}

/** Whether resources of the kind are items of lists in reading order. */
export function isItem({ itemWord }: KindShape): boolean {
  return itemWord !== undefined;
}

export function itemWords(shapes: Shapes): ReadonlyMap<KindName, string> {
  return new Map(
    [...shapes.values()].flatMap(({ name, itemWord }) => (itemWord === undefined ? [] : [[name, itemWord] as const])),
  );
}

export const supportedVersion = 1;

export const idPattern = '^[A-Za-z0-9_-]+$';

/** An environment without the object has an empty id. */
export const pinPattern = '^[A-Za-z0-9_-]*$';

export type Grammar = (kind: KindName, isFlat?: boolean) => Block;

/** `isFlat`: a site-space at the root of a flat site, which has the key `default`. */
export const grammarOf = cachePerObject((shapes: Shapes): Grammar => {
  const blocks = new Map<string, Block>();
  return (kind, isFlat = false) => {
    const name = `${kind} ${isFlat}`;
    const known = blocks.get(name);
    if (known !== undefined) return known;
    const shape = shapes.get(kind);
    if (shape === undefined) throw new Error(`no kind is called ${kind}`);
    const block = blockOf(shape, shapes, isFlat);
    blocks.set(name, block);
    return block;
  };
});

/** Top-level keys with resources, in the order of the registry. A kind that is ordered at the top level is followed by `order`. */
export const topParts = cachePerObject((shapes: Shapes): ReadonlyMap<string, Part> => {
  const top = [...shapes.values()].filter((shape) => shape.parents === undefined);
  return new Map(
    top.flatMap((shape) =>
      withoutMissing<NamedPart>(childPart(shape), keepsOrderIn(shape, topKind) && ['order', { is: 'order' }]),
    ),
  );
});

function blockOf(shape: KindShape, shapes: Shapes, isFlat: boolean): Block {
  const stated = Object.entries(shape.fields).filter(([name, field]) => isStated(shape, name, field));
  const [only] = stated;
  const whole = stated.length === 1 && only?.[1].type.is === 'keyed' ? only[0] : undefined;
  const hasPin = shape.key === 'name' && !shape.singleton;
  const parts = new Map(
    withoutMissing<NamedPart>(
      shape.mayBeExternal && ['external', { is: 'external' }],
      hasPin && ['id', { is: 'pin' }],
      ...stated.flatMap(([name, field]) => fieldParts(name, field)),
      isFlat && ['default', { is: 'default' }],
      ...childParts(shape, shapes),
      ...wordParts(shape, shapes),
    ),
  );
  const required = stated.filter(([, field]) => field.required).map(([name]) => name);
  const files = stated.flatMap(([name, { fileKey }]) =>
    shape.exactlyOneOf?.includes(name) && fileKey !== undefined ? [fileKey] : [],
  );
  const oneOf = [...(shape.exactlyOneOf ?? []), ...files];
  const ways = shape.createNeeds ? stated.filter(([, field]) => isSetAtCreation(field)).map(([name]) => name) : [];
  const atMostOneOf = ways.length > 1 ? ways : [];
  return withoutUndefined({ shape, parts, required, oneOf, atMostOneOf, whole });
}

/** Excludes the key, derived fields, and the container, which nesting shows. */
function isStated(shape: KindShape, name: string, field: FieldShape) {
  const isKey = shape.key !== 'name' && shape.key.field === name;
  return !isKey && field.derived !== true && !isContainerField(field);
}

function fieldParts(name: string, field: FieldShape): readonly NamedPart[] {
  return withoutMissing<NamedPart>(
    [name, { is: 'field', name, field }],
    field.fileKey !== undefined && [field.fileKey, { is: 'file', name, field }],
  );
}

function childParts(shape: KindShape, shapes: Shapes): readonly NamedPart[] {
  const children = childrenOf(shape.name, shapes).filter((child) => !isItem(child));
  const { listKey } = shape;
  const grouped = groupBy(
    children.filter(({ under }) => under !== undefined),
    ({ under = '' }) => under,
  );
  return withoutMissing<NamedPart>(
    ...children.filter(({ under }) => under === undefined).map(childPart),
    ...[...grouped].map(([under, some]): NamedPart => [under, { is: 'group', parts: new Map(some.map(childPart)) }]),
    listKey !== undefined && [listKey, { is: 'sequence', of: itemKindsIn(shape, shapes).map(({ name }) => name) }],
    listKey === undefined && keepsOrderIn(shape, shape.name) && ['order', { is: 'order' }],
  );
}

function childPart(child: KindShape): NamedPart {
  return [child.segment, { is: child.singleton ? 'single' : 'map', shape: child }];
}

function wordParts(shape: KindShape, shapes: Shapes): readonly NamedPart[] {
  const hasImmutable = Object.entries(shape.fields).some(
    ([name, field]) => field.change === 'replace' && isStated(shape, name, field),
  );
  const canBeReplaced = hasImmutable || shape.wraps !== undefined || (isItem(shape) && shape.key !== 'name');
  return withoutMissing<NamedPart>(
    !shape.undeletable && ['protect', { is: 'protect' }],
    canBeReplaced && ['replace', { is: 'replace' }],
    prunedKinds(shape.name, shapes).length > 0 && ['prune', { is: 'prune' }],
  );
}

function childrenOf(kind: KindName, shapes: Shapes): readonly KindShape[] {
  return [...shapes.values()].filter((shape) => shape.parents?.includes(kind));
}

/** Kinds of the lists in a block of this kind, at any depth. */
export function prunedKinds(kind: KindName, shapes: Shapes): readonly KindShape[] {
  const direct = childrenOf(kind, shapes).filter((child) => !child.singleton && !child.undeletable);
  return [...new Set([...direct, ...direct.flatMap((child) => prunedKinds(child.name, shapes))])];
}

/** Kinds by their names in `policy`: `teams` at the top level, `teams.members` inside, `permissions.teams` in any block. */
export function policyNames(shapes: Shapes): ReadonlyMap<string, KindShape> {
  const names = new Map<string, KindShape>();
  for (const top of shapes.values()) {
    if (top.parents !== undefined || top.singleton) continue;
    names.set(top.segment, top);
    for (const inner of prunedKinds(top.name, shapes))
      names.set(`${inner.under ?? top.segment}.${inner.segment}`, inner);
  }
  return names;
}
