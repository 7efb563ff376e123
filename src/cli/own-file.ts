/** Writes files that a flag names: never through a link out of their tree, and over no file but docform's own. */

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DocformError } from '../core/docform-error.ts';
import { ownPath, treeOf, withinTree } from '../disk/tree.ts';
import { exitCode } from './exit-code.ts';
import { readNamedFile } from './named-file.ts';
import type { Session } from './session.ts';

/**
 * Where `file` is written, all links resolved; throws DocformError where a link that is part of the repository leads out of it.
 * `main`: it belongs to the same tree as that file, also where there is no repository.
 */
export function placeToWrite(directory: string, file: string, main?: string): string {
  const named = resolve(directory, file);
  const path = main === undefined ? ownPath(named) : withinTree(treeOf(resolve(directory, main)), named);
  if (path === undefined) throw linkedOut(file);
  return path;
}

function linkedOut(file: string): DocformError {
  return new DocformError({
    exit: exitCode.usage,
    code: 'E-FILE-OUTSIDE',
    message: `${file} leads through a link out of the repository, or into .git: nothing was written`,
    hint: 'take the link away, or name the place itself where that leads',
  });
}

/**
 * Throws DocformError where something else is in `file`, which is as it was given. An empty file, as `mktemp` makes one, is nobody's;
 * what is no plain file, such as a terminal, is not looked at. `what`: for the message, with its article.
 */
export async function refuseForeignFile(session: Session, file: string, what: string, isOwn: (text: string) => boolean): Promise<void> {
  const path = resolve(session.settings.directory, file);
  const isPlain = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isPlain) return;
  const read = readNamedFile(path, 'plan');
  const text = 'text' in read ? read.text : undefined;
  if (text === '' || (text !== undefined && isOwn(text))) return;
  throw new DocformError({
    exit: exitCode.usage,
    code: 'E-FILE-EXISTS',
    message: `${file} is there already, and is not ${what}: nothing was written`,
    hint: 'name another file, or move that one away',
  });
}
