/** Policy: what is pruned, protected and guarded. */
import type { KindName, Policy, PruneWord } from '../core/state.ts';
import type { Shapes } from '../kinds/shape.ts';
import { asMap, type Context, complain, type PruneRule, unknownKey } from './context.ts';
import { entryOf, type Node, type Report } from './node.ts';
import { nearest } from './suggest.ts';
import { hasFormat } from './values.ts';

const words: readonly string[] = ['owned', 'all', 'never'];
const defaultMaxDeletes = 10;

/** How a kind is called in `prune` and `protect`: its list, or where that name is taken twice, `teamMembers` and `siteSpaces`. */
export function policyName(shapes: Shapes, kind: KindName): string {
  const shape = shapes.get(kind);
  if (shape === undefined) return kind;
  const isTaken = [...shapes.values()].some(
    (other) => other.segment === shape.segment && other.name !== kind && other.parents === undefined,
  );
  return isTaken ? kind.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()).concat('s') : shape.segment;
}

export interface ReadPolicy {
  readonly policy: Policy;
  readonly pruneOf: (kind: KindName) => PruneRule;
}

export function readPolicy(shapes: Shapes, report: Report, node: Node | undefined): ReadPolicy {
  const context = { report, shapes };
  const map = node === undefined ? undefined : asMap(context, node, '`policy`');
  for (const entry of map?.entries ?? []) {
    if (!['prune', 'self', 'protect', 'maxDeletes'].includes(entry.key))
      unknownKey(context, entry, ['prune', 'self', 'protect', 'maxDeletes'], '`policy`');
  }
  const prune = map && entryOf(map, 'prune')?.value;
  const pruneOf = (kind: KindName): PruneRule =>
    prune === undefined ? { word: 'owned', isNamed: false } : (ruleFor(context, prune, kind, false) ?? { word: 'owned', isNamed: false });
  if (prune) checkPrune(context, prune);
  const self = map && entryOf(map, 'self')?.value;
  const email = self?.is === 'scalar' && typeof self.value === 'string' && hasFormat('email', self.value) ? self.value : undefined;
  if (self && email === undefined)
    complain(context, 'E-POLICY', self.span, '`self` must be the e-mail address of the user whose token docform uses');
  const policy: Policy = {
    prune: (kind) => pruneOf(kind).word,
    protect: readProtect(context, map && entryOf(map, 'protect')?.value),
    maxDeletes: readMaxDeletes(context, map && entryOf(map, 'maxDeletes')?.value),
    ...(email === undefined ? {} : { self: email }),
  };
  return { policy, pruneOf };
}

/** The rule for one kind on a block: a word counts as said for each list in the block. */
export function readRule(context: Pick<Context, 'report' | 'shapes'>, node: Node, kind: KindName): PruneRule | undefined {
  return ruleFor(context, node, kind, true);
}

function ruleFor(context: Pick<Context, 'report' | 'shapes'>, node: Node, kind: KindName, isNamed: boolean): PruneRule | undefined {
  if (node.is === 'scalar') return isWord(node.value) ? { word: node.value, isNamed } : undefined;
  if (node.is !== 'map') return undefined;
  const own =
    entryOf(node, policyName(context.shapes, kind))?.value ??
    entryOf(node, context.shapes.get(kind)?.parents ? (context.shapes.get(kind)?.segment ?? '') : '')?.value;
  if (own?.is === 'scalar' && isWord(own.value)) return { word: own.value, isNamed: true };
  const otherwise = entryOf(node, 'default')?.value;
  return otherwise?.is === 'scalar' && isWord(otherwise.value) ? { word: otherwise.value, isNamed } : undefined;
}

function isWord(value: unknown): value is PruneWord {
  return typeof value === 'string' && words.includes(value);
}

/** Complains about a prune rule that means nothing. */
export function checkPrune(context: Pick<Context, 'report' | 'shapes'>, node: Node): void {
  const complainWord = (at: Node): undefined =>
    complain(context, 'E-POLICY', at.span, '`prune` is owned, all or never', 'or a map of these words by kind, with `default`');
  if (node.is === 'scalar') return void (isWord(node.value) || complainWord(node));
  if (node.is === 'list') return complainWord(node);
  const known = ['default', ...prunable(context.shapes)];
  for (const entry of node.entries) {
    if (!known.includes(entry.key)) unknownKey(context, entry, known, '`prune`');
    else if (entry.value.is !== 'scalar' || !isWord(entry.value.value)) complainWord(entry.value);
  }
}

function prunable(shapes: Shapes): readonly string[] {
  return [...shapes.values()].filter((shape) => !shape.singleton).map((shape) => policyName(shapes, shape.name));
}

function readProtect(context: Pick<Context, 'report' | 'shapes'>, node: Node | undefined): readonly KindName[] {
  const { shapes } = context;
  if (node === undefined) return [...shapes.values()].filter((shape) => shape.protectedByDefault).map((shape) => shape.name);
  if (node.is !== 'list')
    return complain(context, 'E-POLICY', node.span, '`protect` must be a list of kinds, such as [sites, spaces]') ?? [];
  const byName = new Map(
    [...shapes.values()].filter((shape) => !shape.singleton).map((shape) => [policyName(shapes, shape.name), shape.name]),
  );
  return node.items.flatMap((item) => {
    const kind = item.is === 'scalar' ? byName.get(String(item.value)) : undefined;
    if (kind !== undefined) return [kind];
    const near = item.is === 'scalar' ? nearest(String(item.value), byName.keys()) : undefined;
    complain(
      context,
      'E-POLICY',
      item.span,
      '`protect` holds something that is no kind',
      near ? `did you mean "${near}"?` : `known kinds: ${[...byName.keys()].sort().join(', ')}`,
    );
    return [];
  });
}

function readMaxDeletes(context: Pick<Context, 'report'>, node: Node | undefined): number {
  if (node === undefined) return defaultMaxDeletes;
  if (node.is === 'scalar' && typeof node.value === 'number' && Number.isInteger(node.value) && node.value >= 0) return node.value;
  complain(context, 'E-POLICY', node.span, '`maxDeletes` must be a whole number, 0 or more');
  return defaultMaxDeletes;
}
