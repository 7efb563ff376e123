/** Edits the top-level keys that name resources: `moved`, and the rules of `drift`. */
import { isMap, isSeq, type Node } from 'yaml';
import type { Renaming } from '../../declaration/renaming.ts';
import type { Move } from '../../kinds/renames.ts';
import { addressPath, type Shapes } from '../../kinds/shape.ts';
import { plainLayout } from '../compose/layout.ts';
import { type Entry, keyOf, newList, setMembers, textIn, valueIn, type YamlMap, type YamlSeq } from '../yaml/nodes.ts';
import type { SourceFile } from '../yaml/source-file.ts';
import type { Editing } from './editing.ts';
import { editedValue } from './value-edits.ts';

export function editTopWords(editing: Editing, source: SourceFile, entry: Entry): void {
  const name = keyOf(entry);
  const { value } = entry;
  if (name === 'moved' && isSeq<Node>(value)) editMoves(editing, source, value);
  if (name === 'drift' && editing.renaming.pairs.length > 0) {
    const rules = valueIn(value, 'ignore');
    if (isSeq<Node>(rules)) for (const rule of rules.items) editRule(editing, rule);
  }
}

function wantedMoves({ wanted, declared }: Editing): readonly Move[] {
  return wanted.moved ?? declared.moved;
}

function editMoves(editing: Editing, source: SourceFile, list: YamlSeq): void {
  const kept = list.items.flatMap((item): readonly Node[] => {
    const old = declaredMove(editing, item);
    const now = old && successor(editing, old);
    if (old === undefined || now === undefined) return [];
    if (old.reused !== now.reused) return [moveNode(now)];
    if (isMap(item)) {
      setWord(item as YamlMap, 'from', old.from, now.from);
      setWord(item as YamlMap, 'to', old.to, now.to);
    }
    return [item];
  });
  const added = editing.homes.get('moved') === source.file ? addedMoves(editing).map(moveNode) : [];
  setMembers(list, [...kept, ...added]);
}

function setWord(map: YamlMap, key: string, before: string, after: string): void {
  const entry = map.items.find((each) => keyOf(each) === key);
  if (entry !== undefined) entry.value = editedValue(entry.value, { before, after });
}

/** Addresses in files can have capital letters. */
function declaredMove({ declared }: Editing, item: Node): Move | undefined {
  const from = textIn(item, 'from');
  return (
    declared.moved.find((move) => move.from === from) ??
    declared.moved.find((move) => move.from.toLowerCase() === from?.toLowerCase())
  );
}

/** The wanted move with the same `from`; otherwise a new one with the same `to`. */
function successor(editing: Editing, old: Move): Move | undefined {
  const wanted = wantedMoves(editing);
  const known = new Set(editing.declared.moved.map(({ from }) => from));
  return (
    wanted.find(({ from }) => from === old.from) ?? wanted.find(({ from, to }) => to === old.to && !known.has(from))
  );
}

function addedMoves(editing: Editing): readonly Move[] {
  const successors = new Set(editing.declared.moved.flatMap((move) => successor(editing, move)?.from ?? []));
  return wantedMoves(editing).filter(({ from }) => !successors.has(from));
}

function moveNode({ from, to, reused }: Move): Node {
  return plainLayout({ from, to, ...(reused ? { reused } : {}) });
}

/** The list of moves, if no file has one yet. */
export function newMoves(editing: Editing): Node | undefined {
  const moves = editing.homes.has('moved') ? [] : wantedMoves(editing);
  return moves.length === 0 ? undefined : newList(moves.map(moveNode), false);
}

function editRule({ renaming, shapes }: Editing, rule: Node): void {
  const before = textIn(rule, 'address');
  if (before !== undefined && isMap(rule))
    setWord(rule as YamlMap, 'address', before, renamedPattern(before, renaming, shapes));
}

/** An address, list or pattern after a rename. */
export function renamedPattern(pattern: string, { now }: Renaming, shapes: Shapes): string {
  const parts = pattern.split('/');
  const open = parts.findIndex((part) => part.includes('*'));
  const length = open === -1 ? parts.length : open;
  for (let end = length; end > 0; end -= 1) {
    const named = parts.slice(0, end).join('/');
    if (addressPath(named, shapes) !== undefined) return [now(named), ...parts.slice(end)].join('/');
  }
  return pattern;
}
