/** Finds the main file of the configuration. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ancestorPaths, isRepositoryRoot } from '../../disk/files.ts';

const fileName = 'docform.yaml';

interface Search {
  /** An editor knows files that are not on disk. */
  readonly isThere?: (file: string) => boolean;
  readonly isOnlyHere?: boolean;
}

/** Returns the nearest docform.yaml, from `startDirectory` up to the root of the repository. */
export function findConfiguration(startDirectory: string, { isThere = existsSync, isOnlyHere = false }: Search = {}) {
  for (const directory of ancestorPaths(startDirectory)) {
    const file = join(directory, fileName);
    if (isThere(file)) return file;
    if (isOnlyHere || isRepositoryRoot(directory)) return undefined;
  }
  return undefined;
}
