/** Edits the files of a configuration so that they declare something else, and keeps all other text. */
import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { type Grammar, type Part, topParts } from '../../config/grammar.ts';
import { type Address, listAddress, topContainer } from '../../core/address.ts';
import type { Desired, KindName } from '../../core/state.ts';
import { declareResource, repairUntilComplete, startAmendment } from '../../kinds/declaration/amendment.ts';
import { insertSiblings } from '../../kinds/declaration/order.ts';
import { createRenaming, type Renamed, type Renaming, renameResource } from '../../kinds/declaration/rename.ts';
import { indexDeclared } from '../../kinds/declaration/resources.ts';
import type { Move } from '../../kinds/renames.ts';
import { type KindShape, parseAddress, type Shapes } from '../../kinds/shape.ts';
import { composeConfiguration, plainLayout, topKeys, topLayout } from '../compose/compose.ts';
import {
  type Entry,
  hasComment,
  keyOf,
  listOf,
  mapOf,
  membersOf,
  newEntry,
  newList,
  removeEntries,
  setMembers,
  targetOf,
  textIn,
  textOf,
  valueIn,
  type YamlMap,
  type YamlSeq,
} from '../yaml/nodes.ts';
import { type SourceFile, sourceFileOf } from '../yaml/source-file.ts';
import { editedBlock, editedOrder, editResources } from './block-edits.ts';
import {
  type Carried,
  type Editing,
  editingOf,
  type FileEditing,
  inOrder,
  isWanted,
  itemAddress,
  memberAddress,
  type Refused,
  resourceAt,
  type Wanted,
  withoutTables,
} from './editing.ts';
import { editedValue } from './value-edits.ts';

export interface RewriteInput {
  /** The texts of the main file and the included files by path, main file first. */
  readonly sources: ReadonlyMap<string, string>;
  /** The declaration of the files. */
  readonly before: Desired;
  /**
   * The intended declaration. Missing fields, resources and lists are removed from the files. Missing `moved`, pins, `protect` and
   * `replace` do not change.
   */
  readonly after: Wanted;
  /** Resources with a new key. `after` contains the new addresses. */
  readonly renamed?: readonly Renamed[];
  /** Blocks of top-level resources of `after`. */
  readonly carried?: Carried | undefined;
  readonly shapes: Shapes;
}

export type { Wanted };

export interface Rewritten {
  /** The changed files. */
  readonly texts: ReadonlyMap<string, string>;
  /** Changes that were left out. */
  readonly refused: readonly Refused[];
}

/** Throws EditRefusal if no part of the edit can be written. */
export function rewrite(input: RewriteInput): Rewritten {
  const { sources, before, after: given, renamed = [], carried, shapes } = input;
  const files = [...sources].flatMap(([file, text]) => sourceFileOf(file, text) ?? []);
  const renaming = createRenaming(renamed, shapes);
  const kept = keepReferenced({ before, after: given }, renaming, shapes);
  const written = withoutTables(before, kept.after, renaming);
  const editing = editingOf({ ...written, renaming, shapes, carried });
  const edits = files.map((source) => ({ ...editing, source }));
  // A new top-level resource would be outside the bound of such a file.
  const bounded = new Set(before.bounds?.flatMap((bound) => bound.file ?? []));
  for (const each of edits) locate(each, bounded);
  const filled = new Set(files.flatMap(({ root }) => root.items.filter((entry) => !isEmpty(entry))));
  for (const [index, each] of edits.entries()) editRoot(each, index === 0);
  for (const source of files)
    dropEmptied(
      source,
      filled,
      files.filter((each) => each !== source && !bounded.has(each.file)),
    );
  const texts = new Map(files.map((source) => [source.file, source.edited()]));
  for (const [file, text] of texts) if (text === sources.get(file)) texts.delete(file);
  return { texts, refused: [...kept.refused, ...written.refused, ...editing.refused] };
}

function isEmpty({ value }: Entry) {
  return membersOf(value).length === 0 && !isScalar(targetOf(value));
}

/** A list that is empty now stays only where no other file declares the list. */
function dropEmptied({ root }: SourceFile, filled: ReadonlySet<Entry>, others: readonly SourceFile[]) {
  const elsewhere = new Set(['moved', ...others.flatMap((other) => other.root.items.map(keyOf))]);
  removeEntries(
    root,
    (entry) => filled.has(entry) && isEmpty(entry) && !hasComment(entry) && elsewhere.has(keyOf(entry)),
  );
}

/** `isMain`: lists that no file has yet are added here. */
function editRoot(editing: FileEditing, isMain: boolean) {
  const parts = topParts(editing.shapes);
  const kept = editing.source.root.items.filter((entry) => {
    const part = parts.get(keyOf(entry));
    if (part !== undefined) return editTopPart(editing, part, entry);
    editTopWords(editing, entry);
    return true;
  });
  setMembers(editing.source.root, inOrder(kept, isMain ? additions(editing) : [], topKeys(editing.shapes)));
}

/** false: the key is removed. */
function editTopPart(editing: FileEditing, part: Part, entry: Entry) {
  const { value } = entry;
  const isHome = editing.homes.get(keyOf(entry)) === editing.source.file;
  if (part.is === 'order') {
    const order = editedOrder(editing, value, { before: topContainer, after: topContainer }, !isHome);
    if (order !== undefined) entry.value = order;
    return order !== undefined;
  }
  if (part.is !== 'map' && part.is !== 'single') return true;
  const list = listAddress(null, part.shape.segment);
  if (part.is === 'single') {
    entry.value = editedBlock(editing, value, list);
    return editing.after.at.has(list);
  }
  if (isWanted(editing, list)) editResources(editing, value, list, part.shape, isHome);
  return isWanted(editing, list);
}

function additions(editing: Editing): readonly Entry[] {
  const { shapes, wanted, homes } = editing;
  const missing = [...topParts(shapes)].filter(([key, part]) => {
    if (homes.has(key)) return false;
    if (part.is === 'single') return editing.after.at.has(part.shape.segment);
    if (part.is === 'order') return wanted.orders[topContainer] !== undefined;
    return part.is === 'map' && isWanted(editing, part.shape.segment);
  });
  const blocks = missing.length === 0 ? {} : composeConfiguration(wanted, shapes);
  const moves = newMovedList(editing);
  const added = missing.map(([key, part]) => {
    const node = topLayout(key, blocks[key], shapes);
    if (part.is === 'map' && isMap(node)) carryInto(editing, node as YamlMap, part.shape.segment);
    return newEntry(key, node);
  });
  return [...added, ...(moves === undefined ? [] : [newEntry('moved', moves)])];
}

function carryInto({ carried }: Editing, node: YamlMap, segment: string) {
  const members = node.items.map((entry) => carried.get(`${segment}/${keyOf(entry)}`) ?? entry);
  if (members.some((member, at) => member !== node.items[at])) setMembers(node, members);
}

/** Keeps resources that other resources still refer to. */
function keepReferenced(
  { before, after }: { readonly before: Desired; readonly after: Wanted },
  renaming: Renaming,
  shapes: Shapes,
) {
  const old = indexDeclared(before.resources, renaming.now);
  const amendment = startAmendment(after, shapes);
  const refused: Refused[] = [];
  repairUntilComplete(amendment, (lack) => {
    const gone = lack.is === 'name' ? old.get(lack.name.names) : undefined;
    if (lack.is !== 'name' || gone === undefined) return false;
    declareResource(amendment, renameResource(gone, renaming));
    refused.push({
      address: gone.address,
      reason: `${lack.resource.address} names it as its ${lack.name.field}`,
      span: gone.span,
    });
    return true;
  });
  if (refused.length === 0) return { after, refused };
  return {
    after: {
      ...after,
      resources: [...amendment.at.values()],
      orders: ordersWith(before, after, amendment.at, renaming),
    },
    refused,
  };
}

/** Kept members follow the members that preceded them. */
function ordersWith(
  { orders: old }: Desired,
  { orders }: Wanted,
  there: ReadonlyMap<Address, unknown>,
  { now }: Renaming,
) {
  const placed = new Set(Object.values(orders).flat());
  const result: { [container: Address]: readonly Address[] } = { ...orders };
  for (const [container, given] of Object.entries(old)) {
    const before = given.map(now);
    const order = result[now(container)];
    const staying = before.filter((address) => there.has(address) && !placed.has(address));
    if (order !== undefined) result[now(container)] = insertSiblings(order, staying, before);
  }
  return result;
}

/** Fills `items` and `homes`. */
function locate(editing: FileEditing, bounded: ReadonlySet<string>) {
  const { homes, source } = editing;
  const parts = topParts(editing.shapes);
  for (const entry of source.root.items) {
    const key = keyOf(entry);
    const part = parts.get(key);
    if (part === undefined && key !== 'moved') continue;
    if (!bounded.has(source.file) && (!isEmpty(entry) || !homes.has(key))) homes.set(key, source.file);
    if (part?.is === 'map') locateMap(editing, listAddress(null, part.shape.segment), part.shape, entry.value);
  }
}

function locateMap(editing: FileEditing, list: string, shape: KindShape, node: Node | null) {
  const { parts } = editing.grammar(shape.name);
  const { homes, source } = editing;
  const entries = mapOf(node)?.items ?? [];
  if (entries.length > 0 && !homes.has(list)) homes.set(list, source.file);
  for (const entry of entries) {
    const address = memberAddress(editing, list, shape, entry);
    // A block with only a list extends a block in another file.
    const [first, ...others] = mapOf(entry.value)?.items ?? [];
    const isExtension = first !== undefined && others.length === 0 && parts.get(keyOf(first))?.is === 'map';
    if (!isExtension || !homes.has(address)) homes.set(address, source.file);
    locateBlock(editing, address, parts, entry.value);
  }
}

function locateBlock(editing: FileEditing, address: Address, parts: ReadonlyMap<string, Part>, node: Node | null) {
  for (const entry of mapOf(node)?.items ?? []) {
    const part = parts.get(keyOf(entry));
    if (part?.is === 'map') locateMap(editing, listAddress(address, part.shape.segment), part.shape, entry.value);
    if (part?.is === 'group') locateBlock(editing, address, part.parts, entry.value);
    if (part?.is === 'sequence') locateItems(editing, address, part.of, entry.value);
  }
}

function locateItems(editing: FileEditing, container: Address, kinds: readonly KindName[], node: Node | null) {
  const wrapped = editing.shapes.get(editing.before.at.get(container)?.kind ?? '')?.wraps?.child;
  for (const item of listOf(node)?.items ?? []) {
    const block = targetOf(item);
    const kind = isMap(block) ? kindOf(block as YamlMap, kinds, editing.grammar) : undefined;
    if (kind === undefined) continue;
    const address = addressOf(editing, container, kind, block as YamlMap);
    const isFlat = wrapped === kind;
    editing.items.set(address, { node: item, isFlat, kind });
    locateBlock(editing, address, editing.grammar(kind, isFlat).parts, item);
  }
}

/** The files do not show the key of an item that is a variable, so the item is found by its position. */
function addressOf(editing: FileEditing, container: Address, kind: KindName, item: YamlMap) {
  const word = editing.grammar(kind).shape.itemWord ?? '';
  const key = textIn(item, word) ?? '';
  const at = targetOf(valueIn(item, word))?.range?.[0];
  const found = key.includes('${') ? resourceAt(editing, kind, at ?? 0) : undefined;
  return found?.address ?? itemAddress(editing, container, kind, key);
}

function kindOf(item: YamlMap, kinds: readonly KindName[], grammar: Grammar) {
  return kinds.find((kind) => valueIn(item, grammar(kind).shape.itemWord ?? '') !== undefined);
}

function editTopWords(editing: FileEditing, entry: Entry) {
  const name = keyOf(entry);
  const { value } = entry;
  if (name === 'moved' && isSeq<Node>(value)) editMoves(editing, value);
  if (name === 'expect' && editing.renaming.pairs.length > 0) editExpectations(editing, value);
  if (name === 'drift' && editing.renaming.pairs.length > 0) {
    const rules = valueIn(value, 'ignore');
    if (isSeq<Node>(rules)) for (const rule of rules.items) editRule(editing, rule);
  }
}

function wantedMoves({ wanted, declared }: Editing): readonly Move[] {
  return wanted.moved ?? declared.moved;
}

function editMoves(editing: FileEditing, list: YamlSeq) {
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
  const added = editing.homes.get('moved') === editing.source.file ? addedMoves(editing).map(moveNode) : [];
  setMembers(list, [...kept, ...added]);
}

function setWord(map: YamlMap, key: string, before: string, after: string) {
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

function moveNode({ from, to, reused }: Move) {
  return plainLayout({ from, to, ...(reused ? { reused } : {}) });
}

/** The list of moves, if no file has one yet. */
function newMovedList(editing: Editing) {
  const moves = editing.homes.has('moved') ? [] : wantedMoves(editing);
  return moves.length === 0 ? undefined : newList(moves.map(moveNode), false);
}

/** Addresses in `expect`, also as keys. */
function editExpectations({ renaming }: FileEditing, value: Node | null) {
  const renamed = (node: Node | null) => {
    const before = textOf(node);
    return before === undefined ? node : editedValue(node, { before, after: renaming.now(before) });
  };
  const renameItems = (list: Node | null | undefined) => {
    if (isSeq<Node>(list))
      setMembers(
        list,
        list.items.map((item) => renamed(item) as Node),
      );
  };
  renameItems(valueIn(value, 'public'));
  const readers = valueIn(value, 'readers');
  if (!isMap(readers)) return;
  for (const entry of (readers as YamlMap).items) {
    entry.key = renamed(entry.key) as Node;
    renameItems(entry.value);
  }
}

function editRule({ renaming, shapes }: Editing, rule: Node) {
  const before = textIn(rule, 'address');
  if (before !== undefined && isMap(rule))
    setWord(rule as YamlMap, 'address', before, renamedPattern(before, renaming, shapes));
}

/** An address, list or pattern after a rename. */
function renamedPattern(pattern: string, { now }: Renaming, shapes: Shapes) {
  const parts = pattern.split('/');
  const open = parts.findIndex((part) => part.includes('*'));
  const length = open === -1 ? parts.length : open;
  for (let end = length; end > 0; end -= 1) {
    const named = parts.slice(0, end).join('/');
    if (parseAddress(named, shapes) !== undefined) return [now(named), ...parts.slice(end)].join('/');
  }
  return pattern;
}
