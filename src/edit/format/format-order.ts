/** Puts what has an order in the language into that order; comments go along. */
import { itemWords, topParts } from '../../config/grammar.ts';
import type { Shapes } from '../../kinds/shape.ts';
import type { CollectionLayout, Entry, FileLayout, Layout } from './format-tree.ts';

export interface FormatOrder {
  /** Top-level keys as the language has them. */
  readonly top: readonly string[];
  /** Keys that say what an item of a list is: they come first. */
  readonly items: readonly string[];
}

/** What says how the rest is to be read comes first; then what is declared, in the order of the kinds. */
export function formatOrder(shapes: Shapes): FormatOrder {
  const head = ['version', 'organization', 'include', 'vars', 'policy', 'drift'];
  return { top: [...head, ...topParts(shapes).keys(), 'moved'], items: Object.values(itemWords) };
}

/** A file with an alias keeps its order, as the anchor has to stand before it. */
export function ordered(file: FileLayout, { top, items }: FormatOrder): FileLayout {
  if (hasAlias(file.root)) return file;
  const root = namedFirst(file.root, items);
  return { ...file, root: { ...root, entries: root.is === 'map' ? byRank(root.entries, top) : root.entries } };
}

/** What the language does not know stays behind what it follows. */
function byRank(entries: readonly Entry[], top: readonly string[]): readonly Entry[] {
  let rank = -1;
  const ranked = entries.map((entry) => {
    const known = top.indexOf(entry.key?.value ?? '');
    if (known !== -1) rank = known;
    return { entry, rank };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry);
}

function namedFirst<L extends Layout>(layout: L, items: readonly string[]): L {
  if (layout.is !== 'map' && layout.is !== 'list') return layout;
  const entries = layout.entries.map((entry) => ({ ...entry, value: namedFirst(entry.value, items) }));
  return { ...layout, entries: layout.is === 'list' ? entries.map((entry) => itemNamedFirst(entry, items)) : entries };
}

function itemNamedFirst(item: Entry, items: readonly string[]): Entry {
  const { value } = item;
  if (value.is !== 'map') return item;
  const at = value.entries.findIndex(({ key }) => items.includes(key?.value ?? ''));
  const name = value.entries[at];
  if (at < 1 || name === undefined) return item;
  const others = value.entries.filter((entry) => entry !== name);
  const first: Entry = { ...name, before: [], isSpaced: false };
  return { ...item, before: [...item.before, ...name.before], value: { ...value, entries: [first, ...others] } };
}

function hasAlias(layout: Layout): boolean {
  if (layout.is === 'scalar') return layout.value === undefined && layout.text.startsWith('*');
  return (
    layout.is !== 'block-text' &&
    (layout as CollectionLayout).entries.some(({ key, value }) => hasAlias(value) || (key !== undefined && hasAlias(key)))
  );
}
