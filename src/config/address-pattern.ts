/** Finds the kinds that an address pattern with `*` could fit. */
import { topContainer } from '../core/address.ts';
import type { KindName } from '../core/state.ts';
import { type KindShape, type Shapes, topKind } from '../kinds/shape.ts';

export interface KindsMeant {
  /** Empty: nothing can be meant. */
  readonly kinds: readonly KindShape[];
  /** The last part that leads nowhere, and what could stand there. */
  readonly miss?: { readonly part: string; readonly segments: readonly string[] };
}

export function kindsMeant(pattern: string, shapes: Shapes): KindsMeant {
  const walk: Walk = { shapes, found: new Map(), misses: [] };
  const top = couldBe(pattern, topContainer) ? shapes.get(topKind) : undefined;
  if (top !== undefined) walk.found.set(top.name, top);
  findKinds(walk, pattern.split('/'), 0, '');
  const [miss] = [...walk.misses].sort((a, b) => b.depth - a.depth);
  return { kinds: [...walk.found.values()], ...(miss ? { miss } : {}) };
}

interface Walk {
  readonly shapes: Shapes;
  readonly found: Map<KindName, KindShape>;
  /** Parts that are no list of what they stand in. */
  readonly misses: (NonNullable<KindsMeant['miss']> & { readonly depth: number })[];
}

/** All kinds that such an address or list could be of; after `**` it can be of any. */
function findKinds(walk: Walk, parts: readonly string[], depth: number, parent: KindName | ''): void {
  const part = parts[depth] ?? '';
  const here = [...walk.shapes.values()].filter(({ parents }) =>
    parent === '' ? parents === undefined : parents?.includes(parent),
  );
  const fitting = here.filter(({ segment }) => couldBe(part, segment));
  if (fitting.length === 0) walk.misses.push({ depth, part, segments: here.map(({ segment }) => segment) });
  for (const shape of fitting) {
    const next = depth + (shape.singleton ? 1 : 2);
    const isOpen = part.includes('**') || (!shape.singleton && parts[depth + 1]?.includes('**'));
    if (isOpen) for (const each of walk.shapes.values()) walk.found.set(each.name, each);
    else if (parts.length <= next) {
      if (parts[next - 1] !== '') walk.found.set(shape.name, shape);
    } else findKinds(walk, parts, next, shape.name);
  }
}

function couldBe(part: string, segment: string): boolean {
  if (!part.includes('*')) return part === segment;
  const [start = '', ...rest] = part.split('*');
  return segment.startsWith(start) && segment.endsWith(rest.at(-1) ?? '');
}
