/** Turns declared resources into plain values in the order of the grammar, and the values into nodes, in one line or several. */

import { isCollection, isScalar, type Node } from 'yaml';
import { type Block, type Grammar, grammarOf, isItem, type Part, topParts } from '../../config/grammar.ts';
import {
  type Address,
  keyIn,
  type ListAddress,
  listAddress,
  topContainer,
  topLevelAddress,
} from '../../core/address.ts';
import { groupBy } from '../../core/compare.ts';
import { withoutUndefined } from '../../core/defined.ts';
import type { JsonObject } from '../../core/json.ts';
import {
  type Declaration,
  type DesiredResource,
  type DesiredValue,
  isReference,
  type KindName,
} from '../../core/state.ts';
import { membersByContainer } from '../../kinds/declaration/container.ts';
import { indexDeclared } from '../../kinds/declaration/resources.ts';
import type { FieldShape } from '../../kinds/field.ts';
import { inheritsAll, type Shapes, shapeOf } from '../../kinds/shape.ts';
import { newEntry, newList, newMap, newScalar } from '../yaml/nodes.ts';
import { variableText } from './environment-variables.ts';

export interface ComposeOptions {
  /** The path of the file with the text of a field, relative to the file that contains the path. undefined: no separate file. */
  readonly fileOf?: (address: Address, field: string) => string | undefined;
  /** The variable with the value of a field, or with the `id`. undefined: the value is written. */
  readonly variableOf?: (address: Address, field: string) => string | undefined;
}

interface Composition extends ComposeOptions {
  readonly declaration: Declaration;
  readonly shapes: Shapes;
  readonly grammar: Grammar;
  readonly index: DeclarationIndex;
}

/** The block of a resource with its children. Of an item of a list (`structure`, `spaces`), the item with its key. */
export function composeBlock(declaration: Declaration & ComposeOptions, address: Address, shapes: Shapes): unknown {
  const composition = compositionOf(declaration, shapes);
  const resource = composition.index.at.get(address);
  if (resource === undefined) throw new Error(`${address} is not declared`);
  return blockOf(composition, resource);
}

/** The value of one part of the block of a resource. undefined: the block does not have the part. */
export function composePart(
  declaration: Declaration & ComposeOptions,
  resource: DesiredResource,
  key: string,
  part: Part,
  shapes: Shapes,
): unknown {
  return partEntries(compositionOf(declaration, shapes), resource, key, part)[0]?.[1];
}

/** The whole configuration by top-level key. */
export function composeConfiguration(declaration: Declaration & ComposeOptions, shapes: Shapes): JsonObject {
  const composition = compositionOf(declaration, shapes);
  return Object.fromEntries([...topParts(shapes)].flatMap(([key, part]) => partEntries(composition, null, key, part)));
}

/** A value as a configuration contains it: references as keys, and `${` escaped. */
export function composeValue(field: FieldShape, value: DesiredValue): unknown {
  if (!isReference(value)) return literal(value);
  const key = field.type.is === 'ref' && field.type.within === 'parent' ? keyInTop(value.ref) : keyIn(value.ref);
  return field.type.is === 'ref' && field.type.under !== undefined ? { [field.type.under]: key } : key;
}

/** The key, or the address in the top-level resource if that is deeper. */
function keyInTop(address: Address) {
  const inside = address.slice(topLevelAddress(address).length + 1);
  return inside.split('/').length === 2 ? keyIn(inside) : inside;
}

function compositionOf(declaration: Declaration & ComposeOptions, shapes: Shapes): Composition {
  const index = declarationIndex(declaration, shapes);
  const { fileOf, variableOf } = declaration;
  return { declaration, shapes, grammar: grammarOf(shapes), index, ...withoutUndefined({ fileOf, variableOf }) };
}

function literal(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('${', () => '$${');
  if (Array.isArray(value)) return value.map(literal);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, literal(each)]));
}

function blockOf(composition: Composition, resource: DesiredResource): unknown {
  if (resource.isExternal)
    return { external: resource.pin === undefined ? literal(resource.fields) : { id: resource.pin } };
  const shape = shapeOf(composition, resource.kind);
  const block = composition.grammar(resource.kind, isAtRoot(composition, resource));
  if (block.whole !== undefined) return literal(resource.fields[block.whole] ?? {});
  if (inheritsAll(shape, resource.fields)) return null;
  const entries = [...block.parts].flatMap(([key, part]) => partEntries(composition, resource, key, part));
  if (shape.itemWord !== undefined) return Object.fromEntries([[shape.itemWord, resource.key], ...entries]);
  const [first] = entries;
  const isAlone = entries.length === 1 && first !== undefined && first[0] === shape.shorthand;
  return isAlone && isShort(block, first) ? first[1] : Object.fromEntries(entries);
}

/** Whether the resource is in the list of a flat container, where items can be the default. */
function isAtRoot({ index, shapes }: Composition, { kind, parent }: DesiredResource) {
  const container = parent === null ? undefined : index.at.get(parent);
  return container !== undefined && shapes.get(container.kind)?.wraps?.child === kind;
}

/** A block cannot be null, unless the field of its short form can be cleared. */
function isShort(block: Block, [key, value]: readonly [string, unknown]) {
  const part = block.parts.get(key);
  return part?.is === 'field' && (value === null ? part.field.clearable === true : typeof value !== 'object');
}

type Entries = readonly (readonly [string, unknown])[];

/** The entries of one part of a block. `resource` null: the top level. */
function partEntries(composition: Composition, resource: DesiredResource | null, key: string, part: Part): Entries {
  const { index } = composition;
  switch (part.is) {
    case 'map': {
      const list = listAddress(resource?.address ?? null, part.shape.segment);
      const inside = index.inList(list);
      if (inside.length === 0 && !index.isListed(list)) return [];
      return [[key, Object.fromEntries(inside.map((each) => [each.key, blockOf(composition, each)]))]];
    }
    case 'single': {
      const single = index.at.get(listAddress(resource?.address ?? null, part.shape.segment));
      return single === undefined ? [] : [[key, blockOf(composition, single)]];
    }
    case 'group': {
      const entries = [...part.parts].flatMap(([name, each]) => partEntries(composition, resource, name, each));
      return entries.length === 0 ? [] : [[key, Object.fromEntries(entries)]];
    }
    case 'order': {
      const order = composition.declaration.orders[resource?.address ?? topContainer];
      return order === undefined ? [] : [[key, order.map((address) => orderName(order, address))]];
    }
    default:
      return resource === null ? [] : ownEntries(composition, resource, key, part);
  }
}

function ownEntries(
  composition: Composition,
  resource: DesiredResource,
  key: string,
  part: Exclude<Part, { is: 'map' | 'single' | 'group' | 'order' }>,
): Entries {
  const { index } = composition;
  switch (part.is) {
    case 'field':
      return fieldEntries(composition, resource, key, part.name, part.field);
    case 'file': {
      const path =
        resource.fields[part.name] === undefined ? undefined : composition.fileOf?.(resource.address, part.name);
      return path === undefined ? [] : [[key, literal(path)]];
    }
    case 'pin':
      return resource.pin === undefined ? [] : [[key, variableFor(composition, resource, 'id') ?? resource.pin]];
    case 'protect':
    case 'replace':
      return resource[part.is] === undefined ? [] : [[key, resource[part.is]]];
    case 'default':
      return isDefault(composition.index, composition.shapes, resource) ? [[key, true]] : [];
    case 'sequence': {
      const items = index.sequenceOf(resource, part.of);
      return items === undefined ? [] : [[key, items.map((item) => blockOf(composition, item))]];
    }
    case 'external':
    case 'prune':
      return [];
  }
}

function variableFor({ variableOf }: Composition, { address }: DesiredResource, field: string) {
  const name = variableOf?.(address, field);
  return name === undefined ? undefined : variableText(name);
}

function fieldEntries(
  composition: Composition,
  resource: DesiredResource,
  key: string,
  name: string,
  field: FieldShape,
): Entries {
  const value = resource.fields[name];
  if (value === undefined) return [];
  const variable = variableFor(composition, resource, name);
  const path = value === null ? undefined : composition.fileOf?.(resource.address, name);
  if (path === undefined) return [[key, variable ?? composeValue(field, value)]];
  return field.fromFile ? [[key, { file: variable ?? literal(path) }]] : [];
}

/** Whether the item is the default of its container. */
function isDefault(index: DeclarationIndex, shapes: Shapes, { address, parent }: DesiredResource) {
  const container = parent === null ? undefined : index.at.get(parent);
  const fields = Object.entries((container && shapes.get(container.kind)?.fields) ?? {});
  return fields.some(([name, { derived }]) => {
    const value = container?.fields[name];
    return derived === true && isReference(value) && value.ref === address;
  });
}

/** The key, or the address if members of different kinds have the same key. */
function orderName(order: readonly Address[], address: Address) {
  const key = keyIn(address);
  return order.some((other) => other !== address && keyIn(other) === key) ? address : key;
}

type DeclarationIndex = ReturnType<typeof build>;

const made = new WeakMap<Declaration, DeclarationIndex>();

/** Cached for each declaration. */
export function declarationIndex(declaration: Declaration, shapes: Shapes): DeclarationIndex {
  const known = made.get(declaration);
  if (known !== undefined) return known;
  const index = build(declaration, shapes);
  made.set(declaration, index);
  return index;
}

function build({ resources: all, orders, lists }: Declaration, shapes: Shapes) {
  const at = indexDeclared(all);
  const resources = [...at.values()];
  const segmentOf = (kind: KindName) => shapes.get(kind)?.segment ?? '';
  const byList = groupBy(resources, ({ kind, parent }) => listAddress(parent, segmentOf(kind)));
  const held = membersByContainer(resources, shapes);
  const listed = new Set<ListAddress>(lists);
  return {
    /** Declared resources, without people who are only references. */
    at,
    inList: (list: ListAddress) => byList.get(list) ?? [],
    /** Whether the list is declared. It can be empty. */
    isListed: (list: ListAddress) => listed.has(list),
    /** The ordered members of a container. undefined: the list is not declared. */
    sequenceOf: ({ address }: DesiredResource, kinds: readonly KindName[]) => {
      const order = (orders[address] ?? []).flatMap((each) => at.get(each) ?? []);
      const placed = new Set(order);
      const rest = (held.get(address) ?? []).filter((each) => kinds.includes(each.kind) && !placed.has(each));
      const isStated =
        orders[address] !== undefined || kinds.some((kind) => listed.has(listAddress(address, segmentOf(kind))));
      return order.length + rest.length > 0 || isStated ? [...order, ...rest] : undefined;
    },
  };
}

/** The most entries of a block in one line. Items without lists have no limit. */
const maxInOneLine = 2;
/** The most characters of a map or list in one line, without its indentation. */
const maxCharacters = 110;

/** `value`: from composeBlock. `isFlat`: a site-space at the root of a site. */
export function blockLayout(value: unknown, kind: KindName, shapes: Shapes, isFlat = false): Node {
  const grammar = grammarOf(shapes);
  return ofBlock(value, grammar(kind, isFlat), grammar);
}

/** The value of a top-level key. Keys without resources have plain values. */
export function topLayout(key: string, value: unknown, shapes: Shapes): Node {
  const part = topParts(shapes).get(key);
  return part === undefined ? plainLayout(value, false) : partLayout(value, part, shapes);
}

/** `value`: from composePart. */
export function partLayout(value: unknown, part: Part, shapes: Shapes): Node {
  return ofPart(value, part, grammarOf(shapes));
}

/** The content of a top-level key: one block, several, or several with a structure (sites). */
export function topHolds(key: string, shapes: Shapes): 'one' | 'several' | 'structures' {
  const part = topParts(shapes).get(key);
  if (part?.is !== 'map') return 'one';
  return isStructured(grammarOf(shapes)(part.shape.name)) ? 'structures' : 'several';
}

function isStructured({ parts }: Block) {
  return [...parts.values()].some(({ is }) => is === 'sequence');
}

/** A value that is no block. `isShort`: a map can be one line. */
export function plainLayout(value: unknown, isShort = true): Node {
  if (Array.isArray(value)) {
    const items = value.map((item) => plainLayout(item));
    return listOf(items, items.every(isScalar));
  }
  if (typeof value !== 'object' || value === null) return newScalar(value ?? null);
  return mapOf(
    Object.entries(value).map(([key, each]) => [key, plainLayout(each)]),
    isShort,
  );
}

/** `isShort`: in one line if the map is not too long. `isSpaced`: with an empty line between the entries. */
function mapOf(entries: readonly (readonly [string, Node])[], isShort: boolean, isSpaced = false) {
  const map = newMap(
    entries.map(([key, value]) => newEntry(key, value)),
    isShort && isOneLine(entries),
  );
  for (const { key } of map.items.slice(1)) key.spaceBefore = isSpaced;
  return map;
}

function listOf(items: readonly Node[], isShort: boolean) {
  return newList(items, isShort && isOneLine(items));
}

/** The nodes without comments, as JSON, are about as long as in YAML. */
export function isOneLine(value: unknown): boolean {
  return JSON.stringify(value).length <= maxCharacters;
}

function ofBlock(value: unknown, block: Block, grammar: Grammar): Node {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return plainLayout(value);
  if (block.whole !== undefined) return plainLayout(value);
  const entries = Object.entries(value).map(
    ([key, each]) => [key, ofPart(each, block.parts.get(key), grammar)] as const,
  );
  // A block of its own, such as the branding of a site-space, is rare.
  const isLeaf = ![...block.parts.values()].some((part) => part.is !== 'single' && holdsBlocks(part));
  const isCalm = entries.every(
    ([key, each]) => !holdsBlocks(block.parts.get(key)) && (isScalar(each) || (isCollection(each) && each.flow)),
  );
  const isSmall = entries.length <= maxInOneLine || (isLeaf && isItem(block.shape));
  return mapOf(entries, isCalm && isSmall && block.shape.singleton !== true);
}

function holdsBlocks(part: Part | undefined) {
  return part !== undefined && ['map', 'sequence', 'single', 'group', 'order'].includes(part.is);
}

function ofPart(value: unknown, part: Part | undefined, grammar: Grammar): Node {
  switch (part?.is) {
    case 'map': {
      const block = grammar(part.shape.name);
      const entries = Object.entries(value as JsonObject).map(
        ([key, each]) => [key, ofBlock(each, block, grammar)] as const,
      );
      return mapOf(entries, entries.length === 0, isStructured(block));
    }
    case 'group': {
      const { parts } = part;
      return mapOf(
        Object.entries(value as JsonObject).map(([key, each]) => [key, ofPart(each, parts.get(key), grammar)]),
        false,
      );
    }
    case 'single':
      return ofBlock(value, grammar(part.shape.name), grammar);
    case 'sequence': {
      const items = (value as readonly JsonObject[]).map((item) => ofItem(item, part.of, grammar));
      return listOf(items, items.length === 0);
    }
    case 'field':
      return part.field.type.is === 'claims' ? plainLayout(value, false) : plainLayout(value);
    default:
      return plainLayout(value);
  }
}

/** Items at a flat root have the same layout. */
function ofItem(item: JsonObject, kinds: readonly KindName[], grammar: Grammar) {
  const kind = kinds.find((each) => Object.hasOwn(item, grammar(each).shape.itemWord ?? ''));
  return kind === undefined ? plainLayout(item) : ofBlock(item, grammar(kind, true), grammar);
}

/** Keys without empty lines between them. */
export const headKeys: readonly string[] = ['version', 'organization', 'name', 'include', 'within'];

/** The order of top-level keys. */
export function topKeys(shapes: Shapes): readonly string[] {
  return [...headKeys, 'vars', 'policy', 'expect', 'drift', ...topParts(shapes).keys(), 'moved'];
}
