/** A full-text index over spaces, pages and sections, in memory; made when first asked, and again once the state has changed. */
import type { Store } from './objects.ts';
import type { Statements } from './statements.ts';
import { openScratch } from './store.ts';
import type { Watched } from './versions.ts';

/** What can be found. */
export interface SearchEntry {
  readonly space: string;
  /** Missing: the space itself. */
  readonly page?: string;
  /** Number of the section on its page; missing: the page itself. */
  readonly section?: number;
  readonly title: string;
  readonly body: string;
  /** Titles of what it stands in: they help to find it, but are not enough. */
  readonly context: string;
}

export interface Hit extends Pick<SearchEntry, 'space' | 'page' | 'section'> {
  /** The lower the better. */
  readonly rank: number;
}

export interface SearchIndex {
  /** All entries that have every word, the last one as the beginning of a word; the best first. */
  find(words: readonly string[]): Hit[];
}

const schema = `CREATE VIRTUAL TABLE entries USING fts5(
  space UNINDEXED, page UNINDEXED, section UNINDEXED, title, body, context,
  tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
)`;
/** How much a word counts in a title, in the text, and in the titles above. */
const weights = '0, 0, 0, 10, 2, 1';

interface Kept {
  readonly statements: Statements;
  /** The entries it was made of. */
  made?: Watched<unknown>;
}

const indexes = new WeakMap<Store, Map<string, Kept>>();

/** The index of an organization. `entries` is asked only when there is none for the present state. */
export function searchIndexOf(store: Store, organization: string, entries: () => Iterable<SearchEntry>): SearchIndex {
  const kept = indexes.get(store) ?? new Map<string, Kept>();
  indexes.set(store, kept);
  const index: Kept = kept.get(organization) ?? { statements: openScratch() };
  kept.set(organization, index);
  const { statements } = index;
  if (index.made === undefined || !store.holds(index.made)) {
    // Read whole before anything is written: whatever fails then leaves the index as it was.
    const made = store.watch(() => [...entries()]);
    fill(statements, made.value);
    index.made = { value: undefined, seen: made.seen };
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

/** Every word somewhere, and one of them in the entry's own words. Quoted, a word is never an operator. */
function expression(words: readonly string[]): string {
  const terms = words.map((word, at) => `"${word}"${at === words.length - 1 ? '*' : ''}`);
  return `(${terms.join(' AND ')}) AND {title body} : (${terms.join(' OR ')})`;
}
