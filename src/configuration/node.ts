/** The configuration as a tree of values with places: files merged, variables filled in, nothing interpreted yet. */
import type { Problem, SourceSpan } from '../core/problem.ts';

export type Scalar = null | boolean | number | string;

export interface ScalarNode {
  readonly is: 'scalar';
  readonly value: Scalar;
  readonly span: SourceSpan;
}

export interface Entry {
  readonly key: string;
  readonly keySpan: SourceSpan;
  readonly value: Node;
}

export interface MapNode {
  readonly is: 'map';
  readonly entries: readonly Entry[];
  readonly span: SourceSpan;
}

export interface ListNode {
  readonly is: 'list';
  readonly items: readonly Node[];
  readonly span: SourceSpan;
}

export type Node = ScalarNode | MapNode | ListNode;

/** Collects problems; a run reports all of them. */
export type Report = (problem: Problem) => void;

export function entryOf(map: MapNode, key: string): Entry | undefined {
  return map.entries.find((entry) => entry.key === key);
}

export function kindOfNode(node: Node): string {
  if (node.is !== 'scalar') return node.is === 'map' ? 'a map' : 'a list';
  return node.value === null
    ? 'null'
    : typeof node.value === 'string'
      ? 'a text'
      : typeof node.value === 'number'
        ? 'a number'
        : 'true or false';
}
