/** Opens the state of a platform, in memory or in a file. */

import { openFileStore } from '../sqlite/file-store.ts';
import { createMemoryStore } from './memory-store.ts';
import type { Store } from './store.ts';

export const inMemory = ':memory:';

/** `data`: `:memory:` or the path of a data file. Throws an error with the code SQLITE_MISSING if a file is named and SQLite is not installed. */
export function openStore(data: string): Store {
  return data === inMemory ? createMemoryStore() : openFileStore(data);
}
