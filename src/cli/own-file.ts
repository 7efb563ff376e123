/** Files that are written over only where docform wrote them itself: a slip of the keyboard must not cost a configuration. */
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { exitCode } from './exit-code.ts';
import { Failure } from './failure.ts';
import type { Session } from './session.ts';

/**
 * Throws Failure where something else is in `file`, which is as it was given. An empty file, as `mktemp` makes one, is nobody's;
 * what is no plain file, such as a terminal, is not looked at. `what`: for the message, with its article.
 */
export async function refuseForeignFile(session: Session, file: string, what: string, isOwn: (text: string) => boolean): Promise<void> {
  const path = resolve(session.settings.directory, file);
  const isPlain = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isPlain) return;
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === '' || (text !== undefined && isOwn(text))) return;
  throw new Failure(exitCode.usage, {
    code: 'E-FILE-EXISTS',
    message: `${file} is there already, and is not ${what}: nothing was written`,
    hint: 'name another file, or move that one away',
  });
}
