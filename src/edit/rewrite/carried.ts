/** Takes the blocks of top-level resources out of their files, with comments, for another file. */
import { isAlias, isCollection, isNode, type Node, visit } from 'yaml';
import { type Address, listOf } from '../../core/address.ts';
import type { DesiredResource } from '../../core/state.ts';
import {
  type Entry,
  hasComment,
  hasNode,
  keyOf,
  mapOf,
  newEntry,
  newMap,
  removeEntries,
  setMembers,
  severalLines,
  type YamlMap,
} from '../yaml/nodes.ts';
import { EditRefusal, placeAt, type SourceFile, sourceFileOf } from '../yaml/source-file.ts';
import type { Carried } from './editing.ts';

export function carriedBlocks(sources: ReadonlyMap<string, string>, resources: readonly DesiredResource[]): Carried {
  const found = new Map<Address, Entry>();
  const places = new Map<string, number>();
  for (const [file, text] of sources) {
    const source = resources.length === 0 ? undefined : sourceFileOf(file, text);
    if (source === undefined) continue;
    for (const { entry, address } of blocksIn(source, resources))
      if (isAlone(entry)) found.set(address, withoutPlaces(entry));
    for (const part of source.root.items)
      for (const entry of mapOf(part.value)?.items ?? []) {
        const name = `${keyOf(part)}/${keyOf(entry)}`;
        places.set(name, (places.get(name) ?? 0) + 1);
      }
  }
  // A block that several files extend is composed instead.
  for (const address of found.keys()) if ((places.get(address) ?? 0) > 1) found.delete(address);
  return found;
}

/**
 * Moves the blocks of top-level resources to another file of the configuration, which can be new. Returns the changed texts. Throws
 * EditRefusal. The caller compares the result. `keepsLists`: lists without blocks stay in their files.
 */
export function relocated(
  sources: ReadonlyMap<string, string>,
  resources: readonly DesiredResource[],
  file: string,
  keepsLists = false,
): ReadonlyMap<string, string> {
  const target = sourceFileOf(file, sources.get(file) ?? '');
  if (target === undefined) throw new EditRefusal(`docform cannot edit ${file}`);
  const others = [...sources].flatMap(([path, text]) =>
    path !== file && resources.some(({ span }) => span.file === path) ? (sourceFileOf(path, text) ?? []) : [],
  );
  for (const source of others)
    for (const { entry, address, part, map } of blocksIn(source, resources)) {
      if (!isAlone(entry))
        throw new EditRefusal(`${address} has an anchor or an alias, which have a meaning only in their file`);
      removeEntries(map, (each) => each === entry);
      append(listIn(target, listOf(address)), withoutPlaces(entry));
      if (map.items.length > 0) continue;
      // An empty map is printed as brackets without comments.
      entry.key.commentBefore = [map.comment, entry.key.commentBefore].filter(Boolean).join('\n');
      map.comment = null;
      if (!keepsLists && !hasComment(part)) removeEntries(source.root, (each) => each === part);
    }
  return new Map([target, ...others].map((source) => [source.file, source.edited()]));
}

/** In the style of the entry, not in that of its new neighbours. */
function append(map: YamlMap, entry: Entry) {
  const style = isCollection(entry.value) ? { flow: entry.value.flow === true } : {};
  setMembers(map, [...map.items, entry]);
  Object.assign(entry.value ?? {}, style);
}

/** A new entry in the map behind an alias would also be in the map with the anchor. */
function listIn({ root, file }: SourceFile, list: string) {
  const part = root.items.find((entry) => keyOf(entry) === list);
  if (isAlias(part?.value)) throw new EditRefusal(`${list} in ${file} is an alias`);
  const map = mapOf(part?.value) ?? newMap([], false);
  if (part === undefined) setMembers(root, [...root.items, newEntry(list, map)]);
  else part.value = map;
  return map;
}

interface Found {
  readonly entry: Entry;
  readonly address: Address;
  readonly part: Entry;
  readonly map: YamlMap;
}

function blocksIn(source: SourceFile, resources: readonly DesiredResource[]): readonly Found[] {
  const here = new Map(
    resources.flatMap(({ address, span: { file, line, column } }) =>
      file === source.file ? [[`${line}:${column}`, address]] : [],
    ),
  );
  return source.root.items.flatMap((part) => {
    const map = isAlias(part.value) ? undefined : mapOf(part.value);
    return (map?.items ?? []).flatMap((entry): readonly Found[] => {
      const address = here.get(placeAt(source.text, entry.key.range?.[0] ?? 0));
      return map === undefined || address === undefined ? [] : [{ entry, address, part, map }];
    });
  });
}

/** An anchor or an alias has a meaning only in its file. */
function isAlone({ key, value }: Entry) {
  const isTied = (node: Node) => isAlias(node) || node.anchor !== undefined;
  return !hasNode(key, isTied) && (value === null || !hasNode(value, isTied));
}

/** Places in the old file mean nothing in the new one. Brackets over several lines become blocks. */
function withoutPlaces(entry: Entry) {
  // `setMembers` keeps comments that a blank line separates from the block in the old file.
  const { commentBefore } = entry.key;
  if (commentBefore) entry.key.commentBefore = commentBefore.replace(/^[\s\S]*\n(?=\n|$)/, '').replace(/^\n/, '');
  if (isCollection(entry.value) && entry.value.comment)
    entry.value.comment = entry.value.comment.replace(/\n\n[\s\S]*$/, '');
  for (const node of [entry.key, entry.value])
    if (isNode(node))
      visit(node as Node, {
        Node: (_, each) => {
          each.range = [0, 0, 0];
          if (isCollection(each) && severalLines.has(each)) each.flow = each.items.length === 0;
        },
      });
  return entry;
}
