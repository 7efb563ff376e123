/** What loading needs of a file system; the one on disk is in load.ts, tests have one in memory. */

/** `git`: it belongs to Git itself. */
export type FileFault = 'missing' | 'outside' | 'git' | 'not-a-file' | 'too-big' | 'not-text' | 'unreadable';

export type FileText = { readonly text: string; readonly bytes: number } | { readonly fault: FileFault };

/** Paths are '/'-separated and relative to the working directory, or absolute, as the main file was given. */
export interface FileReader {
  /** Refuses what is, all links resolved, outside the repository, or Git's own. */
  readonly read: (path: string, maxBytes: number) => FileText;
  /** Names in a directory; nothing where there is none or where it is outside. Links to directories are not directories. */
  readonly list: (directory: string) => readonly { readonly name: string; readonly isDirectory: boolean }[];
}
