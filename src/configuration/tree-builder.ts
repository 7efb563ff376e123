/** Builds the tree of values from the syntax tree: keys become texts, aliases what they stand for, and limits hold. */
import { isAlias, isMap, isScalar, type Scalar as SyntaxScalar } from 'yaml';
import { maxDepth, type SyntaxNode, type SyntaxPair } from './compose.ts';
import { reportDuplicateKey } from './duplicate-key.ts';
import { tooDeepAt } from './faults.ts';
import type { Entry, Node, Report } from './node.ts';
import type { Place } from './place.ts';
import { plainValue } from './plain-value.ts';

const maxAliases = 1_000;
const maxExpandedNodes = 100_000;

/** A node, how deep it is, and how many nodes it has; `expanded` counts those that came with aliases. */
interface Built {
  readonly node: Node;
  readonly height: number;
  readonly size: number;
  readonly expanded: number;
}

/** Thrown inside a builder once a limit is broken and reported: the rest is not looked at. */
const beyondLimit = Symbol('beyond limit');

function fixed<T extends Node>(node: T): Built {
  return { node, height: 0, size: 1, expanded: 0 };
}
