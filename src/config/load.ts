/** Finds the configuration and reads files from disk, never from outside the repository. The only part of config that touches a file system. */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { FileReader, FileText } from './file-reader.ts';

const fileName = 'docform.yaml';

/** The nearest docform.yaml, from `startDirectory` up to the root of its repository (the directory that holds `.git`). */
export function findConfiguration(startDirectory: string): string | undefined {
  for (const directory of upwards(startDirectory)) {
    const file = join(directory, fileName);
    if (existsSync(file)) return file;
    if (existsSync(join(directory, '.git'))) return undefined;
  }
  return undefined;
}

/** `file` as it is seen from `directory`, '/'-separated: the form in which problems name it. */
export function relativePath(directory: string, file: string): string {
  return relative(resolve(directory), resolve(directory, file)).split(sep).join('/');
}

/** Reads files relative to `directory`, within the repository that `mainFile` stands in. */
export function filesOnDisk(directory: string, mainFile: string): FileReader {
  const root = repositoryRoot(resolve(directory, mainFile));
  const inside = (path: string): string | undefined => {
    const real = realAncestry(resolve(directory, path));
    return isInside(real, root) ? real : undefined;
  };
  return {
    read: (path, maxBytes) => readFile(inside(path), maxBytes),
    list: (path) => listDirectory(inside(path)),
  };
}

/** A file as it is seen from the root of its repository, all links resolved. */
export function fromRoot(file: string): { readonly directory: string; readonly file: string } {
  const real = realPath(file) ?? resolve(file);
  const directory = repositoryRoot(real);
  return { directory, file: relativePath(directory, real) };
}

/** Without a repository, the directory of the main file. */
function repositoryRoot(mainFile: string): string {
  const real = realPath(mainFile) ?? mainFile;
  for (const directory of upwards(dirname(real))) if (existsSync(join(directory, '.git'))) return directory;
  return dirname(real);
}

function* upwards(start: string): Generator<string> {
  for (let directory = resolve(start); ; directory = dirname(directory)) {
    yield directory;
    if (dirname(directory) === directory) return;
  }
}

function isInside(path: string, root: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** All links resolved as far as the path exists, so that also a missing file is known to be inside or outside. */
function realAncestry(path: string): string {
  for (const ancestor of upwards(path)) {
    const real = realPath(ancestor);
    if (real !== undefined) return join(real, relative(ancestor, path));
  }
  return path;
}

function readFile(real: string | undefined, maxBytes: number): FileText {
  if (real === undefined) return { fault: 'outside' };
  if (!existsSync(real)) return { fault: 'missing' };
  try {
    const stat = statSync(real);
    if (!stat.isFile()) return { fault: 'not-a-file' };
    if (stat.size > maxBytes) return { fault: 'too-big' };
    const bytes = readFileSync(real);
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), bytes: bytes.length };
  } catch (error) {
    return { fault: error instanceof TypeError ? 'not-text' : 'unreadable' };
  }
}

function listDirectory(real: string | undefined): ReturnType<FileReader['list']> {
  if (real === undefined) return [];
  try {
    return readdirSync(real, { withFileTypes: true }).map((entry) => ({ name: entry.name, isDirectory: entry.isDirectory() }));
  } catch {
    return [];
  }
}
