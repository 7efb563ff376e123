/** Reads files that flags name: only regular files of limited size, and never through a link out of the repository. */
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import {
  ancestorPaths,
  isRepositoryRoot,
  resolveRepositoryRoot,
  resolveWithinRepository,
  resolveWithinTree,
} from '../../disk/files.ts';
import { type PlainFault, readPipe, readPlainFile } from '../../disk/plain-file.ts';
import { type Session, usageFailure } from '../io/session.ts';

const megabyte = 1024 * 1024;

/** `text`: any other file. */
const maxFileBytes = { plan: 128 * megabyte, undo: 64 * megabyte, ledger: 32 * megabyte, text: 8 * megabyte } as const;

const reasons: { readonly [F in PlainFault | 'outside']: string } = {
  missing: 'ENOENT',
  outside: 'a link out of the repository',
  'not-a-file': 'not a regular file',
  'too-big': 'too large',
  'not-text': 'not UTF-8 text',
  unreadable: 'not readable',
};

/** `why`: does not quote the file. */
export function readNamedFile(
  path: string,
  sort: keyof typeof maxFileBytes,
): { readonly text: string } | { readonly why: string; readonly isMissing: boolean } {
  const own = resolveWithinRepository(path);
  return withReason(own === undefined ? { fault: 'outside' } : readPlainFile(own, maxFileBytes[sort]));
}

type Read = ReturnType<typeof readPlainFile> | { readonly fault: 'outside' };

function withReason(read: Read) {
  if ('text' in read) return { text: read.text };
  const reason = 'reason' in read && read.fault === 'unreadable' ? read.reason : undefined;
  return { why: reason ?? reasons[read.fault], isMissing: read.fault === 'missing' };
}

/** Reads a file that the user names, also stdin and pipes such as `<(COMMAND)`. In a repository, no file is a pipe: whoever made it could stop a command. */
export async function readGivenFile({ io, settings }: Session, file: string, sort: keyof typeof maxFileBytes) {
  if (file === '-' || file === '/dev/stdin') return { text: await io.stdin.readAll() };
  const path = resolve(settings.directory, file);
  const isPipe = await stat(path).then(
    (found) => found.isFIFO(),
    () => false,
  );
  const isShells = isPipe && ![...ancestorPaths(dirname(path))].some(isRepositoryRoot);
  return isShells ? withReason(await readPipe(path, maxFileBytes[sort])) : readNamedFile(path, sort);
}

/** Reads the file of a flag, or stdin with `-`. */
export async function textOfFlag(session: Session, file: string, sort: keyof typeof maxFileBytes, name = file) {
  const read = await readGivenFile(session, file, sort);
  if ('text' in read) return read.text;
  throw usageFailure(`${name} cannot be read (${read.why})`, 'check the path');
}

/** Returns the path to write without links. Throws DocformError if a link in the repository leads out of it. `main`: the file must be in the same tree as this file. */
export function placeToWrite(directory: string, file: string, main?: string) {
  const named = resolve(directory, file);
  const path =
    main === undefined
      ? resolveWithinRepository(named)
      : resolveWithinTree(resolveRepositoryRoot(resolve(directory, main)), named);
  if (path !== undefined) return path;
  throw usageFailure(
    `${file} is outside the repository or in .git, through a symbolic link: nothing was written`,
    'remove the link, or pass the target of the link',
    'E-FILE-OUTSIDE',
  );
}

/** Throws DocformError if the file has other contents. Empty files and special files such as terminals are accepted. `what`: expected contents, for the message. */
export async function refuseForeignFile(
  session: Session,
  file: string,
  what: string,
  isOwn: (text: string) => boolean,
) {
  const path = resolve(session.settings.directory, file);
  const isPlain = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isPlain) return;
  const read = readNamedFile(path, 'plan');
  const text = 'text' in read ? read.text : undefined;
  if (text === '' || (text !== undefined && isOwn(text))) return;
  throw usageFailure(
    `${file} already exists and is not ${what}: nothing was written`,
    'choose another file, or move the existing file',
    'E-FILE-EXISTS',
  );
}
