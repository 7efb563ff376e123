/** Loads a configuration from the file system; the only file of this wing that touches it. */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Problem, SourceSpan } from '../core/problem.ts';
import type { DirectoryEntry, FileContent, Files } from './files.ts';
import { gather, readNamedFile } from './gather.ts';
import type { MapNode, Report } from './node.ts';

const mainFileName = 'docform.yaml';

export interface LoadOptions {
  /** Path of the main file; relative ones begin at the working directory. */
  readonly file: string;
  /** Name of the environment, for `env/<name>.yaml` beside the main file. */
  readonly environment?: string | undefined;
  /** Values from flags and DOCFORM_VAR_NAME, already merged. */
  readonly variables: { readonly [name: string]: string };
}

export interface LoadedTree {
  /** Undefined if the tree is not whole; `problems` then says why. */
  readonly root: MapNode | undefined;
  readonly problems: Problem[];
  /** Texts by the file names that spans use: relative to `directory`, with `/`. */
  readonly sources: ReadonlyMap<string, string>;
  /** The directory of the main file. */
  readonly directory: string;
  /** The text of a file that a value names, relative to the file in which the value stands. */
  readonly readFile: (path: string, span: SourceSpan, report: Report) => string | undefined;
}

/** The nearest docform.yaml, walking up to the directory that holds `.git` and no further. */
export function findConfiguration(startDirectory: string): string | undefined {
  for (const directory of upFrom(resolve(startDirectory))) {
    const file = join(directory, mainFileName);
    if (existsSync(file)) return file;
    if (existsSync(join(directory, '.git'))) return undefined;
  }
  return undefined;
}

export function loadTree({ file, environment, variables }: LoadOptions): LoadedTree {
  const directory = dirname(resolve(file));
  const files = filesBelow(directory);
  const gathered = gather(files, { main: basename(file), environment, variables });
  return { ...gathered, directory, readFile: (path, span, report) => readNamedFile(files, path, span, report) };
}

function* upFrom(directory: string): Generator<string, void> {
  yield directory;
  const parent = dirname(directory);
  if (parent !== directory) yield* upFrom(parent);
}

function filesBelow(directory: string): Files {
  const real = realPathOf(directory) ?? directory;
  const repository = [...upFrom(real)].find((each) => existsSync(join(each, '.git'))) ?? real;
  const locate = (path: string) => locateIn(repository, resolve(real, path));
  return {
    read: (path, maxBytes) => {
      const place = locate(path);
      return 'fault' in place ? place : readText(place.realPath, maxBytes);
    },
    list: (path) => {
      const place = locate(path);
      if ('fault' in place) return place.fault === 'outside' ? undefined : [];
      return listDirectory(place.realPath);
    },
  };
}

/** Where a path really leads. Outside is outside whether something is there or not: that is nobody's to learn. */
function locateIn(repository: string, path: string): { readonly realPath: string } | { readonly fault: 'missing' | 'outside' } {
  if (!isInside(repository, path)) return { fault: 'outside' };
  const realPath = realPathOf(path);
  if (realPath === undefined) return { fault: 'missing' };
  return isInside(repository, realPath) ? { realPath } : { fault: 'outside' };
}

function isInside(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Undefined if nothing is there; that includes links to nothing, rings of links and impossible names. */
function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Only ordinary files: reading a pipe or a device might never end. */
function readText(realPath: string, maxBytes: number): FileContent {
  try {
    const state = statSync(realPath);
    if (!state.isFile()) return { fault: 'unreadable' };
    if (state.size > maxBytes) return { fault: 'too-large' };
    const content = readFileSync(realPath);
    if (content.length > maxBytes) return { fault: 'too-large' };
    return textOf(content, realPath);
  } catch {
    return { fault: 'unreadable' };
  }
}

function textOf(content: Uint8Array, realPath: string): FileContent {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(content), bytes: content.length, realPath };
  } catch {
    return { fault: 'not-text' };
  }
}

function listDirectory(realPath: string): readonly DirectoryEntry[] {
  try {
    return readdirSync(realPath, { withFileTypes: true })
      .map((entry) => ({
        name: entry.name,
        isDirectory: entry.isSymbolicLink() ? isDirectory(join(realPath, entry.name)) : entry.isDirectory(),
        isLink: entry.isSymbolicLink(),
      }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
