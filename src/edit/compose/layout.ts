/** How a composed value stands on the page: what may be one line, and what is always a block. */
import { type Block, createGrammar, type Grammar, isItem, itemWords, type Part, topParts } from '../../config/grammar.ts';
import type { KindName } from '../../core/state.ts';
import type { Shapes } from '../../kinds/shape.ts';
import type { Written } from './compose.ts';

export type Scalar = string | number | boolean | null;

export type Layout =
  | { readonly is: 'scalar'; readonly value: Scalar }
  /** `isShort`: one line, `{ … }` or `[…]`, where that fits. `isSpaced`: an empty line between the entries. */
  | {
      readonly is: 'map';
      readonly entries: readonly (readonly [string, Layout])[];
      readonly isShort: boolean;
      readonly isSpaced?: true;
    }
  | { readonly is: 'list'; readonly items: readonly Layout[]; readonly isShort: boolean };

/** Of a block with more entries than this, each has a line of its own; an item without lists inside is one line whatever it says. */
const mostInOneLine = 2;

/** Of a block of this kind, as composeBlock gives it. `isFlat`: of a site-space at the root of a site. */
export function blockLayout(value: unknown, kind: KindName, shapes: Shapes, isFlat = false): Layout {
  const grammar = createGrammar(shapes);
  return ofBlock(value, grammar(kind, isFlat), grammar);
}

/** Of the value under a top-level key of a configuration, such as `teams`; keys that hold no resources are plain values. */
export function topLayout(key: string, value: unknown, shapes: Shapes): Layout {
  const part = topParts(shapes).get(key);
  return part === undefined ? plainLayout(value, false) : ofPart(value, part, createGrammar(shapes));
}

/** What stands under a top-level key: one block, several, or several with a structure of their own (sites). */
export function topHolds(key: string, shapes: Shapes): 'one' | 'several' | 'structures' {
  const part = topParts(shapes).get(key);
  if (part?.is !== 'map') return 'one';
  return isStructured(createGrammar(shapes)(part.shape.name)) ? 'structures' : 'several';
}

function isStructured({ parts }: Block): boolean {
  return [...parts.values()].some(({ is }) => is === 'sequence');
}

/** Of a value that is no block. `isShort`: a map may be one line; a list of scalars always may. */
export function plainLayout(value: unknown, isShort = true): Layout {
  if (Array.isArray(value)) {
    const items = value.map((item) => plainLayout(item));
    return { is: 'list', items, isShort: items.every((item) => item.is === 'scalar') };
  }
  if (typeof value !== 'object' || value === null) return { is: 'scalar', value: (value ?? null) as Scalar };
  return { is: 'map', entries: Object.entries(value).map(([key, each]) => [key, plainLayout(each)]), isShort };
}

function ofBlock(value: unknown, block: Block, grammar: Grammar): Layout {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return plainLayout(value);
  if (block.whole !== undefined) return plainLayout(value);
  const entries = Object.entries(value).map(([key, each]) => [key, ofPart(each, block.parts.get(key), grammar)] as const);
  const isLeaf = ![...block.parts.values()].some(holdsBlocks);
  const isCalm = entries.every(([key, each]) => !holdsBlocks(block.parts.get(key)) && (each.is === 'scalar' || each.isShort));
  const isSmall = entries.length <= mostInOneLine || (isLeaf && isItem(block.shape));
  return { is: 'map', entries, isShort: isCalm && isSmall && block.shape.singleton !== true };
}

function holdsBlocks(part: Part | undefined): boolean {
  return part?.is === 'map' || part?.is === 'sequence' || part?.is === 'single' || part?.is === 'order';
}

function ofPart(value: unknown, part: Part | undefined, grammar: Grammar): Layout {
  switch (part?.is) {
    case 'map': {
      const block = grammar(part.shape.name);
      const entries = Object.entries(value as Written).map(([key, each]) => [key, ofBlock(each, block, grammar)] as const);
      return { is: 'map', entries, isShort: entries.length === 0, ...(isStructured(block) ? { isSpaced: true } : {}) };
    }
    case 'single':
      return ofBlock(value, grammar(part.shape.name), grammar);
    case 'sequence': {
      const items = (value as readonly Written[]).map((item) => ofItem(item, part.of, grammar));
      return { is: 'list', items, isShort: items.length === 0 };
    }
    case 'field':
      return part.field.type.is === 'claims' ? plainLayout(value, false) : plainLayout(value);
    default:
      return plainLayout(value);
  }
}

/** Whether it is at a flat root changes nothing of how it looks. */
function ofItem(item: Written, kinds: readonly KindName[], grammar: Grammar): Layout {
  const kind = kinds.find((each) => Object.hasOwn(item, itemWords[each] ?? ''));
  return kind === undefined ? plainLayout(item) : ofBlock(item, grammar(kind, true), grammar);
}
