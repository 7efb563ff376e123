/** Creates a directory that is deleted at the end of the test run (`temporary-directory.ts`). */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** `files`: contents by path. */
export function directoryWith(files: { readonly [path: string]: string | Uint8Array } = {}): string {
  const directory = mkdtempSync(join(tmpdir(), 'docform-'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return directory;
}

/** Makes an empty Git repository of a directory, like `git init`, without a process. `remotes`: URLs by name. */
export function initRepository(directory: string, remotes: { readonly [name: string]: string } = {}): void {
  for (const part of ['objects', 'refs']) mkdirSync(join(directory, '.git', part), { recursive: true });
  writeFileSync(join(directory, '.git/HEAD'), 'ref: refs/heads/main\n');
  const lines = Object.entries(remotes).map(([name, url]) => `[remote "${name}"]\n\turl = ${url}\n`);
  writeFileSync(join(directory, '.git/config'), lines.join(''));
}
