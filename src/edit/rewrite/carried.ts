/** Takes the blocks of top-level resources out of their files, with comments, for another file. */
import { isCollection, isMap, isNode, type Node, visit } from 'yaml';
import { type Address, listOf } from '../../core/address.ts';
import type { DesiredResource } from '../../core/state.ts';
import { type Entry, keyOf, mapOf, newEntry, newMap, setMembers, severalLines, type YamlMap } from '../yaml/nodes.ts';
import { EditRefusal, type SourceFile, sourceFileOf } from '../yaml/source-file.ts';
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
 * EditRefusal. The caller compares the result.
 */
export function relocated(
  sources: ReadonlyMap<string, string>,
  resources: readonly DesiredResource[],
  file: string,
): ReadonlyMap<string, string> {
  const lists = [...new Set(resources.map(({ address }) => listOf(address)))];
  const empty = lists.map((list) => `${list}: {}\n`).join('');
  const target = sourceFileOf(file, sources.get(file)?.trim() ? (sources.get(file) ?? '') : empty);
  if (target === undefined) throw new EditRefusal(`docform cannot edit ${file}`);
  const others = [...sources].flatMap(([path, text]) =>
    path !== file && resources.some(({ span }) => span.file === path) ? (sourceFileOf(path, text) ?? []) : [],
  );
  const moved = others.flatMap((source) => blocksIn(source, resources));
  for (const { entry, address, map } of moved) {
    if (!isAlone(entry))
      throw new EditRefusal(`${address} has an anchor or an alias, which have a meaning only in their file`);
    setMembers(
      map,
      map.items.filter((each) => each !== entry),
    );
  }
  for (const list of lists) {
    const added = moved.flatMap(({ entry, address }) => (listOf(address) === list ? [withoutPlaces(entry)] : []));
    const part = target.root.items.find((entry) => keyOf(entry) === list);
    const map = mapOf(part?.value);
    if (map !== undefined) setMembers(map, [...map.items, ...added]);
    else setMembers(target.root, [...target.root.items, newEntry(list, newMap(added, false))]);
  }
  return new Map([target, ...others].map((source) => [source.file, source.edited()]));
}

interface Found {
  readonly entry: Entry;
  readonly address: Address;
  readonly map: YamlMap;
}

function blocksIn(source: SourceFile, resources: readonly DesiredResource[]): readonly Found[] {
  const here = new Map(
    resources.flatMap(({ address, span }) => (span.file === source.file ? [[placeOf(span), address]] : [])),
  );
  return source.root.items.flatMap((part) => {
    const map = mapOf(part.value);
    return (map?.items ?? []).flatMap((entry): readonly Found[] => {
      const before = source.text.slice(0, entry.key.range?.[0] ?? 0).split('\n');
      const address = here.get(placeOf({ line: before.length, column: (before.at(-1) ?? '').length + 1 }));
      return map === undefined || address === undefined ? [] : [{ entry, address, map }];
    });
  });
}

function placeOf({ line, column }: { readonly line: number; readonly column: number }): string {
  return `${line}:${column}`;
}

/** An anchor or an alias has a meaning only in its file. */
function isAlone({ key, value }: Entry): boolean {
  let isFound = false;
  for (const node of [key, value])
    if (node !== null)
      visit(node, {
        Alias: () => {
          isFound = true;
        },
        Value: (_, { anchor }) => {
          isFound ||= anchor !== undefined;
        },
      });
  return !isFound;
}

/** Places in the old file mean nothing in the new one. Only whether brackets had several lines is kept. */
function withoutPlaces(entry: Entry): Entry {
  // `setMembers` keeps comments that a blank line separates from the block in the old file.
  const { commentBefore } = entry.key;
  if (commentBefore) entry.key.commentBefore = commentBefore.replace(/^[\s\S]*\n(?=\n|$)/, '').replace(/^\n/, '');
  if (isCollection(entry.value) && entry.value.comment)
    entry.value.comment = entry.value.comment.replace(/\n\n[\s\S]*$/, '');
  for (const node of [entry.key, entry.value])
    if (isNode(node))
      visit(node as Node, {
        Node: (_, each) => {
          each.range = [0, isMap(each) && severalLines.has(each) ? Number.MAX_SAFE_INTEGER : 0, 0];
        },
      });
  return entry;
}
