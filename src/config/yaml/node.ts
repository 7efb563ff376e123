/** Nodes of a configuration: YAML values with their places. */
import type { SourceSpan } from '../../core/problem.ts';

export type Scalar = null | boolean | number | string;

export interface ScalarNode {
  readonly is: 'scalar';
  readonly value: Scalar;
  readonly source: string;
  readonly span: SourceSpan;
  /** The variable that the text consists of. */
  readonly variable?: string;
  /** Column of the text, if the file contains it character by character. */
  readonly textColumn?: number;
}

export interface MapEntry {
  readonly key: string;
  readonly keySpan: SourceSpan;
  readonly value: ConfigurationNode;
}

export interface MapNode {
  readonly is: 'map';
  readonly entries: readonly MapEntry[];
  readonly span: SourceSpan;
}

export interface ListNode {
  readonly is: 'list';
  readonly items: readonly ConfigurationNode[];
  readonly span: SourceSpan;
}

/** An unknown value, whose problem is already reported. */
interface LostNode {
  readonly is: 'lost';
  readonly span: SourceSpan;
}

export type ConfigurationNode = ScalarNode | MapNode | ListNode | LostNode;

export function mapNode(entries: readonly MapEntry[], span: SourceSpan): MapNode {
  return { is: 'map', entries, span };
}

export function entryOf(map: MapNode, key: string): MapEntry | undefined {
  return map.entries.find((entry) => entry.key === key);
}

/** The characters as written: `007` is the number 7. */
export function writtenText({ value, source }: ScalarNode): string {
  return typeof value === 'string' ? value : source;
}

export function isNull(node: ConfigurationNode): boolean {
  return node.is === 'scalar' && node.value === null;
}

export function describeNode(node: ConfigurationNode): string {
  if (node.is !== 'scalar') return node.is === 'list' ? 'a list' : 'a map';
  if (node.value === null) return 'null';
  if (typeof node.value === 'string') return 'text';
  return typeof node.value === 'number' ? 'a number' : `${node.value}`;
}

export function typeHint(wanted: 'map' | 'list' | 'scalar', node: ConfigurationNode): string {
  if (wanted === 'map') return node.is === 'list' ? withoutDashes : `write KEY: VALUE below the key; ${indented}`;
  if (wanted === 'list')
    return node.is === 'map' ? 'begin each entry with a dash: `- `' : `put the value in brackets: [${sourceOf(node)}]`;
  const [only] = node.is === 'list' && node.items.length === 1 ? node.items : [];
  const alone = only === undefined ? '' : sourceOf(only);
  return alone === '' ? 'write one value after the colon' : `remove the brackets or the dash: ${alone}`;
}

const withoutDashes = 'remove the dashes, and write each entry as KEY: VALUE';

/** The most common reason for a missing map is a child with the indentation of its parent. */
export const indented = 'indent nested keys by two more spaces than their parent';

function sourceOf(node: ConfigurationNode) {
  return node.is === 'scalar' && node.source.length <= 60 && !node.source.includes('\n') ? node.source : '';
}

/** Returns the same list if no member changes. */
function changed<T>(members: readonly T[], change: (member: T) => T): readonly T[] {
  let result: T[] | undefined;
  for (let at = 0; at < members.length; at += 1) {
    const member = members[at] as T;
    const other = change(member);
    if (other !== member) result ??= members.slice(0, at);
    result?.push(other);
  }
  return result ?? members;
}

/** Returns the same node if no child changes. */
export function withChildren(
  node: ConfigurationNode,
  change: (child: ConfigurationNode) => ConfigurationNode,
): ConfigurationNode {
  if (node.is === 'list') {
    const items = changed(node.items, change);
    return items === node.items ? node : { ...node, items };
  }
  if (node.is !== 'map') return node;
  const entries = changed(node.entries, (entry) => {
    const value = change(entry.value);
    return value === entry.value ? entry : { ...entry, value };
  });
  return entries === node.entries ? node : { ...node, entries };
}

export function childrenOf(node: ConfigurationNode): readonly ConfigurationNode[] {
  if (node.is === 'list') return node.items;
  return node.is === 'map' ? node.entries.map(({ value }) => value) : [];
}
