/** Merges the top level of several files into one map, as if they had been written in one. */
import { reportDuplicateKey } from './duplicate-key.ts';
import type { Entry, MapNode, Node, Report } from './node.ts';

/** What is said once for the whole configuration, in its main file. */
const mainOnly: ReadonlySet<string> = new Set(['version', 'organization', 'policy', 'vars']);

export function mergeFiles(main: MapNode, included: readonly MapNode[], report: Report): MapNode {
  const merged = new Map<string, MergedEntry>(main.entries.map((entry) => [entry.key, begin(entry)]));
  for (const file of included) {
    for (const entry of file.entries) {
      if (isRefused(entry, report)) continue;
      const first = merged.get(entry.key);
      if (first === undefined) merged.set(entry.key, begin(entry));
      else add(first, entry, report);
    }
  }
  return { ...main, entries: [...merged.values()].map(finish) };
}

interface MergedEntry {
  readonly entry: Entry;
  /** Of a map, by key. */
  readonly entries: Map<string, Entry>;
  /** Of a list. */
  readonly items: Node[];
}

function begin(entry: Entry): MergedEntry {
  const { value } = entry;
  return {
    entry,
    entries: new Map(value.is === 'map' ? value.entries.map((each) => [each.key, each]) : []),
    items: value.is === 'list' ? [...value.items] : [],
  };
}

function add({ entry: first, entries, items }: MergedEntry, { key, keySpan, value }: Entry, report: Report): void {
  if (key === 'moved' && first.value.is === 'list' && value.is === 'list') {
    for (const item of value.items) items.push(item);
    return;
  }
  if (first.value.is !== 'map' || value.is !== 'map') {
    reportDuplicateKey(key, first.keySpan, keySpan, report);
    return;
  }
  for (const entry of value.entries) {
    const known = entries.get(entry.key);
    if (known === undefined) entries.set(entry.key, entry);
    else reportDuplicateKey(`${key}/${entry.key}`, known.keySpan, entry.keySpan, report);
  }
}

function finish({ entry, entries, items }: MergedEntry): Entry {
  const { value } = entry;
  if (value.is === 'map') return { ...entry, value: { ...value, entries: [...entries.values()] } };
  return value.is === 'list' ? { ...entry, value: { ...value, items } } : entry;
}

function isRefused({ key, keySpan }: Entry, report: Report): boolean {
  if (key === 'include') {
    report({
      code: 'E-INCLUDE-NESTED',
      message: 'an included file cannot include others',
      span: keySpan,
      label: 'only the main file has `include`',
      hint: 'add its patterns to `include` of the main file',
    });
    return true;
  }
  if (!mainOnly.has(key)) return false;
  report({
    code: 'E-INCLUDE-KEY',
    message: `"${key}" can only stand in the main file`,
    span: keySpan,
    label: 'this file is included by another one',
    hint: `move \`${key}\` to the main file`,
  });
  return true;
}
