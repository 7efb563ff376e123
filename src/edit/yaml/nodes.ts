/** Reads and builds nodes of the `yaml` package. */
import {
  type Alias,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  type Node,
  Pair,
  Scalar,
  visit,
  YAMLMap,
  YAMLSeq,
} from 'yaml';

export type YamlMap = YAMLMap<Node, Node | null>;
export type YamlSeq = YAMLSeq<Node>;
export type Entry = Pair<Node, Node | null>;
/** An entry of a map, or an item of a list. */
export type Member = Entry | Node;

export function newScalar(value: unknown): Scalar {
  return new Scalar(value);
}

export function newEntry(key: string, value: Node): Entry {
  return new Pair<Node, Node | null>(newScalar(key), value);
}

export function newMap(entries: readonly Entry[], isFlow: boolean): YamlMap {
  const map = new YAMLMap<Node, Node | null>();
  map.items = [...entries];
  map.flow = isFlow || entries.length === 0;
  return map;
}

export function newList(items: readonly Node[], isFlow: boolean): YamlSeq {
  const list = new YAMLSeq<Node>();
  list.items = [...items];
  list.flow = isFlow || items.length === 0;
  return list;
}

const targets = new WeakMap<Alias, Node>();
/** Each node with an anchor, as it was before edits. */
const originals = new WeakMap<Node, { readonly copy: Node; readonly json: string }>();

/** Finds the node behind each alias, for `targetOf`. */
export function resolveAliases(document: Document): void {
  const anchors = new Map<string, Node>();
  visit(document, {
    Value: (_, node) => {
      if (node.anchor === undefined) return;
      anchors.set(node.anchor, node);
      originals.set(node, { copy: node.clone() as Node, json: JSON.stringify(node) });
    },
    Alias: (_, alias) => {
      const target = anchors.get(alias.source);
      if (target !== undefined) targets.set(alias, target);
    },
  });
}

/** Aliases become copies if their anchor is gone, is below them, or has another value now. */
export function copyLostTargets(document: Document): void {
  const anchors = new Map<string, Node>();
  visit(document, {
    Value: (_, node) => {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
    Alias: (_, alias) => {
      const target = targets.get(alias);
      const original = target && originals.get(target);
      if (original === undefined || (anchors.get(alias.source) === target && JSON.stringify(target) === original.json))
        return undefined;
      return inPlaceOf(alias, withoutAnchors(original.copy));
    },
  });
}

/** An anchor in a copy would change the aliases below the copy. */
function withoutAnchors(original: Node) {
  const copy = original.clone() as Node;
  visit(copy, {
    Value: (_, node) => {
      delete node.anchor;
    },
  });
  return copy;
}

/** The node itself, or the node that an alias repeats. */
export function targetOf(node: Node | null | undefined): Exclude<Node, Alias> | undefined {
  return (isAlias(node) ? targets.get(node) : (node ?? undefined)) as Exclude<Node, Alias> | undefined;
}

/** Whether the node or a node inside is sought. */
export function hasNode(root: Node | Document, isSought: (node: Node) => boolean): boolean {
  let isFound = false;
  visit(root, {
    Node: (_, node) => {
      isFound ||= isSought(node);
      return isFound ? visit.BREAK : undefined;
    },
  });
  return isFound;
}

export function keyOf(member: Member): string {
  if (!isPair(member)) return '';
  const { key } = member;
  if (isAlias(key)) return `*${key.source}`;
  return textOf(key) ?? '';
}

export function removeEntries(map: YamlMap, isRemoved: (entry: Entry) => boolean): void {
  setMembers(
    map,
    map.items.filter((entry) => !isRemoved(entry)),
  );
}

export function hasComment({ key, value }: Entry): boolean {
  return [key, value].some((node) => Boolean(node?.comment || node?.commentBefore));
}

export function memberValue(member: Member): Node | null {
  return isPair(member) ? member.value : member;
}

export function mapOf(node: Node | null | undefined): YamlMap | undefined {
  const target = targetOf(node);
  return isMap(target) ? (target as YamlMap) : undefined;
}

export function listOf(node: Node | null | undefined): YamlSeq | undefined {
  const target = targetOf(node);
  return isSeq(target) ? (target as YamlSeq) : undefined;
}

export function membersOf(node: Node | null | undefined): readonly Member[] {
  const target = targetOf(node);
  return isCollection(target) ? (target.items as Member[]) : [];
}

export function valueIn(node: Node | null | undefined, key: string): Node | null | undefined {
  return mapOf(node)?.items.find((entry) => keyOf(entry) === key)?.value;
}

/** The text of a scalar; of a number or boolean, as written. */
export function textOf(node: Node | null | undefined): string | undefined {
  const target = targetOf(node);
  if (!isScalar(target)) return undefined;
  return typeof target.value === 'string' ? target.value : (target.source ?? String(target.value));
}

export function textIn(node: Node | null | undefined, key: string): string | undefined {
  return textOf(valueIn(node, key));
}

/** Replaces a node. The comments and the anchor stay, the tag belongs to the old value. */
export function inPlaceOf(old: Node | null, node: Node): Node {
  if (old === null) return node;
  const { comment, commentBefore, spaceBefore } = old;
  const anchor = isAlias(old) ? undefined : old.anchor;
  return Object.assign(node, { comment, commentBefore, spaceBefore }, anchor === undefined ? {} : { anchor });
}

/** Maps and lists in brackets over several lines. They become blocks when they are edited. */
export const severalLines = new WeakSet<Node>();

function headOf(member: Member) {
  return isPair(member) ? (member.key as Node) : member;
}

/** Gives a map or list other members. Comments above a removed member that a blank line separates from it stay. */
export function setMembers(node: YamlMap | YamlSeq, members: readonly Member[]): void {
  const old = node.items as Member[];
  if (old.length === members.length && old.every((member, at) => member === members[at])) return;
  const kept = new Set(members);
  let left = '';
  for (const member of old) {
    const head = headOf(member);
    const comment = head.commentBefore ?? '';
    if (kept.has(member)) {
      if (left !== '') head.commentBefore = comment === '' ? left : `${left}\n${comment}`;
      left = '';
      continue;
    }
    const free = /^[\s\S]*\n(?=\n|$)/.exec(comment)?.[0] ?? '';
    const below = memberValue(member)?.comment ?? '';
    const freeBelow = isCollection(memberValue(member)) ? (/\n\n([\s\S]*)$/.exec(below)?.[1] ?? '') : '';
    left = [left, free, freeBelow].filter((text) => text !== '').join('\n');
  }
  if (left !== '') node.comment = [left, node.comment ?? ''].filter((text) => text !== '').join('\n');
  const last = old.findLast((member) => isMap(memberValue(member)) && membersOf(memberValue(member)).length > 0);
  let before = old[1];
  for (const [at, member] of members.entries()) {
    const isOld = old.includes(member);
    if (at === 0) headOf(member).spaceBefore = false;
    else if (!isOld || member === old[0])
      headOf(member).spaceBefore = before !== undefined && headOf(before).spaceBefore === true;
    else before = member;
    const value = memberValue(member);
    if (!isOld && last !== undefined && isMap(value) && value.items.length > 0 && isCalm(value))
      value.flow = (memberValue(last) as YamlMap).flow === true;
  }
  if (members.length === 0 || old.length === 0 || severalLines.has(node)) node.flow = members.length === 0;
  (node as YAMLSeq<Member>).items = [...members];
}

/** Only scalars, and lists of scalars. */
function isCalm(node: Node | null): boolean {
  if (isSeq(node)) return node.items.every(isScalar);
  return isScalar(node) || (isMap(node) && node.items.every(({ value }) => isCalm(value as Node)));
}
