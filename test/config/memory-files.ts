/** Loads configurations from memory. */
import { type FileReader, joinPath } from '../../src/config/files/file-reader.ts';
import { loadConfiguration } from '../../src/config/load-configuration.ts';
import type { Desired } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';

export function filesInMemory(texts: { readonly [path: string]: string }): FileReader {
  const paths = Object.keys(texts);
  return {
    read: (path, maxBytes) => {
      const text = Object.hasOwn(texts, path) ? texts[path] : undefined;
      if (path.startsWith('..')) return { fault: 'outside' };
      if (text === undefined) return { fault: 'missing' };
      return text.length > maxBytes ? { fault: 'too-big' } : { text, bytes: text.length };
    },
    list: (directory) => {
      const prefix = directory === '.' ? '' : `${joinPath('', directory)}/`;
      const inside = paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
      const names = new Map(inside.map((path) => [path.split('/')[0] ?? '', path.includes('/')]));
      return [...names].map(([name, isDirectory]) => ({ name, isDirectory }));
    },
  };
}

type Options = Partial<Omit<Parameters<typeof loadConfiguration>[0], 'files' | 'shapes'>>;

/** A single text is docform.yaml. */
export function load(
  texts: string | { readonly [path: string]: string },
  options: Options = {},
): ReturnType<typeof loadConfiguration> {
  const files = filesInMemory(typeof texts === 'string' ? { 'docform.yaml': texts } : texts);
  return loadConfiguration({ file: 'docform.yaml', files, shapes, ...options });
}

export function loadDesired(texts: string | { readonly [path: string]: string }, options: Options = {}): Desired {
  const { desired, problems } = load(texts, options);
  if (desired === undefined)
    throw new Error(`not valid: ${problems.map((problem) => `${problem.code} ${problem.message}`).join('; ')}`);
  return desired;
}

export const head = 'version: 1\norganization: acme\n';
