/** Edits the top-level keys that hold no resources but name them: `moved`, and the rules of `drift`. */
import type { Renaming } from '../../declaration/renaming.ts';
import type { Move } from '../../kinds/renames.ts';
import { addressPath, type Shapes } from '../../kinds/shape.ts';
import { listOf, mapOf } from '../compose/layout.ts';
import {
  type CollectionNode,
  keyOf,
  type Member,
  newMember,
  newScalar,
  nodeOf,
  type Tree,
  textIn,
} from '../tree/tree.ts';
import { type Anchored, visit } from './anchors.ts';
import type { Editing } from './editing.ts';
import { withMembers, withValue } from './members.ts';
import type { SourceFile } from './source-file.ts';
import { editedValue } from './value-edits.ts';

export function editedWords(editing: Editing, source: SourceFile, member: Member): Tree {
  const { value } = member;
  if (keyOf(member) === 'moved') return editedMoves(editing, source, value);
  return keyOf(member) === 'drift' ? editedRules(editing, value) : value;
}

function wantedMoves({ wanted, declared }: Editing): readonly Move[] {
  return wanted.moved ?? declared.moved;
}

function editedMoves(editing: Editing, source: SourceFile, tree: Tree): Tree {
  return visit(editing.anchored, tree, (list) => {
    if (list.is !== 'list') return list;
    const kept = list.members.flatMap((member): readonly Member[] => {
      const said = moveOf(editing, member);
      const wanted = said && successor(editing, said);
      if (said === undefined || wanted === undefined) return [];
      if (said.reused !== wanted.reused) return [newMove(wanted)];
      const ends = new Map([
        ['from', { before: said.from, after: wanted.from }],
        ['to', { before: said.to, after: wanted.to }],
      ]);
      return [withValue(member, withWords(editing.anchored, member.value, ends))];
    });
    const added = editing.homes.get('moved') === source.file ? addedMoves(editing).map(newMove) : [];
    return withMembers(list, [...kept, ...added]);
  });
}

/** Other values of single keys. */
function withWords(
  anchored: Anchored,
  tree: Tree,
  words: ReadonlyMap<string, { readonly before: string; readonly after: string }>,
): Tree {
  return visit(anchored, tree, (node) => {
    if (node.is !== 'map') return node;
    const members = node.members.map((member) => {
      const edit = words.get(keyOf(member));
      return edit === undefined ? member : withValue(member, editedValue(anchored, member.value, edit));
    });
    return withMembers(node, members);
  });
}

/** The entry as it is declared: in the files, keys may be written in capitals. */
function moveOf({ declared }: Editing, { value }: Member): Move | undefined {
  const from = textIn(value, 'from');
  return (
    declared.moved.find((move) => move.from === from) ??
    declared.moved.find((move) => move.from.toLowerCase() === from?.toLowerCase())
  );
}

/** What becomes of an entry: one with the same beginning, else one with the same end. */
function successor(editing: Editing, said: Move): Move | undefined {
  const wanted = wantedMoves(editing);
  const known = new Set(editing.declared.moved.map(({ from }) => from));
  return (
    wanted.find(({ from }) => from === said.from) ?? wanted.find(({ from, to }) => to === said.to && !known.has(from))
  );
}

function addedMoves(editing: Editing): readonly Move[] {
  const successors = new Set(editing.declared.moved.flatMap((move) => successor(editing, move)?.from ?? []));
  return wantedMoves(editing).filter(({ from }) => !successors.has(from));
}

function moveTree({ from, to, reused }: Move): CollectionNode {
  const ends = [['from', newScalar(from)] as const, ['to', newScalar(to)] as const];
  return mapOf([...ends, ...(reused ? [['reused', newScalar(true)] as const] : [])], true);
}

function newMove(move: Move): Member {
  return newMember(undefined, moveTree(move));
}

/** Where no file has any entry yet. */
export function movedAddition(editing: Editing): Tree | undefined {
  const moves = editing.homes.has('moved') ? [] : wantedMoves(editing);
  return moves.length === 0 ? undefined : listOf(moves.map(moveTree), false);
}

/** Rules go on meaning what they meant. */
function editedRules({ renaming, shapes, anchored }: Editing, tree: Tree): Tree {
  if (renaming.pairs.length === 0) return tree;
  const editedRule = (rule: Tree): Tree => {
    const before = textIn(rule, 'address');
    if (before === undefined) return rule;
    return withWords(anchored, rule, new Map([['address', { before, after: followed(before, renaming, shapes) }]]));
  };
  const each = (value: Tree, edit: (value: Tree) => Tree, key?: string): Tree =>
    visit(anchored, value, (node) => {
      if (node.is === 'scalar') return node;
      return withMembers(
        node,
        node.members.map((member) =>
          key === undefined || keyOf(member) === key ? withValue(member, edit(member.value)) : member,
        ),
      );
    });
  return each(tree, (rules) => (nodeOf(rules)?.is === 'list' ? each(rules, editedRule) : rules), 'ignore');
}

/** The new form of an address, a list, or a pattern as far as it names something. */
export function followed(pattern: string, { now }: Renaming, shapes: Shapes): string {
  const parts = pattern.split('/');
  const open = parts.findIndex((part) => part.includes('*'));
  const length = open === -1 ? parts.length : open;
  for (let end = length; end > 0; end -= 1) {
    const named = parts.slice(0, end).join('/');
    if (addressPath(named, shapes) !== undefined) return [now(named), ...parts.slice(end)].join('/');
  }
  return pattern;
}
