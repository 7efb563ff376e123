/** What the reading of blocks shares: shapes, what was read so far, and where problems go. */
import type { Address } from '../core/address.ts';
import type { Problem, SourceSpan } from '../core/problem.ts';
import type { DesiredList, DesiredResource, KindName, PruneWord } from '../core/state.ts';
import type { KindShape, Shapes } from '../kinds/shape.ts';
import type { Entry, MapNode, Node, Report } from './node.ts';
import { kindOfNode } from './node.ts';
import { nearest } from './suggest.ts';

/** A reference still to be checked: `list` is where its key must be declared. */
export interface PendingReference {
  readonly address: Address;
  readonly key: string;
  readonly list: Address;
  readonly title: string;
  readonly span: SourceSpan;
}

/** How a list is pruned, and whether that was said for this very list or kind. */
export interface PruneRule {
  readonly word: PruneWord;
  readonly isNamed: boolean;
}

export interface Context {
  readonly shapes: Shapes;
  readonly report: Report;
  /** Text of a file named in the configuration; undefined after a problem was reported. */
  readonly readFile: (path: string, span: SourceSpan) => string | undefined;
  readonly pruneOf: (kind: KindName) => PruneRule;
  readonly resources: DesiredResource[];
  readonly lists: DesiredList[];
  readonly orders: { [container: Address]: Address[] };
  readonly references: PendingReference[];
  /** Where the members of a container's order stand, for problems. */
  readonly orderSpans: Map<Address, SourceSpan>;
}

export function shapeNamed(context: Pick<Context, 'shapes'>, kind: KindName): KindShape {
  const shape = context.shapes.get(kind);
  if (shape === undefined) throw new Error(`no such kind: ${kind}`);
  return shape;
}

/** Reports a problem; the hint is left out when there is none. */
export function complain(
  context: Pick<Context, 'report'>,
  code: string,
  span: SourceSpan,
  message: string,
  hint?: string,
  label?: string,
): undefined {
  const problem: Problem = { code, span, message, ...(hint === undefined ? {} : { hint }), ...(label === undefined ? {} : { label }) };
  context.report(problem);
  return undefined;
}

/** The node as a map; null gets the advice to write `{}`. */
export function asMap(context: Pick<Context, 'report'>, node: Node, what: string): MapNode | undefined {
  if (node.is === 'map') return node;
  if (node.is === 'scalar' && node.value === null)
    return complain(
      context,
      'E-NULL',
      node.span,
      `${what} cannot be null`,
      'use `{}` to declare it empty, or leave the key out so that it is not managed',
    );
  return complain(context, 'E-TYPE', node.span, `${what} must be a map, not ${kindOfNode(node)}`);
}

/** Complains about an entry whose key nobody knows. */
export function unknownKey(context: Pick<Context, 'report'>, entry: Entry, known: Iterable<string>, place: string): undefined {
  const candidates = [...known];
  const near = nearest(entry.key, candidates);
  const hint = near === undefined ? `known keys: ${candidates.sort().join(', ')}` : `did you mean "${near}"?`;
  return complain(context, 'E-KEY-UNKNOWN', entry.keySpan, `unknown key "${entry.key}" in ${place}`, hint, 'no such key here');
}
