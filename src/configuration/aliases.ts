/** Aliases and their limits: what they stand for is shared, never copied, and what it would amount to is only counted. */
import type { SourceSpan } from '../core/problem.ts';
import { maxDepth } from './compose.ts';
import type { Node, Report } from './node.ts';

const maxAliases = 1_000;
const maxExpandedNodes = 100_000;

/** A node with how deep it is and how many nodes it has; `expanded` counts those that came with aliases. */
export interface Built {
  readonly node: Node;
  readonly height: number;
  readonly size: number;
  readonly expanded: number;
}

/** What each anchor stands for so far; `open` while its own node is being built. */
export interface Anchors {
  readonly known: Map<string, Built | 'open'>;
  aliasCount: number;
}

/** Thrown once a limit is broken and reported: the rest of the file is not looked at. */
export const beyondLimit = Symbol('beyond limit');

export function remember(anchor: string | undefined, built: Built, anchors: Anchors): Built {
  if (anchor !== undefined) anchors.known.set(anchor, built);
  return built;
}

/** What the alias stands for, with the place of the alias; what is inside keeps the places where it is written. */
export function expandAlias(name: string, span: SourceSpan, depth: number, anchors: Anchors, report: Report): Built {
  anchors.aliasCount += 1;
  if (anchors.aliasCount > maxAliases) refuse(`the file has more than ${maxAliases} aliases`, span, report);
  const target = anchors.known.get(name);
  if (target === undefined || target === 'open') {
    report({
      code: 'E-YAML-ALIAS',
      message: target === 'open' ? `*${name} stands inside of what it stands for` : `no anchor &${name} stands before this alias`,
      span,
      label: target === 'open' ? 'it would contain itself' : 'stands for nothing',
      hint: `put &${name} before the value that is meant, further up in the same file; a text that begins with * needs quotes`,
    });
    return { node: { is: 'scalar', value: null, span }, height: 0, size: 1, expanded: 0 };
  }
  if (depth + target.height > maxDepth)
    refuse(`with *${name}, maps and lists are nested more than ${maxDepth} deep`, span, report, 'E-TOO-DEEP');
  return { ...target, node: { ...target.node, span }, expanded: target.size };
}

/** Height and sizes of a map or list with these values. */
export function sumOf(values: readonly Built[], report: Report): Omit<Built, 'node'> {
  let height = 0;
  let size = 1;
  let expanded = 0;
  for (const value of values) {
    height = Math.max(height, value.height);
    size += value.size;
    expanded += value.expanded;
    if (expanded > maxExpandedNodes) refuse(`aliases stand for more than ${maxExpandedNodes} values in all`, value.node.span, report);
  }
  return { height: height + 1, size, expanded };
}

function refuse(message: string, span: SourceSpan, report: Report, code = 'E-ALIAS-LIMIT'): never {
  report({ code, message, span, label: 'here it becomes too much', hint: 'write the values out, or use fewer anchors and aliases' });
  throw beyondLimit;
}
