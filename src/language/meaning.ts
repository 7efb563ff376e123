/** Finds the meaning of a place in a file: its resource, and what its key or value refers to. */
import { type Grammar, type Part, topParts } from '../config/grammar.ts';
import { type Address, childAddress, type ListAddress, listAddress, topContainer } from '../core/address.ts';
import type { KindName } from '../core/state.ts';
import { foldedKey } from '../declaration/key.ts';
import { keyOf, type Member, memberValue, textIn } from '../edit/yaml/nodes.ts';
import { type FieldShape, targetList } from '../kinds/field.ts';
import { type KindShape, type Shapes, shapeOf } from '../kinds/shape.ts';
import type { Path, Step } from './typed.ts';

/** The context after a step. */
type Inside =
  | { readonly is: 'top' }
  | { readonly is: 'list'; readonly shape: KindShape; readonly parent: Address | null }
  | {
      readonly is: 'block';
      readonly kind: KindName;
      readonly address: Address;
      readonly parent: Address | null;
      readonly isFlat: boolean;
    }
  /** A group of parts of the block of a resource. */
  | { readonly is: 'group'; readonly parts: ReadonlyMap<string, Part>; readonly of: BlockInside }
  | {
      readonly is: 'items';
      readonly of: readonly KindName[];
      readonly kind: KindName;
      readonly address: Address;
      readonly parent: Address | null;
    }
  | { readonly is: 'field'; readonly name: string; readonly field: FieldShape; readonly address: Address }
  | { readonly is: 'order'; readonly container: Address }
  /** Keys without a kind: `policy`, `moved`, and keys in them. */
  | { readonly is: 'words'; readonly keys: readonly string[] };

type BlockInside = Extract<Inside, { is: 'block' }>;

export interface Meaning {
  /** The innermost resource of the place. */
  readonly resource?: { readonly address: Address; readonly kind: KindName };
  /** The place is the key or the value of this field. */
  readonly field?: { readonly name: string; readonly shape: FieldShape };
  /** The word is a key of this list. */
  readonly refers?: { readonly list: ListAddress; readonly kind: KindName };
  /** The word is a member of this container. */
  readonly ordered?: Address;
  /** The word is an address. */
  readonly isAddress?: true;
  /** The word is the key of the declared resource. */
  readonly isDeclaration?: true;
}

export interface Language {
  readonly shapes: Shapes;
  readonly grammar: Grammar;
}

export function meaningOf(language: Language, { steps, part }: Pick<Path, 'steps' | 'part'>): Meaning {
  let inside: Inside = { is: 'top' };
  for (const [at, step] of steps.entries()) {
    const isLast = at === steps.length - 1;
    if (isLast && part === 'key') return keyMeaning(language, inside, step);
    if (isLast && isItemWord(language, inside, step)) return wordMeaning(language, inside, step.member);
    const next: Inside | undefined = entered(language, inside, step);
    if (next === undefined) return {};
    if (isLast) return valueMeaning(language, inside, next, step);
    inside = next;
  }
  return {};
}

function entered(language: Language, inside: Inside, { member }: Step): Inside | undefined {
  const key = keyOf(member);
  switch (inside.is) {
    case 'top': {
      const part = topParts(language.shapes).get(key);
      if (part === undefined) return { is: 'words', keys: [key] };
      return part.is === 'order' ? { is: 'order', container: topContainer } : partEntered(part, undefined);
    }
    case 'list': {
      const { shape, parent } = inside;
      const address = childAddress(parent, shape.segment, foldedKey(shape, key, language.shapes));
      return { is: 'block', kind: shape.name, address, parent, isFlat: false };
    }
    case 'block': {
      const whole = wholeOf(language, inside);
      if (whole !== undefined) return whole;
      const part = language.grammar(inside.kind, inside.isFlat).parts.get(key);
      return part && partEntered(part, inside);
    }
    case 'group': {
      const part = inside.parts.get(key);
      return part && partEntered(part, inside.of);
    }
    case 'items':
      return itemEntered(language, inside, member);
    case 'field':
    case 'order':
      return inside;
    case 'words':
      return { is: 'words', keys: [...inside.keys, key] };
  }
}

/** A block that is the value of one field. */
function wholeOf({ grammar }: Language, { kind, isFlat, address }: BlockInside) {
  const { whole, shape } = grammar(kind, isFlat);
  const field = whole === undefined ? undefined : shape.fields[whole];
  return whole === undefined || field === undefined
    ? undefined
    : ({ is: 'field', name: whole, field, address } as const);
}

function partEntered(part: Part, block: BlockInside | undefined): Inside | undefined {
  const parent = block?.address ?? null;
  if (part.is === 'map') return { is: 'list', shape: part.shape, parent };
  if (part.is === 'single')
    return {
      is: 'block',
      kind: part.shape.name,
      address: listAddress(parent, part.shape.segment),
      parent,
      isFlat: false,
    };
  if (block === undefined) return undefined;
  if (part.is === 'sequence') return { ...block, is: 'items', of: part.of };
  if (part.is === 'group') return { is: 'group', parts: part.parts, of: block };
  if (part.is === 'order') return { is: 'order', container: block.address };
  if (part.is === 'field') return { is: 'field', name: part.name, field: part.field, address: block.address };
  return { is: 'words', keys: [] };
}

/** The first key of an item names its kind. Sections of a group have addresses in the site. */
function itemEntered(
  { shapes, grammar }: Language,
  list: Extract<Inside, { is: 'items' }>,
  item: Member,
): Inside | undefined {
  for (const kind of list.of) {
    const shape = shapeOf({ shapes }, kind);
    const key = textIn(memberValue(item), shape.itemWord ?? '');
    if (key === undefined) continue;
    const parent = shape.parents?.includes(list.kind) === true ? list.address : list.parent;
    const isFlat = shapes.get(list.kind)?.wraps?.child === kind;
    return {
      is: 'block',
      kind: grammar(kind, isFlat).shape.name,
      address: childAddress(parent, shape.segment, key),
      parent,
      isFlat,
    };
  }
  return undefined;
}

function keyMeaning(language: Language, inside: Inside, { member }: Step): Meaning {
  const { shapes, grammar } = language;
  const key = keyOf(member);
  if (inside.is === 'list') {
    const { shape, parent } = inside;
    const resource = { address: childAddress(parent, shape.segment, foldedKey(shape, key, shapes)), kind: shape.name };
    return { resource, isDeclaration: true, ...keyReference(language, shape) };
  }
  const field = inside.is === 'field' ? inside : inside.is === 'block' ? wholeOf(language, inside) : undefined;
  if (field !== undefined) {
    const { type } = field.field;
    const target = type.is === 'keyed' ? shapes.get(type.keysRefer) : undefined;
    return target === undefined ? {} : { refers: { list: target.segment, kind: target.name } };
  }
  if (inside.is === 'block') {
    const resource = { address: inside.address, kind: inside.kind };
    const part = grammar(inside.kind, inside.isFlat).parts.get(key);
    if (part?.is === 'single')
      return { resource: { address: listAddress(inside.address, part.shape.segment), kind: part.shape.name } };
    return part?.is === 'field' ? { resource, field: { name: part.name, shape: part.field } } : { resource };
  }
  return {};
}

function valueMeaning(language: Language, outer: Inside, inside: Inside, { member }: Step): Meaning {
  if (inside.is === 'order') return { ordered: inside.container };
  if (inside.is === 'words')
    return isMoveTarget(inside.keys) ? { isAddress: true } : wordMeaning(language, outer, member);
  if (inside.is === 'field') return fieldMeaning(language, inside);
  if (inside.is === 'block') return shorthandMeaning(language, inside);
  return wordMeaning(language, outer, member);
}

function isMoveTarget(keys: readonly string[]) {
  return keys[0] === 'moved' && keys.at(-1) === 'to';
}

function isItemWord({ shapes }: Language, inside: Inside, { member }: Pick<Step, 'member'>) {
  return inside.is === 'block' && shapes.get(inside.kind)?.itemWord === keyOf(member);
}

/** The value of the first key is the key of the item, which can be a reference. */
function wordMeaning(language: Language, inside: Inside, member: Member): Meaning {
  if (inside.is !== 'block') return {};
  const resource = { address: inside.address, kind: inside.kind };
  if (!isItemWord(language, inside, { member })) return { resource };
  return { resource, isDeclaration: true, ...keyReference(language, shapeOf(language, inside.kind)) };
}

/** Keys that refer to other resources, such as site-spaces and team members. */
function keyReference({ shapes }: Language, shape: KindShape): Pick<Meaning, 'refers'> {
  const type = shape.key === 'name' ? undefined : shape.fields[shape.key.field]?.type;
  const target = type?.is === 'ref' ? shapes.get(type.to) : undefined;
  return target === undefined ? {} : { refers: { list: target.segment, kind: target.name } };
}

function fieldMeaning({ shapes }: Language, { name, field, address }: Extract<Inside, { is: 'field' }>): Meaning {
  const type = field.type.is === 'list' ? field.type.of : field.type;
  const target = type.is === 'ref' ? shapes.get(type.to) : undefined;
  const said = { field: { name, shape: field } };
  if (type.is !== 'ref' || target === undefined) return said;
  return { ...said, refers: { list: targetList(type, address, target), kind: target.name } };
}

function shorthandMeaning({ shapes }: Language, { kind, address }: BlockInside): Meaning {
  const shape = shapeOf({ shapes }, kind);
  const field = shape.shorthand === undefined ? undefined : shape.fields[shape.shorthand];
  const resource = { address, kind };
  return field === undefined ? { resource } : { resource, field: { name: shape.shorthand ?? '', shape: field } };
}
