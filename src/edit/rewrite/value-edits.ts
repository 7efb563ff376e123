/** Edits a written value, such as that of a field, so that it says something else; what stays equal is not touched. */

import { isEqual } from '../../core/equal.ts';
import { isJsonObject } from '../../core/json-object.ts';
import type { Value } from '../../core/value.ts';
import { plainLayout } from '../compose/layout.ts';
import { type CollectionNode, keyOf, type Member, type NodeTree, newMember, nodeOf, type Tree } from '../tree/tree.ts';
import { type Anchored, anchorOf, visit } from './anchors.ts';
import { EditRefusal } from './editing.ts';
import { withMembers, withValue } from './members.ts';

export interface ValueEdit {
  /** As it is written now, its variables put in; undefined: not known. */
  readonly before: Value | undefined;
  readonly after: Value;
  /** Order means nothing in its lists. */
  readonly isSet?: boolean;
}

type Members = { readonly [key: string]: Value };

export function editedValue(anchored: Anchored, tree: Tree, edit: ValueEdit): Tree {
  const { before, after } = edit;
  if (before !== undefined && isEqual(before, after)) return tree;
  return visit(anchored, tree, (node) => {
    if (node.is === 'list' && Array.isArray(after)) return editedList(anchored, node, edit);
    if (node.is === 'map' && isMap(after)) return editedMap(anchored, node, edit);
    return replaced(node, plainLayout(after));
  });
}

function isMap(value: Value | undefined): value is Members {
  return isJsonObject(value);
}

/** `${vars.x}` anywhere in it, and not as `$${`. */
function variableIn(tree: Tree): string | undefined {
  const node = nodeOf(tree);
  if (node === undefined) return undefined;
  if (node.is !== 'scalar') {
    for (const { value } of node.members) {
      const found = variableIn(value);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const { value } = node;
  return typeof value === 'string' ? /\$\{(vars\.[^}$]*)\}/.exec(value.replaceAll('$${', ''))?.[1] : undefined;
}

export function refuseVariable(tree: Tree): void {
  const variable = variableIn(tree);
  if (variable !== undefined) throw new EditRefusal(`its value comes from \${${variable}}`);
}

/** A new value in place of whatever stands there; the anchor stays, a tag would be one of the old value. */
export function replaced(node: NodeTree, value: Tree): NodeTree {
  refuseVariable(node);
  return { ...(value as NodeTree), props: anchorOf(node.props) };
}

function editedList(anchored: Anchored, node: CollectionNode, edit: ValueEdit): NodeTree {
  const after = edit.after as readonly Value[];
  const before = (Array.isArray(edit.before) ? edit.before : []) as readonly Value[];
  const { members } = node;
  const isKnown = before.length === members.length;
  const values = members.map(({ value }, index) => (isKnown ? before[index] : scalarOf(value)));
  const indexOf = (value: Value): number => values.findIndex((each) => isEqual(each, value));
  const isIn = (value: Value | undefined): boolean => value !== undefined && after.some((each) => isEqual(each, value));
  const fresh = (value: Value): Member => newMember(undefined, plainLayout(value));
  for (const [index, { value }] of members.entries()) if (!isIn(values[index])) refuseVariable(value);
  if (edit.isSet) {
    const kept = members.filter((_, index) => isIn(values[index]));
    return withMembers(node, [...kept, ...after.filter((value) => indexOf(value) === -1).map(fresh)]);
  }
  const isReplaced = (index: number, value: Value): boolean =>
    after.length === values.length && indexOf(value) === -1 && !isIn(values[index]);
  const edited = after.map((value, at): Member => {
    const same = members[indexOf(value)];
    if (same !== undefined) return same;
    const member = members[at];
    if (member === undefined || !isReplaced(at, value)) return fresh(value);
    return withValue(member, editedValue(anchored, member.value, { before: values[at], after: value }));
  });
  return withMembers(node, edited);
}

function scalarOf(tree: Tree): Value | undefined {
  const node = nodeOf(tree);
  return node?.is === 'scalar' ? node.value : undefined;
}

function editedMap(anchored: Anchored, node: CollectionNode, edit: ValueEdit): NodeTree {
  const after = edit.after as Members;
  const before = isMap(edit.before) ? edit.before : {};
  const kept = node.members.flatMap((member): readonly Member[] => {
    const key = keyOf(member);
    const value = after[key];
    if (value !== undefined)
      return [withValue(member, editedValue(anchored, member.value, { ...edit, before: before[key], after: value }))];
    refuseVariable(member.value);
    return [];
  });
  const known = new Set(node.members.map(keyOf));
  const added = Object.entries(after).filter(([key]) => !known.has(key));
  return withMembers(node, [...kept, ...added.map(([key, value]) => newMember(key, plainLayout(value)))]);
}
