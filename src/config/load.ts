/** Finds the configuration and reads files from disk, never from outside the repository. The only part of config that touches a file system. */
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { readPlainFile } from '../disk/plain-file.ts';
import { isGits, isRepository, treeOf, upwards, withinTree } from '../disk/tree.ts';
import type { FileFault, FileReader, FileText } from './file-reader.ts';

const fileName = 'docform.yaml';

interface Search {
  /** An editor knows more files than the disk. */
  readonly isThere?: (file: string) => boolean;
  /** No directory above is searched. */
  readonly isOnlyHere?: boolean;
}

/** The nearest docform.yaml, from `startDirectory` up to the root of its repository (the directory that holds `.git`). */
export function findConfiguration(
  startDirectory: string,
  { isThere = existsSync, isOnlyHere = false }: Search = {},
): string | undefined {
  for (const directory of upwards(startDirectory)) {
    const file = join(directory, fileName);
    if (isThere(file)) return file;
    if (isOnlyHere || isRepository(directory)) return undefined;
  }
  return undefined;
}

/** `file` as it is seen from `directory`, '/'-separated: the form in which problems name it. */
export function relativePath(directory: string, file: string): string {
  return relative(resolve(directory), resolve(directory, file)).split(sep).join('/');
}

/** Reads files relative to `directory`, within the repository that `mainFile` stands in as it is named: also that file itself may be a link. */
export function filesOnDisk(directory: string, mainFile: string): FileReader {
  const root = treeOf(resolve(directory, mainFile));
  const placeOf = (path: string) => placeIn(root, directory, path);
  return {
    read: (path, maxBytes) => readFile(placeOf(path), maxBytes),
    list: (path) => listDirectory(placeOf(path)),
  };
}

/**
 * The main file as it is seen from the root of its repository: its own name, in a directory with all links resolved. `pathOf`: how any file
 * is seen from there that is named from `directory`, as it is found by where it stands beside the main file.
 */
export function fromRoot(
  directory: string,
  mainFile: string,
): { readonly directory: string; readonly file: string; readonly pathOf: (path: string) => string } {
  const file = resolve(directory, mainFile);
  const root = treeOf(file);
  const home = withinTree(root, dirname(file)) ?? dirname(file);
  const pathOf = (path: string): string =>
    relativePath(root, join(home, relative(dirname(file), resolve(directory, path))));
  return { directory: root, file: relativePath(root, join(home, basename(file))), pathOf };
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
