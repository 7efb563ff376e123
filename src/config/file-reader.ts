/** Reads files within the limits, caches their texts, and reports unreadable files. The file system is passed in. */
import type { SourceSpan } from '../core/problem.ts';
import type { Limits } from './limits.ts';
import type { ProblemList } from './problem-list.ts';
import type { ProblemCode } from './problems.ts';

/** `git`: inside `.git`. */
export type FileFault = 'missing' | 'outside' | 'git' | 'not-a-file' | 'too-big' | 'not-text' | 'unreadable';

export type FileText = { readonly text: string; readonly bytes: number } | { readonly fault: FileFault };

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
  /** Returns undefined if the file cannot be read, and reports the problem at `from`. */
  readonly read: (path: string, from: SourceSpan) => string | undefined;
  /** Texts of the YAML files in the order of reading, for code frames. */
  readonly texts: ReadonlyMap<string, string>;
  readonly keep: (file: string, text: string) => void;
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
  const read = (path: string, from: SourceSpan): string | undefined => {
    const result = files.read(path, Math.min(limits.fileBytes, bytesLeft));
    if ('text' in result) {
      bytesLeft -= result.bytes;
      return result.text;
    }
    const { code, message, hint } = faults[result.fault];
    const bound = `split the file: the limit is ${limits.fileBytes} bytes for one file, and ${limits.totalBytes} for all files together`;
    problems.add(code, from, {
      message: `${path} ${message}`,
      hint: result.fault === 'too-big' ? bound : from.file === path ? undefined : hint,
    });
    return undefined;
  };
  return {
    read: (path, from) => {
      const text = known.get(path) ?? read(path, from);
      if (text !== undefined) known.set(path, text);
      return text;
    },
    texts,
    keep: (file, text) => void texts.set(file, text),
  };
}
