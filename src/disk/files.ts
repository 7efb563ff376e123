/** Decides which paths are inside the repository after links are resolved, and reads regular files up to a maximum size. */
import {
  closeSync,
  constants,
  createReadStream,
  existsSync,
  fstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** `path` and its parent directories, without resolving links. */
export function* upwards(path: string): Generator<string> {
  for (let directory = resolve(path); ; directory = dirname(directory)) {
    yield directory;
    if (dirname(directory) === directory) return;
  }
}

export function isRepository(directory: string): boolean {
  return existsSync(join(directory, '.git'));
}

/**
 * The root of the repository that contains the file, or the directory of the file, with links resolved. Contributors can commit links, so a
 * link at the file's own path does not select another repository, and neither does a link to a directory.
 */
export function treeOf(file: string): string {
  const directory = dirname(resolve(file));
  const repositories = [...upwards(directory)].filter(isRepository);
  const [nearest = directory] = repositories;
  const real = realAncestry(nearest);
  const left = repositories.map((each) => realAncestry(each)).find((each) => !isInside(real, each));
  return left ?? real;
}

/** `path` with all links resolved; undefined: outside the tree, or a file of Git. A missing file counts as its directory. */
export function withinTree(root: string, path: string): string | undefined {
  const real = realAncestry(resolve(path));
  return isInside(real, root) && !isGits(relative(root, real)) ? real : undefined;
}

/** A file with all links resolved; undefined: a link leaves the repository. Outside of repositories, links can lead anywhere. */
export function ownPath(file: string): string | undefined {
  const path = resolve(file);
  return [...upwards(dirname(path))].some(isRepository) ? withinTree(treeOf(path), path) : realAncestry(path);
}

/** Whether the path belongs to Git (credentials, hooks), under any name that a file system treats as `.git`. */
export function isGits(path: string): boolean {
  return path
    .split(/[\\/]/)
    .some((part) =>
      /^(\.git|git~1)[. ]*(:.*)?$/i.test(part.replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '')),
    );
}

/** Whether a path is in the directory, or is the directory, after links are resolved. */
export function isWithin(path: string, directory: string): boolean {
  return isInside(realAncestry(resolve(path)), realAncestry(resolve(directory)));
}

function isInside(path: string, root: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Resolves links as far as the path exists, so that a missing file has a location too. */
function realAncestry(path: string, links = mostLinks): string {
  for (const ancestor of upwards(path)) {
    const real = realPath(ancestor);
    if (real !== undefined) return join(real, relative(ancestor, path));
    // A dangling link: a file created through it is created at its target.
    const target = links > 0 ? targetOf(ancestor) : undefined;
    if (target !== undefined)
      return realAncestry(resolve(dirname(ancestor), target, relative(ancestor, path)), links - 1);
  }
  return path;
}

const mostLinks = 40;

function targetOf(link: string): string | undefined {
  try {
    return readlinkSync(link);
  } catch {
    return undefined;
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

export type PlainFault = 'missing' | 'not-a-file' | 'too-big' | 'not-text' | 'unreadable';

/** `reason`: the error code of the operating system, if any. */
type PlainFile = { readonly text: string; readonly bytes: number } | PlainRefusal;

interface PlainRefusal {
  readonly fault: PlainFault;
  readonly reason?: string;
}

/** Reads UTF-8 of limited size (a pipe never ends, a device has no size, and a file can grow), and removes a byte order mark. Follows links: to stay inside a tree, pass a path from `withinTree`. */
export function readPlainFile(path: string, maxBytes: number): PlainFile {
  const read = readPlainBytes(path, maxBytes);
  return 'fault' in read ? read : textOf(read.bytes);
}

/** The text with its byte order mark, which other readers remove. undefined: the file cannot be read. */
export function readMarkedText(path: string, maxBytes: number): string | undefined {
  const read = readPlainBytes(path, maxBytes);
  return 'fault' in read ? undefined : new TextDecoder('utf-8', { ignoreBOM: true }).decode(read.bytes);
}

export function readPlainBytes(path: string, maxBytes: number): { readonly bytes: Uint8Array } | PlainRefusal {
  let file: number | undefined;
  try {
    // Opening a pipe affects its writer, so check the path first, and the open file again.
    if (!statSync(path).isFile()) return { fault: 'not-a-file' };
    // Non-blocking: opening a pipe would wait for a writer.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = fstatSync(file);
    const { size } = stat;
    if (!stat.isFile()) return { fault: 'not-a-file' };
    if (size > maxBytes) return { fault: 'too-big' };
    const bytes = readUpTo(file, size, maxBytes);
    return bytes === undefined ? { fault: 'too-big' } : { bytes };
  } catch (error) {
    return faultOf(error);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Files below /proc report a size of 0 and contain more. undefined: more than `maxBytes`. */
function readUpTo(file: number, size: number, maxBytes: number): Uint8Array | undefined {
  let bytes = new Uint8Array(Math.min(size, maxBytes) + 1);
  let length = 0;
  for (;;) {
    const read = readSync(file, bytes, length, bytes.length - length, null);
    if (read === 0) return bytes.subarray(0, length);
    length += read;
    if (length > maxBytes) return undefined;
    if (length < bytes.length) continue;
    const larger = new Uint8Array(Math.min(bytes.length * 2, maxBytes) + 1);
    larger.set(bytes);
    bytes = larger;
  }
}

/** Reads the pipe of `<(COMMAND)`, which the user of a command names: it ends when the other side closes it. */
export async function readPipe(path: string, maxBytes: number): Promise<PlainFile> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) return { fault: 'too-big' };
      chunks.push(chunk);
    }
  } catch (error) {
    return faultOf(error);
  }
  return textOf(Buffer.concat(chunks));
}

function textOf(bytes: Uint8Array): PlainFile {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), bytes: bytes.length };
  } catch {
    return { fault: 'not-text' };
  }
}

function faultOf(error: unknown): PlainRefusal {
  const reason = (error as NodeJS.ErrnoException).code ?? 'unreadable';
  if (reason === 'ENOENT' || reason === 'ENOTDIR') return { fault: 'missing', reason };
  // A socket, or a device without a driver.
  if (reason === 'ENXIO' || reason === 'ENODEV' || reason === 'EISDIR') return { fault: 'not-a-file', reason };
  return { fault: 'unreadable', reason };
}
