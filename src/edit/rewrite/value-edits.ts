/** Edits the value of a field. Equal parts of the value keep their nodes. */
import { isCollection, isMap, isScalar, isSeq, type Node } from 'yaml';
import { isEqual } from '../../core/compare.ts';
import { isJsonObject } from '../../core/json.ts';
import type { Value } from '../../core/state.ts';
import { plainLayout } from '../compose/compose.ts';
import {
  inPlaceOf,
  keyOf,
  membersOf,
  memberValue,
  newEntry,
  setMembers,
  targetOf,
  type YamlMap,
  type YamlSeq,
} from '../yaml/nodes.ts';
import { EditRefusal } from '../yaml/source-file.ts';

interface ValueEdit {
  /** The value as written, with variables replaced. undefined: unknown. */
  readonly before: Value | undefined;
  readonly after: Value;
  /** The order of lists does not matter. */
  readonly isSet?: boolean;
}

/** The edited node, or another node in its place. Throws EditRefusal. */
export function editedValue(node: Node | null, edit: ValueEdit): Node | null {
  const { before, after } = edit;
  if (before !== undefined && isEqual(before, after)) return node;
  if (isSeq<Node>(node) && Array.isArray(after)) editList(node, edit);
  else if (isMap(node) && isJsonObject(after)) editMap(node as YamlMap, edit);
  else return replaced(node, plainLayout(after));
  return node;
}

/** The name of a variable in the node. `$${` is no variable. */
function variableIn(given: Node | null): string | undefined {
  const node = targetOf(given);
  if (isCollection(node)) {
    for (const member of membersOf(node)) {
      const found = variableIn(memberValue(member));
      if (found !== undefined) return found;
    }
  }
  const value = isScalar(node) ? node.value : undefined;
  return typeof value === 'string' ? /\$\{(vars\.[^}$]*)\}/.exec(value.replaceAll('$${', ''))?.[1] : undefined;
}

/** Throws EditRefusal if the node contains a variable. */
export function refuseVariable(node: Node | null): void {
  const variable = variableIn(node);
  if (variable !== undefined) throw new EditRefusal(`its value comes from \${${variable}}`);
}

export function replaced(old: Node | null, node: Node): Node {
  refuseVariable(old);
  return inPlaceOf(old, node);
}

function editList(node: YamlSeq, edit: ValueEdit) {
  const after = edit.after as readonly Value[];
  const before = (Array.isArray(edit.before) ? edit.before : []) as readonly Value[];
  const { items } = node;
  const isKnown = before.length === items.length;
  const values = items.map((item, index) =>
    isKnown ? before[index] : isScalar(item) ? (item.value as Value) : undefined,
  );
  const indexOf = (value: Value) => values.findIndex((each) => isEqual(each, value));
  const isIn = (value: Value | undefined) => value !== undefined && after.some((each) => isEqual(each, value));
  for (const [index, item] of items.entries()) if (!isIn(values[index])) refuseVariable(item);
  if (edit.isSet) {
    const kept = items.filter((_, index) => isIn(values[index]));
    setMembers(node, [...kept, ...after.filter((value) => indexOf(value) === -1).map((value) => plainLayout(value))]);
    return;
  }
  const isReplaced = (index: number, value: Value) =>
    after.length === values.length && indexOf(value) === -1 && !isIn(values[index]);
  const edited = after.map((value, at) => {
    const same = items[indexOf(value)];
    if (same !== undefined) return same;
    const item = items[at];
    if (item === undefined || !isReplaced(at, value)) return plainLayout(value);
    return editedValue(item, { before: values[at], after: value }) as Node;
  });
  setMembers(node, edited);
}

function editMap(node: YamlMap, edit: ValueEdit) {
  const after = edit.after as { readonly [key: string]: Value };
  const before = isJsonObject(edit.before) ? (edit.before as typeof after) : {};
  const kept = node.items.filter((entry) => after[keyOf(entry)] !== undefined);
  for (const entry of node.items) if (!kept.includes(entry)) refuseVariable(entry.value);
  for (const entry of kept) {
    const key = keyOf(entry);
    entry.value = editedValue(entry.value, { ...edit, before: before[key], after: after[key] as Value });
  }
  const known = new Set(node.items.map(keyOf));
  const added = Object.entries(after).filter(([key]) => !known.has(key));
  setMembers(node, [...kept, ...added.map(([key, value]) => newEntry(key, plainLayout(value)))]);
}
