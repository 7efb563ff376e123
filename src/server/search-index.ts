/** A full-text index of spaces, pages and sections in memory. A search after a write creates the index again. */
import type { Store } from './objects.ts';
import { openScratch } from './store.ts';
import type { Statements } from './tables.ts';

export interface SearchEntry {
  space: string;
  page?: string;
  /** Number of the section on its page; missing for the page itself. */
  section?: number;
  title: string;
  body: string;
  /** Titles of the space and the page. A hit needs at least one word in its own title or body. */
  context: string;
}

export interface Hit extends Pick<SearchEntry, 'space' | 'page' | 'section'> {
  rank: number;
}

export interface SearchIndex {
  /** All entries that contain every word, best first. The last word can be a prefix. */
  find(words: readonly string[]): Hit[];
}

const schema = `CREATE VIRTUAL TABLE entries USING fts5(
  space UNINDEXED, page UNINDEXED, section UNINDEXED, title, body, context,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
)`;
const weights = '0, 0, 0, 10, 2, 1';

interface Index {
  statements: Statements;
  stamp?: string;
}

const indexes = new WeakMap<Store, Map<string, Index>>();

/** The index of an organization. `entries` is called only if the state has changed since the last search. */
export function searchIndexOf(store: Store, organization: string, entries: () => Iterable<SearchEntry>): SearchIndex {
  const ofStore = indexes.get(store) ?? new Map<string, Index>();
  indexes.set(store, ofStore);
  const index: Index = ofStore.get(organization) ?? { statements: openScratch() };
  ofStore.set(organization, index);
  const { statements } = index;
  const stamp = store.stamp();
  if (index.stamp !== stamp) {
    fill(statements, [...entries()]);
    index.stamp = stamp;
  }
  return { find: (words) => (words.length === 0 ? [] : findIn(statements, words)) };
}

function fill({ run }: Statements, entries: readonly SearchEntry[]): void {
  run('DROP TABLE IF EXISTS entries');
  run(schema);
  run('BEGIN');
  for (const { space, page = null, section = null, title, body, context } of entries)
    run(
      'INSERT INTO entries (space, page, section, title, body, context) VALUES (?, ?, ?, ?, ?, ?)',
      ...[space, page, section, title, body, context],
    );
  run('COMMIT');
}

function findIn({ all }: Statements, words: readonly string[]): Hit[] {
  const sql = `SELECT space, page, section, bm25(entries, ${weights}) FROM entries WHERE entries MATCH ? ORDER BY 4, rowid`;
  return all(sql, expression(words)).map(([space, page, section, rank]) => ({
    space: space as string,
    ...(page === null ? {} : { page: page as string }),
    ...(section === null ? {} : { section: section as number }),
    rank: rank as number,
  }));
}

/** Every word, and at least one of them in title or body. The quotes prevent a word from being an operator. */
function expression(words: readonly string[]): string {
  const terms = words.map((word, at) => `"${word}"${at === words.length - 1 ? '*' : ''}`);
  return `(${terms.join(' AND ')}) AND {title body} : (${terms.join(' OR ')})`;
}
