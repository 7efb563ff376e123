/** Reads the source files of the project with their imports. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectDirectory = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export interface SourceFile {
  /** Path relative to the project, with slashes: `src/plan/plan.ts`. */
  readonly path: string;
  readonly text: string;
  /** The text with blank comments and strings, and the same length. */
  readonly code: string;
}

export interface Import {
  readonly from: string;
  /** A project path, or the name of a package. */
  readonly to: string;
  readonly isPackage: boolean;
}

/** Files in a folder of the project, in a stable order. */
export function filesBelow(folder: string, ending: string): readonly string[] {
  return (
    readdirSync(join(projectDirectory, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
      .map((entry) => relative(projectDirectory, join(entry.parentPath, entry.name)).split(sep).join('/'))
      // Inputs and outputs of the documentation site.
      .filter((path) => !/^docs\/site\/(?:node_modules|dist|\.pages)\//.test(path))
      .sort()
  );
}

export function readSources(folder: string): readonly SourceFile[] {
  return filesBelow(folder, '.ts').map((path) => {
    const text = readFileSync(join(projectDirectory, path), 'utf8');
    return { path, text, code: withoutWords(text) };
  });
}

/** Comments, strings with the expressions in templates, and regular expressions. */
export const wordy =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`|(?<=[=(,:!&|?]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/[a-z]*/g;

function withoutWords(text: string): string {
  return text.replace(wordy, (match) => match.replace(/[^\n]/g, ' '));
}

const importing =
  /(?:^|\n)\s*(?:import|export)\s(?:[^'";]*?\sfrom\s)?\s*'([^']+)'|\b(?:import|require)\(\s*['"`]([^'"`]+)['"`]/g;

/** Static, dynamic and type-only imports. */
export function importsOf({ path, text }: SourceFile): readonly Import[] {
  const bare = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...bare.matchAll(importing)].map((match) => {
    const target = match[1] ?? match[2] ?? '';
    const isPackage = !target.startsWith('.');
    return { from: path, to: isPackage ? packageOf(target) : posix.join(posix.dirname(path), target), isPackage };
  });
}

/** `@noble/hashes/sha2.js` belongs to the package `@noble/hashes`, and `node:fs/promises` to `node:fs`. */
function packageOf(target: string): string {
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/');
}
