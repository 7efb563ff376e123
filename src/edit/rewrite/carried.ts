/** Takes the blocks of top-level resources out of their files, with comments, for another file. */
import { isMap, isNode, type Node, visit } from 'yaml';
import type { Address } from '../../core/address.ts';
import type { DesiredResource } from '../../core/state.ts';
import { type Entry, keyOf, mapOf, severalLines } from '../yaml/nodes.ts';
import { sourceFileOf } from '../yaml/source-file.ts';
import type { Carried } from './editing.ts';

export function carriedBlocks(sources: ReadonlyMap<string, string>, resources: readonly DesiredResource[]): Carried {
  const found = new Map<Address, Entry>();
  const places = new Map<string, number>();
  for (const [file, text] of sources) {
    const here = new Map(
      resources.flatMap(({ address, span }) => (span.file === file ? [[placeOf(span), address]] : [])),
    );
    const source = resources.length === 0 ? undefined : sourceFileOf(file, text);
    for (const part of source?.root.items ?? [])
      for (const entry of mapOf(part.value)?.items ?? []) {
        const name = `${keyOf(part)}/${keyOf(entry)}`;
        places.set(name, (places.get(name) ?? 0) + 1);
        const before = source?.text.slice(0, entry.key.range?.[0] ?? 0).split('\n') ?? [];
        const address = here.get(placeOf({ line: before.length, column: (before.at(-1) ?? '').length + 1 }));
        if (address !== undefined && isAlone(entry)) found.set(address, withoutPlaces(entry));
      }
  }
  // A block that several files extend is composed instead.
  for (const address of found.keys()) if ((places.get(address) ?? 0) > 1) found.delete(address);
  return found;
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
  for (const node of [entry.key, entry.value])
    if (isNode(node))
      visit(node as Node, {
        Node: (_, each) => {
          each.range = [0, isMap(each) && severalLines.has(each) ? Number.MAX_SAFE_INTEGER : 0, 0];
        },
      });
  return entry;
}
