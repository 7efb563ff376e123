/** Reads files within the repository from disk. */
import { readdirSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { isGitInternal, resolveRepositoryRoot, resolveWithinTree } from '../../disk/files.ts';
import { readPlainFile } from '../../disk/plain-file.ts';
import type { FileReader } from './file-reader.ts';

/** Path relative to `directory` with '/', as shown in problems. */
export function relativePath(directory: string, file: string): string {
  return relative(resolve(directory), resolve(directory, file)).split(sep).join('/');
}

/** Reads files relative to `directory`, within the repository of `mainFile`. The main file can be a link too. */
export function filesOnDisk(directory: string, mainFile: string): FileReader {
  const root = resolveRepositoryRoot(resolve(directory, mainFile));
  const realPath = (path: string) => resolveWithinTree(root, resolve(directory, path));
  return {
    read: (path, maxBytes) => {
      if (isGitInternal(path)) return { fault: 'git' };
      const real = realPath(path);
      if (real === undefined) return { fault: 'outside' };
      const read = readPlainFile(real, maxBytes);
      return 'fault' in read ? { fault: read.fault } : read;
    },
    list: (path) => {
      const real = isGitInternal(path) ? undefined : realPath(path);
      if (real === undefined) return [];
      try {
        const entries = readdirSync(real, { withFileTypes: true });
        return entries.map((entry) => ({ name: entry.name, isDirectory: entry.isDirectory() }));
      } catch {
        return [];
      }
    },
  };
}
