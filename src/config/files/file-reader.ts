/** Reads files within limits, resolves globs of `include`, and overlays unsaved edits. The file system is passed in. */
import { compileAddressPattern } from '../../core/address.ts';
import type { SourceSpan } from '../../core/problem.ts';
import type { Shapes } from '../../kinds/shape.ts';
import { maxProblems, type ProblemCode, type ProblemList } from '../problem-list.ts';

/** `git`: inside `.git`. */
type FileFault = 'missing' | 'outside' | 'git' | 'not-a-file' | 'too-big' | 'not-text' | 'unreadable';

type FileText = { readonly text: string; readonly bytes: number } | { readonly fault: FileFault };

/** Paths use '/', and are absolute or relative to the working directory, like the path of the main file. */
export interface FileReader {
  /** Refuses files outside the repository or inside `.git`, after it resolves links. */
  readonly read: (path: string, maxBytes: number) => FileText;
  /**
   * Names in a directory. Empty if the directory is missing or outside the repository. Links to directories do not count as directories.
   */
  readonly list: (directory: string) => readonly { readonly name: string; readonly isDirectory: boolean }[];
}

export interface Sources {
  /** Returns undefined if the file cannot be read, and reports the problem at `from`. `instead`: what to do if the file is too large. */
  readonly read: (path: string, from: SourceSpan, instead?: string) => string | undefined;
  /** Texts of the YAML files in the order of reading, for code frames. */
  readonly texts: ReadonlyMap<string, string>;
  readonly keep: (file: string, text: string) => void;
}

/** The state and limits that all files of one reading share. */
export interface Reading {
  readonly files: FileReader;
  readonly sources: Sources;
  readonly problems: ProblemList;
  readonly limits: Limits;
  readonly used: Used;
  readonly shapes: Shapes;
}

const faults: {
  readonly [F in FileFault]: { readonly code: ProblemCode; readonly message: string; readonly hint?: string };
} = {
  missing: {
    code: 'E-FILE-MISSING',
    message: 'does not exist',
    hint: 'correct the path: it is relative to the file that names it',
  },
  outside: {
    code: 'E-FILE-OUTSIDE',
    message: 'is outside the repository',
    hint: 'copy the file into the repository: docform follows no links that lead out of it',
  },
  git: {
    code: 'E-FILE-OUTSIDE',
    message: 'is inside .git',
    hint: 'use a file outside .git, which can contain credentials',
  },
  'not-a-file': { code: 'E-FILE-UNREADABLE', message: 'is not a file' },
  'too-big': { code: 'E-LIMIT-SIZE', message: 'is too large' },
  'not-text': { code: 'E-FILE-UNREADABLE', message: 'is not UTF-8 text' },
  unreadable: { code: 'E-FILE-UNREADABLE', message: 'cannot be read' },
};

export function createSources(files: FileReader, problems: ProblemList, limits: Limits): Sources {
  const texts = new Map<string, string>();
  const known = new Map<string, string>();
  let bytesLeft = limits.totalBytes;
  const read = (path: string, from: SourceSpan, instead?: string): string | undefined => {
    const result = files.read(pathOnDisk(files, path), Math.min(limits.fileBytes, bytesLeft));
    if ('text' in result) {
      bytesLeft -= result.bytes;
      return result.text;
    }
    const { code, message, hint } = faults[result.fault];
    const bound = `${instead ?? 'split the file'}; the limit is ${limits.fileBytes} bytes for one file, and ${limits.totalBytes} for all files together`;
    return problems.add(code, from, {
      message: `${path} ${message}`,
      hint: result.fault === 'too-big' ? bound : from.file === path ? undefined : hint,
    });
  };
  return {
    read: (path, from, instead) => {
      const text = known.get(path) ?? read(path, from, instead);
      if (text !== undefined) known.set(path, text);
      return text;
    },
    texts,
    keep: (file, text) => void texts.set(file, text),
  };
}

/** `texts` by path, as shown in problems. Includes directories that the edits would create. */
export function overlaid(files: FileReader, texts: ReadonlyMap<string, string>): FileReader {
  return {
    read: (path, maxBytes) => {
      const text = texts.get(path);
      if (text === undefined) return files.read(path, maxBytes);
      const bytes = new TextEncoder().encode(text);
      // Encode the text as a file would, including the loss of invalid characters.
      return bytes.length > maxBytes
        ? { fault: 'too-big' }
        : { text: new TextDecoder().decode(bytes), bytes: bytes.length };
    },
    list: (path) => {
      const entries = new Map(files.list(path).map((entry) => [entry.name, entry]));
      for (const name of namesIn(path, texts.keys())) if (!entries.has(name.name)) entries.set(name.name, name);
      return [...entries.values()];
    },
  };
}

type Entry = ReturnType<FileReader['list']>[number];

function namesIn(directory: string, paths: Iterable<string>): readonly Entry[] {
  const at = directory === '.' ? '' : directory;
  return [...paths].flatMap((path): readonly Entry[] => {
    const names = path.split('/');
    const above = directoryOf(path);
    if (above === at) return [{ name: names.at(-1) ?? '', isDirectory: false }];
    const isBelow = at === '' ? above !== '' : above.startsWith(`${at}/`);
    return isBelow ? [{ name: names[at === '' ? 0 : at.split('/').length] ?? '', isDirectory: true }] : [];
  });
}

/** The path with the names as they are on the disk: macOS writes "é" as two characters, and other systems as one. */
export function pathOnDisk(files: FileReader, path: string): string {
  if (!/[^ -~]/.test(path)) return path;
  return path.split('/').reduce((above, name) => {
    const at = above === '' && path.startsWith('/') ? '/' : above;
    const names = files.list(at === '' ? '.' : at).map((entry) => entry.name);
    const alike = (other: string) => other.normalize('NFC') === name.normalize('NFC');
    const found = names.includes(name) ? name : (names.find(alike) ?? name);
    return above === '' ? found : `${above}/${found}`;
  }, '');
}

export function isGlob(pattern: string): boolean {
  return /[*?]/.test(pattern);
}

export function expandGlob(pattern: string, directory: string, files: FileReader, mayList: () => boolean) {
  const found = new Set<string>();
  const parts = withFileName(pattern.split('/').filter((part) => part !== '.' && part !== ''));
  const matchers = new Map(parts.map((part) => [part, compileAddressPattern(part.normalize('NFC'), '?')]));
  const visit = (at: string, here: readonly string[]): void => {
    const [part, ...rest] = here;
    const matches = matchers.get(part ?? '');
    if (part === undefined || matches === undefined) return;
    if (!isGlob(part) && rest.length > 0) return void visit(pathOnDisk(files, joinPath(at, part)), rest);
    if (part === '**') visit(at, rest);
    for (const { name, isDirectory } of files.list(at === '' ? '.' : at)) {
      if (!mayList()) return;
      if (!matches(name.normalize('NFC')) || name === 'node_modules' || (name.startsWith('.') && !part.startsWith('.')))
        continue;
      if (!isDirectory && rest.length === 0) found.add(joinPath(at, name));
      if (isDirectory && part === '**') visit(joinPath(at, name), here);
      else if (isDirectory && rest.length > 0) visit(joinPath(at, name), rest);
    }
  };
  visit(directory, parts);
  return [...found].sort();
}

/** `people/**` matches all files below `people`. Two consecutive `**` are the same as one. */
function withFileName(parts: readonly string[]) {
  const once = parts.filter((part, index) => part !== '**' || parts[index - 1] !== '**');
  return once.at(-1) === '**' ? [...once, '*'] : once;
}

export function joinPath(directory: string, path: string): string {
  const parts: string[] = [];
  const start = path.startsWith('/') ? path : `${directory}/${path}`;
  for (const part of start.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return `${directory.startsWith('/') || path.startsWith('/') ? '/' : ''}${parts.join('/')}`;
}

export function directoryOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at <= 0 ? path.slice(0, at + 1) : path.slice(0, at);
}

const megabyte = 1024 * 1024;

/** Limits against hostile configurations, far above the size of real ones. */
export const defaultLimits = {
  fileBytes: 8 * megabyte,
  /** All YAML files, and all files that values name. */
  totalBytes: 32 * megabyte,
  files: 2000,
  depth: 40,
  /** YAML tokens of all files together. They need much more memory than the bytes. */
  pieces: 3_000_000,
  /** Reported problems. For further problems, only their number is reported. */
  problems: maxProblems,
  /** Values that aliases repeat in all files together. */
  aliasedNodes: 20_000,
  listedEntries: 50_000,
  /** Values that blocks take from templates. */
  templateNodes: 1_000_000,
};

export type Limits = Readonly<typeof defaultLimits>;
export type Used = ReturnType<typeof noUsage>;

export function noUsage() {
  return { pieces: 0, aliased: 0 };
}
