/** Finds the meaning of a place in a file: its field, and what its key or value refers to. */
import { type Block as BlockGrammar, grammarOf, type Part, topParts } from '../config/grammar.ts';
import type { Known } from '../config/load-configuration.ts';
import {
  type Address,
  addressOfKey,
  childAddress,
  keyIn,
  type ListAddress,
  listAddress,
  topContainer,
} from '../core/address.ts';
import type { DesiredResource, KindName } from '../core/state.ts';
import { keyOf, type Member, memberValue, textIn, textOf } from '../edit/yaml/nodes.ts';
import { orderedContainerOf } from '../kinds/declaration/container.ts';
import { foldKeyCase } from '../kinds/declaration/key.ts';
import { type FieldShape, referencedList } from '../kinds/field.ts';
import { type KindShape, type Shapes, shapeOf } from '../kinds/shape.ts';
import type { Path } from './typed.ts';

interface Block {
  readonly is: 'block';
  readonly grammar: BlockGrammar;
  readonly address: Address;
  readonly parent: Address | null;
}

/** The context after a step. */
type Inside =
  | { readonly is: 'list'; readonly shape: KindShape; readonly parent: Address | null }
  | Block
  /** The top level, or a group of parts of a block. */
  | { readonly is: 'parts'; readonly parts: ReadonlyMap<string, Part>; readonly of?: Block }
  | { readonly is: 'items'; readonly kinds: readonly KindName[]; readonly of: Block }
  | { readonly is: 'field'; readonly name: string; readonly field: FieldShape; readonly address: Address }
  | { readonly is: 'order'; readonly container: Address }
  /** Keys without a kind: `policy`, `moved`, and keys in them. */
  | { readonly is: 'words'; readonly keys: readonly string[] };

export interface Meaning {
  /** The place is the key or the value of this field. */
  readonly field?: { readonly name: string; readonly shape: FieldShape };
  /** The word is a key of this list. */
  readonly refers?: { readonly list: ListAddress; readonly kind: KindName };
  /** The word is a member of this container. */
  readonly ordered?: Address;
  /** The word is an address. `kinds`: of a resource of these kinds. */
  readonly isAddress?: true;
  readonly kinds?: readonly KindName[];
  /** The word is the key of this declared resource. */
  readonly declares?: Address;
}

export function meaningOf(shapes: Shapes, { steps, part }: Pick<Path, 'steps' | 'part'>): Meaning {
  let inside: Inside = { is: 'parts', parts: topParts(shapes) };
  for (const [at, { member }] of steps.entries()) {
    const isLast = at === steps.length - 1;
    if (isLast && part === 'key') return keyMeaning(shapes, inside, member);
    const isWord = inside.is === 'block' && inside.grammar.shape.itemWord === keyOf(member);
    if (isLast && inside.is === 'block' && isWord) return declaration(shapes, inside);
    const next: Inside | undefined = entered(shapes, inside, member);
    if (next === undefined) return {};
    if (isLast) return valueMeaning(shapes, next);
    inside = next;
  }
  return {};
}

function entered(shapes: Shapes, inside: Inside, member: Member): Inside | undefined {
  const key = keyOf(member);
  switch (inside.is) {
    case 'list':
      return keyedBlock(shapes, inside.shape, inside.parent, key);
    case 'block':
      return wholeOf(inside) ?? partEntered(shapes, inside.grammar.parts.get(key), inside);
    case 'parts':
      if (inside.of === undefined && !inside.parts.has(key)) return { is: 'words', keys: [key] };
      return partEntered(shapes, inside.parts.get(key), inside.of);
    case 'items':
      return itemEntered(shapes, inside.kinds, inside.of, member);
    case 'field':
    case 'order':
      return inside;
    case 'words':
      return { is: 'words', keys: [...inside.keys, key] };
  }
}

function keyedBlock(shapes: Shapes, shape: KindShape, parent: Address | null, key: string, isFlat = false): Block {
  const address = childAddress(parent, shape.segment, foldKeyCase(shape, key, shapes));
  return { is: 'block', grammar: grammarOf(shapes)(shape.name, isFlat), address, parent };
}

/** A block that is the value of one field. */
function wholeOf({ grammar: { whole: name, shape }, address }: Block) {
  const field = name === undefined ? undefined : shape.fields[name];
  return name === undefined || field === undefined ? undefined : ({ is: 'field', name, field, address } as const);
}

/** `block`: undefined at the top level. */
function partEntered(shapes: Shapes, part: Part | undefined, block: Block | undefined): Inside | undefined {
  const parent = block?.address ?? null;
  if (part?.is === 'map') return { is: 'list', shape: part.shape, parent };
  if (part?.is === 'single') {
    const { name, segment } = part.shape;
    return { is: 'block', grammar: grammarOf(shapes)(name), address: listAddress(parent, segment), parent };
  }
  if (part?.is === 'order') return { is: 'order', container: parent ?? topContainer };
  if (part === undefined || block === undefined) return undefined;
  if (part.is === 'sequence') return { is: 'items', kinds: part.of, of: block };
  if (part.is === 'group') return { is: 'parts', parts: part.parts, of: block };
  if (part.is === 'field') return { is: 'field', name: part.name, field: part.field, address: block.address };
  return { is: 'words', keys: [] };
}

/** The first key of an item names its kind. Sections of a group have addresses in the site. */
function itemEntered(shapes: Shapes, kinds: readonly KindName[], { grammar, address, parent }: Block, item: Member) {
  const outer = grammar.shape;
  for (const kind of kinds) {
    const shape = shapeOf({ shapes }, kind);
    const key = textIn(memberValue(item), shape.itemWord ?? '');
    const isOwn = shape.parents?.includes(outer.name) === true;
    if (key !== undefined) return keyedBlock(shapes, shape, isOwn ? address : parent, key, outer.wraps?.child === kind);
  }
  return undefined;
}

function keyMeaning(shapes: Shapes, inside: Inside, member: Member): Meaning {
  const key = keyOf(member);
  if (inside.is === 'words' && inside.keys.join() === 'expect,readers') return { isAddress: true, kinds: ['space'] };
  if (inside.is === 'list') return declaration(shapes, keyedBlock(shapes, inside.shape, inside.parent, key));
  const field = inside.is === 'field' ? inside : inside.is === 'block' ? wholeOf(inside) : undefined;
  if (field !== undefined) {
    const { type } = field.field;
    return type.is === 'keyed' ? refersTo(shapes, type.keysRefer) : {};
  }
  const part = inside.is === 'block' ? inside.grammar.parts.get(key) : undefined;
  return part?.is === 'field' ? { field: { name: part.name, shape: part.field } } : {};
}

function valueMeaning(shapes: Shapes, inside: Inside): Meaning {
  switch (inside.is) {
    case 'order':
      return { ordered: inside.container };
    case 'words':
      return wordMeaning(inside.keys);
    case 'block': {
      const { shorthand: name = '', fields } = inside.grammar.shape;
      const shape = fields[name];
      return shape === undefined ? {} : { field: { name, shape } };
    }
    case 'field': {
      const { name, field, address } = inside;
      const type = field.type.is === 'list' ? field.type.of : field.type;
      const target = type.is === 'ref' ? shapes.get(type.to) : undefined;
      const said = { field: { name, shape: field } };
      if (type.is !== 'ref' || target === undefined) return said;
      return { ...said, refers: { list: referencedList(type, address, target), kind: target.name } };
    }
    default:
      return {};
  }
}

/** Addresses in `moved` and `expect`. Items of a list have an empty key. */
function wordMeaning([top = '', ...keys]: readonly string[]): Meaning {
  if (top === 'moved' && keys.at(-1) === 'to') return { isAddress: true };
  if (top === 'expect' && keys[0] === 'public') return { isAddress: true, kinds: ['site'] };
  if (top === 'expect' && keys[0] === 'readers' && keys.length > 1)
    return { isAddress: true, kinds: ['team', 'member', 'site'] };
  return {};
}

/** Keys can refer to other resources, such as those of site-spaces and team members. */
function declaration(shapes: Shapes, { grammar: { shape }, address }: Block): Meaning {
  const type = shape.key === 'name' ? undefined : shape.fields[shape.key.field]?.type;
  return { declares: address, ...(type?.is === 'ref' ? refersTo(shapes, type.to) : {}) };
}

function refersTo(shapes: Shapes, kind: KindName): Pick<Meaning, 'refers'> {
  const target = shapes.get(kind);
  return target === undefined ? {} : { refers: { list: target.segment, kind } };
}

interface Input {
  readonly shapes: Shapes;
  readonly known: Pick<Known, 'resources'>;
}

/** The known addresses that the word means, references first. */
export function addressesOf({ known, shapes }: Input, path: Path): readonly Address[] {
  const { refers, ordered, isAddress, declares } = meaningOf(shapes, path);
  const last = path.steps.at(-1);
  const word = path.part === 'key' && last !== undefined ? keyOf(last.member) : (textOf(path.scalar) ?? '');
  const found = [
    ...(refers ? [addressOfKey(refers.list, foldKeyCase(shapeOf({ shapes }, refers.kind), word, shapes))] : []),
    ...(isAddress ? [word] : []),
    ...(ordered === undefined ? [] : orderedAs({ known, shapes }, ordered, word)),
    ...(declares === undefined ? [] : [declares]),
  ];
  return found.filter((address) => known.resources.has(address));
}

/** A key in an `order`, or an address if two members have the same key. */
function orderedAs({ known, shapes }: Input, container: Address, word: string): readonly Address[] {
  const inside = [...known.resources.values()].filter((resource) => orderedContainerOf(resource, shapes) === container);
  return inside.map(({ address }) => address).filter((address) => address === word || keyIn(address) === word);
}

/** The declared title. */
export function statedTitle({ fields }: Pick<DesiredResource, 'fields'>): string | undefined {
  const said = [fields.title, fields.name, fields.label].find((value) => typeof value === 'string' && value !== '');
  return typeof said === 'string' ? said : undefined;
}
