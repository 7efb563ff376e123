/** What the configuration needs of a file system, and the problems of files that cannot be read. */
import type { SourceSpan } from '../core/problem.ts';
import type { Report } from './node.ts';
import { reportTooLarge } from './parse.ts';
import type { Directories } from './pattern.ts';

export type FileFault = 'missing' | 'outside' | 'too-large' | 'unreadable' | 'not-text';

export type FileContent = { readonly text: string; readonly bytes: number; readonly realPath: string } | { readonly fault: FileFault };

export interface DirectoryEntry {
  readonly name: string;
  readonly isDirectory: boolean;
  readonly isLink: boolean;
}

/** Files below one repository; paths are relative to the directory of the main file, with `/`. */
export interface Files {
  read(path: string, maxBytes: number): FileContent;
  /** Undefined if the directory is outside of the repository. */
  list(path: string): readonly DirectoryEntry[] | undefined;
}

export function reportFileFault(fault: FileFault, path: string, span: SourceSpan, maxBytes: number, report: Report): void {
  if (fault === 'too-large') reportTooLarge(span, maxBytes, report, path);
  else report({ ...wordsOf(fault, path), span });
}

function wordsOf(fault: Exclude<FileFault, 'too-large'>, path: string): { code: string; message: string; label: string; hint: string } {
  if (fault === 'missing') {
    const hint = 'paths are relative to the file that names them; check the spelling, and that the file is committed';
    return { code: 'E-FILE-MISSING', message: `there is no file ${path}`, label: 'no such file', hint };
  }
  if (fault === 'outside') {
    const hint = 'move the file into the repository; links that lead out of it are not followed';
    return { code: 'E-FILE-OUTSIDE', message: `${path} is outside of the repository`, label: 'leads out of the repository', hint };
  }
  if (fault === 'not-text') {
    return { code: 'E-FILE-ENCODING', message: `${path} is not a text in UTF-8`, label: 'not UTF-8', hint: 'save the file as UTF-8' };
  }
  const hint = 'it must be an ordinary file that you may read';
  return { code: 'E-FILE-UNREADABLE', message: `${path} cannot be read`, label: 'cannot be read', hint };
}

/** Looks into directories for patterns, at most so many names in all; what was met on the way is told afterwards. */
export function watchedDirectories(files: Files, maxNames: number): Directories & { readonly met: { outside: boolean; tooMany: boolean } } {
  const met = { outside: false, tooMany: false };
  let names = 0;
  return {
    met,
    list: (path) => {
      if (met.tooMany) return [];
      const entries = files.list(path);
      if (entries === undefined) met.outside = true;
      names += entries?.length ?? 0;
      met.tooMany = names > maxNames;
      return entries ?? [];
    },
  };
}
