/** Finds the meaning of a place in a file: its resource, what its key or value refers to, and other references. */
import { grammarOf, type Part, topParts } from '../config/grammar.ts';
import type { Known } from '../config/load-configuration.ts';
import {
  type Address,
  addressIn,
  childAddress,
  keyIn,
  type ListAddress,
  listAddress,
  topContainer,
} from '../core/address.ts';
import type { SourceSpan } from '../core/problem.ts';
import { type DesiredResource, isExternalBlock, isReference, type KindName } from '../core/state.ts';
import { foldedKey } from '../declaration/key.ts';
import { containerOf } from '../declaration/order.ts';
import { keyOf, type Member, memberValue, textIn, textOf } from '../edit/yaml/nodes.ts';
import { type FieldShape, targetList } from '../kinds/field.ts';
import { type KindShape, type Shapes, shapeOf } from '../kinds/shape.ts';
import type { Path, Step } from './typed.ts';

interface Block {
  readonly is: 'block';
  readonly shape: KindShape;
  readonly address: Address;
  readonly parent: Address | null;
  /** In the list of a flat site. */
  readonly isFlat: boolean;
}

/** The context after a step. */
type Inside =
  | { readonly is: 'top' }
  | { readonly is: 'list'; readonly shape: KindShape; readonly parent: Address | null }
  | Block
  /** A group of parts of a block. */
  | { readonly is: 'group'; readonly parts: ReadonlyMap<string, Part>; readonly of: Block }
  | { readonly is: 'items'; readonly kinds: readonly KindName[]; readonly of: Block }
  | { readonly is: 'field'; readonly name: string; readonly field: FieldShape; readonly address: Address }
  | { readonly is: 'order'; readonly container: Address }
  /** Keys without a kind: `policy`, `moved`, and keys in them. */
  | { readonly is: 'words'; readonly keys: readonly string[] };

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
}

export function meaningOf(language: Language, { steps, part }: Pick<Path, 'steps' | 'part'>): Meaning {
  let inside: Inside = { is: 'top' };
  for (const [at, step] of steps.entries()) {
    const isLast = at === steps.length - 1;
    if (isLast && part === 'key') return keyMeaning(language, inside, step);
    const isItemWord = inside.is === 'block' && inside.shape.itemWord === keyOf(step.member);
    if (isLast && isItemWord) return wordMeaning(language, inside, step.member);
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
    case 'list':
      return keyedBlock(language, inside, key);
    case 'block':
      return wholeOf(language, inside) ?? partEntered(partsOf(language, inside).get(key), inside);
    case 'group':
      return partEntered(inside.parts.get(key), inside.of);
    case 'items':
      return itemEntered(language, inside.kinds, inside.of, member);
    case 'field':
    case 'order':
      return inside;
    case 'words':
      return { is: 'words', keys: [...inside.keys, key] };
  }
}

function keyedBlock({ shapes }: Language, { shape, parent }: Extract<Inside, { is: 'list' }>, key: string): Block {
  const address = childAddress(parent, shape.segment, foldedKey(shape, key, shapes));
  return { is: 'block', shape, address, parent, isFlat: false };
}

function singleBlock(shape: KindShape, parent: Address | null): Block {
  return { is: 'block', shape, address: listAddress(parent, shape.segment), parent, isFlat: false };
}

function partsOf({ shapes }: Language, { shape, isFlat }: Block) {
  return grammarOf(shapes)(shape.name, isFlat).parts;
}

/** A block that is the value of one field. */
function wholeOf({ shapes }: Language, { shape, isFlat, address }: Block) {
  const { whole: name } = grammarOf(shapes)(shape.name, isFlat);
  const field = name === undefined ? undefined : shape.fields[name];
  return name === undefined || field === undefined ? undefined : ({ is: 'field', name, field, address } as const);
}

function partEntered(part: Part | undefined, block: Block | undefined): Inside | undefined {
  const parent = block?.address ?? null;
  if (part?.is === 'map') return { is: 'list', shape: part.shape, parent };
  if (part?.is === 'single') return singleBlock(part.shape, parent);
  if (part === undefined || block === undefined) return undefined;
  if (part.is === 'sequence') return { is: 'items', kinds: part.of, of: block };
  if (part.is === 'group') return { is: 'group', parts: part.parts, of: block };
  if (part.is === 'order') return { is: 'order', container: block.address };
  if (part.is === 'field') return { is: 'field', name: part.name, field: part.field, address: block.address };
  return { is: 'words', keys: [] };
}

/** The first key of an item names its kind. Sections of a group have addresses in the site. */
function itemEntered(language: Language, kinds: readonly KindName[], outer: Block, item: Member): Block | undefined {
  for (const kind of kinds) {
    const shape = shapeOf(language, kind);
    const key = textIn(memberValue(item), shape.itemWord ?? '');
    if (key === undefined) continue;
    const parent = shape.parents?.includes(outer.shape.name) === true ? outer.address : outer.parent;
    const isFlat = outer.shape.wraps?.child === kind;
    return { is: 'block', shape, address: childAddress(parent, shape.segment, key), parent, isFlat };
  }
  return undefined;
}

function resourceOf({ address, shape }: Block): Meaning {
  return { resource: { address, kind: shape.name } };
}

function keyMeaning(language: Language, inside: Inside, { member }: Step): Meaning {
  const key = keyOf(member);
  if (inside.is === 'list') return declaration(language, keyedBlock(language, inside, key));
  const field = inside.is === 'field' ? inside : inside.is === 'block' ? wholeOf(language, inside) : undefined;
  if (field !== undefined) {
    const { type } = field.field;
    return type.is === 'keyed' ? refersTo(language, type.keysRefer) : {};
  }
  if (inside.is !== 'block') return {};
  const part = partsOf(language, inside).get(key);
  if (part?.is === 'single') return resourceOf(singleBlock(part.shape, inside.address));
  const stated = part?.is === 'field' ? { field: { name: part.name, shape: part.field } } : {};
  return { ...resourceOf(inside), ...stated };
}

function valueMeaning(language: Language, outer: Inside, inside: Inside, { member }: Step): Meaning {
  if (inside.is === 'order') return { ordered: inside.container };
  if (inside.is === 'words' && inside.keys[0] === 'moved' && inside.keys.at(-1) === 'to') return { isAddress: true };
  if (inside.is === 'field') return fieldMeaning(language, inside);
  if (inside.is === 'block') return shorthandMeaning(inside);
  return wordMeaning(language, outer, member);
}

/** The value of the first key is the key of the item, which can be a reference. */
function wordMeaning(language: Language, inside: Inside, member: Member): Meaning {
  if (inside.is !== 'block') return {};
  return inside.shape.itemWord === keyOf(member) ? declaration(language, inside) : resourceOf(inside);
}

/** Keys can refer to other resources, such as those of site-spaces and team members. */
function declaration(language: Language, block: Block): Meaning {
  const { key, fields } = block.shape;
  const type = key === 'name' ? undefined : fields[key.field]?.type;
  return { ...resourceOf(block), isDeclaration: true, ...(type?.is === 'ref' ? refersTo(language, type.to) : {}) };
}

function refersTo({ shapes }: Language, kind: KindName): Pick<Meaning, 'refers'> {
  const target = shapes.get(kind);
  return target === undefined ? {} : { refers: { list: target.segment, kind } };
}

function fieldMeaning({ shapes }: Language, { name, field, address }: Extract<Inside, { is: 'field' }>): Meaning {
  const type = field.type.is === 'list' ? field.type.of : field.type;
  const target = type.is === 'ref' ? shapes.get(type.to) : undefined;
  const said = { field: { name, shape: field } };
  if (type.is !== 'ref' || target === undefined) return said;
  return { ...said, refers: { list: targetList(type, address, target), kind: target.name } };
}

function shorthandMeaning(block: Block): Meaning {
  const { shorthand: name, fields } = block.shape;
  const shape = name === undefined ? undefined : fields[name];
  return { ...resourceOf(block), ...(name === undefined || shape === undefined ? {} : { field: { name, shape } }) };
}

interface Input extends Language {
  readonly known: Pick<Known, 'resources'>;
}

/** The known addresses that the word means, references first. */
export function addressesOf(input: Input, path: Path): readonly Address[] {
  const { resource, refers, ordered, isAddress, isDeclaration } = meaningOf(input, path);
  const { known, shapes } = input;
  const word = wordOf(path);
  const named =
    refers === undefined
      ? undefined
      : addressIn(refers.list, foldedKey(shapeOf({ shapes }, refers.kind), word, shapes));
  const found = [
    ...(named === undefined ? [] : [named]),
    ...(isAddress ? [word] : []),
    ...(ordered === undefined ? [] : orderedAs(input, ordered, word)),
    ...(isDeclaration && resource !== undefined ? [resource.address] : []),
  ];
  return found.filter((address) => known.resources.has(address));
}

function wordOf({ steps, part, scalar }: Path) {
  const last = steps.at(-1);
  if (part === 'key' && last !== undefined) return keyOf(last.member);
  return textOf(scalar) ?? '';
}

/** A key in an `order`, or an address if two members have the same key. */
function orderedAs({ known, shapes }: Input, container: Address, word: string): readonly Address[] {
  const inside = [...known.resources.values()].filter((resource) => containerOf(resource, shapes) === container);
  return inside.filter(({ address }) => address === word || keyIn(address) === word).map(({ address }) => address);
}

/** Every place that refers to the resource or to resources with its key, and the declaration. */
export function placesOf({ resources, names }: Known, address: Address, withDeclaration: boolean, shapes: Shapes) {
  const resource = resources.get(address);
  const isNamedOnly = resource?.isExternal && !isExternalBlock(resource);
  const declared = resource === undefined || isNamedOnly ? [] : [resource.span];
  const isDeclared = (span: SourceSpan) => declared.some((each) => isSame(each, span));
  const alike = new Set([address, ...namedAfter(resources.values(), address, shapes)]);
  const named = names.filter((name) => alike.has(name.address) && !isDeclared(name.span)).map(({ span }) => span);
  const all = [...(withDeclaration ? declared : []), ...named];
  return all.filter((span, at) => all.findIndex((other) => isSame(span, other)) === at);
}

/** For example, a site-space has the key of its space. */
function namedAfter(resources: Iterable<DesiredResource>, address: Address, shapes: Shapes): readonly Address[] {
  return [...resources].flatMap(({ kind, fields, address: own }) => {
    const { key } = shapeOf({ shapes }, kind);
    const value = key === 'name' ? undefined : fields[key.field];
    return value !== undefined && isReference(value) && value.ref === address ? [own] : [];
  });
}

function isSame(a: SourceSpan, b: SourceSpan) {
  return a.file === b.file && a.line === b.line && a.column === b.column;
}

/** The declared title. */
export function statedTitle({ fields }: Pick<DesiredResource, 'fields'>): string | undefined {
  const said = [fields.title, fields.name, fields.label].find((value) => typeof value === 'string' && value !== '');
  return typeof said === 'string' ? said : undefined;
}
