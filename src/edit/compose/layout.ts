/** Turns plain values into nodes, in one line or several. */
import { isCollection, isScalar, type Node } from 'yaml';
import { type Block, type Grammar, grammarOf, isItem, type Part, topParts } from '../../config/grammar.ts';
import type { KindName } from '../../core/state.ts';
import type { Shapes } from '../../kinds/shape.ts';
import { newEntry, newList, newMap, newScalar } from '../yaml/nodes.ts';
import type { Written } from './compose.ts';

/** The most entries of a block in one line. Items without lists have no limit. */
const mostInOneLine = 2;
/** The most characters of a map or list in one line, without its indentation. */
const mostCharacters = 110;

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
  return JSON.stringify(value).length <= mostCharacters;
}

function ofBlock(value: unknown, block: Block, grammar: Grammar): Node {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return plainLayout(value);
  if (block.whole !== undefined) return plainLayout(value);
  const entries = Object.entries(value).map(
    ([key, each]) => [key, ofPart(each, block.parts.get(key), grammar)] as const,
  );
  const isLeaf = ![...block.parts.values()].some(holdsBlocks);
  const isCalm = entries.every(
    ([key, each]) => !holdsBlocks(block.parts.get(key)) && (isScalar(each) || (isCollection(each) && each.flow)),
  );
  const isSmall = entries.length <= mostInOneLine || (isLeaf && isItem(block.shape));
  return mapOf(entries, isCalm && isSmall && block.shape.singleton !== true);
}

function holdsBlocks(part: Part | undefined) {
  return part !== undefined && ['map', 'sequence', 'single', 'group', 'order'].includes(part.is);
}

function ofPart(value: unknown, part: Part | undefined, grammar: Grammar): Node {
  switch (part?.is) {
    case 'map': {
      const block = grammar(part.shape.name);
      const entries = Object.entries(value as Written).map(
        ([key, each]) => [key, ofBlock(each, block, grammar)] as const,
      );
      return mapOf(entries, entries.length === 0, isStructured(block));
    }
    case 'group': {
      const { parts } = part;
      return mapOf(
        Object.entries(value as Written).map(([key, each]) => [key, ofPart(each, parts.get(key), grammar)]),
        false,
      );
    }
    case 'single':
      return ofBlock(value, grammar(part.shape.name), grammar);
    case 'sequence': {
      const items = (value as readonly Written[]).map((item) => ofItem(item, part.of, grammar));
      return listOf(items, items.length === 0);
    }
    case 'field':
      return part.field.type.is === 'claims' ? plainLayout(value, false) : plainLayout(value);
    default:
      return plainLayout(value);
  }
}

/** Items at a flat root have the same layout. */
function ofItem(item: Written, kinds: readonly KindName[], grammar: Grammar) {
  const kind = kinds.find((each) => Object.hasOwn(item, grammar(each).shape.itemWord ?? ''));
  return kind === undefined ? plainLayout(item) : ofBlock(item, grammar(kind, true), grammar);
}

/** Keys without empty lines between them. */
export const headKeys: readonly string[] = ['version', 'organization', 'name', 'include', 'within'];

/** The order of top-level keys. */
export function topKeys(shapes: Shapes): readonly string[] {
  return [...headKeys, 'vars', 'policy', 'drift', ...topParts(shapes).keys(), 'moved'];
}
