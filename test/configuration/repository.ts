/** A repository in a temporary directory for each test, and loading from it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { type LoadedTree, loadTree } from '../../src/configuration/load.ts';
import { codes, incomplete, plain } from './reading.ts';

export interface LoadChoice {
  readonly file?: string;
  readonly environment?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

export interface TemporaryRepository {
  /** The directory above the repository. */
  readonly top: string;
  readonly path: string;
  readonly write: (files: Readonly<Record<string, string | Uint8Array>>) => void;
  readonly load: (choice?: LoadChoice) => LoadedTree & { readonly values: unknown; readonly codes: readonly string[] };
}

/** The repository of the running test; anew for each test of the file that calls this. */
export function temporaryRepository(): () => TemporaryRepository {
  let top = '';
  beforeEach(() => {
    top = mkdtempSync(join(tmpdir(), 'docform-load-'));
    mkdirSync(join(top, 'repository', '.git'), { recursive: true });
  });
  afterEach(() => rmSync(top, { recursive: true, force: true }));
  return () => repositoryIn(top);
}

function repositoryIn(top: string): TemporaryRepository {
  const path = join(top, 'repository');
  return {
    top,
    path,
    write: (files) => {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(path, name)), { recursive: true });
        writeFileSync(join(path, name), text);
      }
    },
    load: ({ file = 'docform.yaml', environment, variables = {} } = {}) => {
      const tree = loadTree({ file: join(path, file), environment, variables });
      expect(incomplete(tree.problems)).toEqual([]);
      return { ...tree, values: plain(tree.root), codes: codes(tree.problems) };
    },
  };
}
