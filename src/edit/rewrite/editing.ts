/** The context of one edit of a configuration. People in CSV files are no part of it, because docform does not edit these files. */
import type { Node } from 'yaml';
import { isTable } from '../../config/files/people-table.ts';
import { grammarOf } from '../../config/grammar.ts';
import { type Address, addressOfKey, childAddress, keyIn, type ListAddress, listOf } from '../../core/address.ts';
import { isEqual } from '../../core/compare.ts';
import type { SourceSpan } from '../../core/problem.ts';
import type { Declaration, Desired, DesiredResource, KindName, Value } from '../../core/state.ts';
import { foldKeyCase } from '../../kinds/declaration/key.ts';
import type { Renaming } from '../../kinds/declaration/rename.ts';
import { indexDeclared } from '../../kinds/declaration/resources.ts';
import { type KindShape, type Shapes, shapeOf } from '../../kinds/shape.ts';
import { type ComposeOptions, declarationIndex } from '../compose/compose.ts';
import { type Entry, keyOf } from '../yaml/nodes.ts';
import { EditRefusal, placeAt, type SourceFile } from '../yaml/source-file.ts';

/** Keys of a block that are no fields. */
export const guardWords = ['pin', 'protect', 'replace'] as const;

/** A change that was left out. */
export interface Refused {
  readonly address: Address;
  readonly field?: string;
  readonly reason: string;
  /** The place of the value. */
  readonly span?: SourceSpan;
}

/** One item of a list in the files. */
export interface ItemPlace {
  readonly node: Node;
  readonly isFlat: boolean;
  readonly kind: KindName;
}

export type Editing = ReturnType<typeof editingOf>;

/** The edit of one file. */
export interface FileEditing extends Editing {
  readonly source: SourceFile;
}

/** Blocks from other files, with their comments, by address. */
export type Carried = ReadonlyMap<Address, Entry>;

interface EditingInput {
  readonly carried?: Carried | undefined;
  readonly before: Desired;
  readonly after: Wanted;
  readonly renaming: Renaming;
  readonly shapes: Shapes;
}

export function editingOf({ before, after, renaming, shapes, carried = new Map() }: EditingInput) {
  const declaration: Declaration = { ...before, lists: before.lists.map(({ list }) => list) };
  return {
    shapes,
    renaming,
    carried,
    declaration,
    declared: before,
    wanted: after,
    grammar: grammarOf(shapes),
    before: declarationIndex(declaration, shapes),
    after: declarationIndex(after, shapes),
    /** Items of lists by their present address. */
    items: new Map<Address, ItemPlace>(),
    /** The file that gets new members, by top-level key or list, and new keys, by address. Missing: only one file has the block. */
    homes: new Map<string, string>(),
    refused: [] as Refused[],
  };
}

/** Makes an edit. If the edit is refused, records the reason and returns `otherwise`. */
export function attempt<Result>(
  editing: Editing,
  what: Omit<Refused, 'reason'>,
  edit: () => Result,
  otherwise: Result,
): Result {
  try {
    return edit();
  } catch (error) {
    if (!(error instanceof EditRefusal)) throw error;
    editing.refused.push({ ...what, reason: error.message });
    return otherwise;
  }
}

/** The address of an item. Sections of a group have addresses in the site. */
export function itemAddress(editing: Editing, container: Address, kind: KindName, key: string): Address {
  const shape = shapeOf(editing, kind);
  const holder = editing.before.at.get(container);
  const parent = holder !== undefined && shape.parents?.includes(holder.kind) === false ? holder.parent : container;
  return childAddress(parent, shape.segment, foldKeyCase(shape, key, editing.shapes));
}

/** Whether the list is declared after the edit. */
export function isWanted({ after }: Editing, list: ListAddress): boolean {
  return after.isListed(list) || after.inList(list).length > 0;
}

/** The address of an entry. Entries whose key is a variable are found by their position. */
export function memberAddress(editing: FileEditing, list: ListAddress, shape: KindShape, entry: Entry): Address {
  const key = keyOf(entry);
  if (!key.includes('${')) return addressOfKey(list, foldKeyCase(shape, key, editing.shapes));
  return resourceAt(editing, shape.name, entry.key.range?.[0] ?? 0)?.address ?? `${list}/${key}`;
}

/** Inserts each new entry after the entries that precede it in the language. */
export function inOrder(entries: readonly Entry[], added: readonly Entry[], keys: readonly string[]): readonly Entry[] {
  const rank = (entry: Entry) => keys.indexOf(keyOf(entry));
  return added.reduce((all, entry) => {
    const at = all.findLastIndex((each) => rank(each) < rank(entry)) + 1;
    return [...all.slice(0, at), entry, ...all.slice(at)];
  }, entries);
}

/** The resource whose key is at an offset. */
export function resourceAt({ declared, source: { file, text } }: FileEditing, kind: KindName, offset: number) {
  const place = placeAt(text, offset);
  return declared.resources.find(
    ({ kind: its, span }) => its === kind && span.file === file && `${span.line}:${span.column}` === place,
  );
}

/** The intended declaration. `moved` missing: unchanged. `fileOf`: paths of texts in separate files. */
export type Wanted = Declaration & ComposeOptions & { readonly moved?: Desired['moved'] };

/** The declarations of the YAML files. */
export function withoutTables(before: Desired, after: Wanted, { now }: Renaming) {
  const people = before.resources.filter(isReadOnly);
  if (people.length === 0) return { before, after, refused: [] };
  const wanted = indexDeclared(after.resources);
  const refused = people.flatMap((person) => refusedChange(person, wanted.get(now(person.address)), now));
  const gone = new Set(people.map(({ address }) => now(address)));
  const resources = after.resources.filter(({ address }) => !gone.has(address));
  const tableLists = before.lists.filter(({ span }) => span !== undefined && isTable(span.file));
  const filled = new Set(resources.map(({ address }) => listOf(address)));
  const left = new Set(tableLists.map(({ list }) => now(list)).filter((list) => !filled.has(list)));
  return {
    before: {
      ...before,
      resources: before.resources.filter((resource) => !isReadOnly(resource)),
      lists: before.lists.filter((each) => !tableLists.includes(each)),
    },
    after: { ...after, resources, lists: after.lists.filter((list) => !left.has(list)) },
    refused,
  };
}

/** docform edits neither CSV files nor files of Git Sync. */
function isReadOnly({ span, claim }: DesiredResource) {
  return isTable(span.file) || span.file === claim?.file;
}

function refusedChange(person: DesiredResource, wanted: DesiredResource | undefined, now: Renaming['now']) {
  const { address, parent, span, claim } = person;
  const team = parent === null ? undefined : keyIn(parent);
  const line = `line ${span.line} of ${span.file}`;
  const refuse = (change: string, field?: string): readonly Refused[] => {
    const reason = `docform does not edit ${claim === undefined ? 'CSV files' : 'files of Git Sync'}; ${change}`;
    const place = (field === undefined ? undefined : person.fieldSpans[field]) ?? span;
    return [{ address, reason, span: place, ...(field === undefined ? {} : { field }) }];
  };
  if (claim !== undefined)
    return wanted !== undefined && isEqual(person.fields, wanted.fields) ? [] : refuse(`edit ${line}`);
  if (wanted === undefined || wanted.isExternal)
    return refuse(team === undefined ? `remove ${line}` : `remove team "${team}" from ${line}`);
  // Only keys of teams can be renamed.
  if (team !== undefined && parent !== null && now(parent) !== parent)
    return refuse(`replace "${team}" with "${keyIn(now(parent))}" in ${line}`);
  const names = [...new Set([...Object.keys(person.fields), ...Object.keys(wanted.fields)])];
  const changed = names.filter((name) => !isEqual(person.fields[name] as Value, wanted.fields[name] as Value));
  const guard = guardWords.find((word) => wanted[word] !== undefined && wanted[word] !== person[word]);
  const moved = `move ${line} to a YAML file`;
  if (guard !== undefined) return refuse(moved);
  return changed.flatMap((name) => {
    const { [name]: value } = wanted.fields;
    if (name !== 'role' || value === undefined) return refuse(moved, name);
    return refuse(
      team === undefined ? `set the role in ${line} to ${value ?? 'guest'}` : `write "${team}:${value}" in ${line}`,
      name,
    );
  });
}
