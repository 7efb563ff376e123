/** Checks paths that a command writes to, and suggests a place for a misspelled path. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { DocformError } from '../../core/docform-error.ts';
import { ancestorPaths } from '../../disk/files.ts';
import { type Session, usageFailure } from '../io/session.ts';

export function placeAt(path: string): 'file' | 'directory' | undefined {
  if (!existsSync(path)) return undefined;
  return statSync(path).isDirectory() ? 'directory' : 'file';
}

/** The configuration that an import writes to a file or a directory. */
export function fileIn(directory: string, out: string) {
  const isDirectory = out.endsWith('/') || placeAt(resolve(directory, out)) === 'directory';
  return isDirectory ? join(out, 'docform.yaml') : out;
}

export async function requireDirectory(from: string, path: string, flag: string) {
  const found = placeAt(resolve(from, path));
  if (found === 'directory') return;
  if (found === 'file') throw usageFailure(`${path} is not a directory`, `give a directory with ${flag}`);
  throw await missingPlace(from, path, { what: 'directory', hint: `check the path of ${flag}` });
}

export async function requireParent({ settings: { directory } }: Session, file: string, flag: string) {
  const parent = dirname(file);
  if (resolve(directory, parent) !== directory) await requireDirectory(directory, parent, flag);
}

export async function missingPlace(
  from: string,
  path: string,
  {
    what,
    hint,
    code,
  }: { readonly what: 'directory' | 'file' | 'file or directory'; readonly hint: string; readonly code?: string },
): Promise<DocformError> {
  const isFit = (place: string) => what.split(' or ').some((each) => each === placeAt(place));
  const meant = await nearestPlace(from, path, isFit);
  return usageFailure(
    `no such ${what}: ${path}`,
    meant === undefined ? hint : `did you mean ${meant}? If not, ${hint}`,
    code,
  );
}

async function nearestPlace(from: string, path: string, isFit: (place: string) => boolean) {
  const wanted = resolve(from, path);
  const missing = [...ancestorPaths(wanted)].findLast((each) => !existsSync(each));
  if (missing === undefined) return undefined;
  const placeOf = (name: string) => join(dirname(missing), name, relative(missing, wanted));
  const { createSuggest } = await import('../../config/problem-list.ts');
  const near = createSuggest()(
    basename(missing),
    namesIn(dirname(missing)).filter((name) => isFit(placeOf(name))),
  );
  if (near === undefined) return undefined;
  return isAbsolute(path) ? placeOf(near) : relative(from, placeOf(near));
}

function namesIn(directory: string) {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
