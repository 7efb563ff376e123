/** Finds the configuration, and reads files within the repository from disk. No other file in this folder accesses a file system. */
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { readPlainFile } from '../disk/plain-file.ts';
import { isGits, isRepository, treeOf, upwards, withinTree } from '../disk/tree.ts';
import type { FileFault, FileReader, FileText } from './file-reader.ts';

const fileName = 'docform.yaml';

interface Search {
  /** An editor knows files that are not on disk. */
  readonly isThere?: (file: string) => boolean;
  readonly isOnlyHere?: boolean;
}

/** Returns the nearest docform.yaml, from `startDirectory` up to the root of the repository. */
export function findConfiguration(startDirectory: string, { isThere = existsSync, isOnlyHere = false }: Search = {}) {
  for (const directory of upwards(startDirectory)) {
    const file = join(directory, fileName);
    if (isThere(file)) return file;
    if (isOnlyHere || isRepository(directory)) return undefined;
  }
  return undefined;
}

/** Path relative to `directory` with '/', as shown in problems. */
export function relativePath(directory: string, file: string): string {
  return relative(resolve(directory), resolve(directory, file)).split(sep).join('/');
}

/** Reads files relative to `directory`, within the repository of `mainFile`. The main file can be a link too. */
export function filesOnDisk(directory: string, mainFile: string): FileReader {
  const root = treeOf(resolve(directory, mainFile));
  const placeOf = (path: string) => placeIn(root, directory, path);
  return {
    read: (path, maxBytes) => readFile(placeOf(path), maxBytes),
    list: (path) => listDirectory(placeOf(path)),
  };
}

type LocatedFile = { readonly real: string } | { readonly fault: FileFault };

function placeIn(root: string, directory: string, path: string): LocatedFile {
  if (isGits(path)) return { fault: 'git' };
  const real = withinTree(root, resolve(directory, path));
  return real === undefined ? { fault: 'outside' } : { real };
}

function readFile(place: LocatedFile, maxBytes: number): FileText {
  if ('fault' in place) return place;
  const read = readPlainFile(place.real, maxBytes);
  return 'fault' in read ? { fault: read.fault } : read;
}

function listDirectory(place: LocatedFile): ReturnType<FileReader['list']> {
  if ('fault' in place) return [];
  try {
    return readdirSync(place.real, { withFileTypes: true }).map((entry) => ({
      name: entry.name,
      isDirectory: entry.isDirectory(),
    }));
  } catch {
    return [];
  }
}
