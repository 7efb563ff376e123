/** Writes edited configuration files: all or none, and never over changes of others. */
import { lstat, mkdir, realpath, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { DocformError } from '../../core/docform-error.ts';
import { readTextWithByteOrderMark } from '../../disk/plain-file.ts';
import { writeAtomically } from '../../disk/write.ts';
import type { Validation } from '../../library/configuration.ts';
import type { Session } from '../io/session.ts';
import { placeToWrite } from './named-file.ts';

interface FileTexts {
  readonly directory: string;
  /** Nothing is written outside the tree of the main file. */
  readonly main: string;
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
}

/** Throws DocformError if a file has changed since it was read. If a write fails, restores the files that were already written. */
export async function writeConfigurationFiles(texts: FileTexts) {
  const files = await Promise.all([...texts.after].map(([path, text]) => openFile(texts, path, text)));
  const written: typeof files = [];
  try {
    for (const file of files) {
      await mkdir(dirname(file.path), { recursive: true });
      await writeAtomically(file.path, file.after, file.mode);
      written.push(file);
    }
  } catch (error) {
    for (const { path, now, mode } of written) {
      const putBack = now === undefined ? rm(path, { force: true }) : writeAtomically(path, now, mode);
      await putBack.catch(() => undefined);
    }
    throw error;
  }
}

/** Writes the edited texts of a configuration that was read. */
export function writeEdit(
  { settings }: Session,
  { file, sources }: Pick<Validation, 'file' | 'sources'>,
  after: ReadonlyMap<string, string>,
): Promise<void> {
  return writeConfigurationFiles({ directory: settings.directory, main: file, before: sources, after });
}

/** `now`: the text with its byte order mark, which reading removes; missing: a new file. */
async function openFile({ directory, main, before }: FileTexts, path: string, text: string) {
  const named = resolve(directory, path);
  const was = before.get(path);
  placeToWrite(directory, path, main);
  const real = await realpath(named).catch(() => undefined);
  if (real === undefined) {
    if (was !== undefined) throw fileChangedError(path, 'no longer exists');
    // A write would replace the broken link.
    if (await isLink(named)) throw fileChangedError(path, 'is a link to a missing file');
    return { path: named, now: undefined, after: text, mode: undefined };
  }
  if (was === undefined) throw fileChangedError(path, 'exists now');
  const now = readTextWithByteOrderMark(real, Buffer.byteLength(`\ufeff${was}`));
  const mark = now?.startsWith('\ufeff') ? '\ufeff' : '';
  if (now === undefined || now.slice(mark.length) !== was) throw fileChangedError(path, 'changed in the meantime');
  return { path: real, now, after: mark + text, mode: (await stat(real)).mode & 0o777 };
}

function isLink(path: string) {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}

function fileChangedError(path: string, what: string) {
  const message = `${path} ${what}: no file was written`;
  return new DocformError({ code: 'E-FILE-CHANGED', message, hint: 'run the command again' });
}
