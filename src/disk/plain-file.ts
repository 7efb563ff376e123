/** Reads regular files up to a maximum size (a pipe never ends, a device has no size, and a file can grow), and replaces files atomically. */
import { randomUUID } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

export type PlainFault = 'missing' | 'not-a-file' | 'too-big' | 'not-text' | 'unreadable';

/** `reason`: the error code of the operating system, if any. */
type PlainFile = { readonly text: string; readonly bytes: number } | PlainRefusal;

export interface PlainRefusal {
  readonly fault: PlainFault;
  readonly reason?: string;
}

/** Reads UTF-8 and removes a byte order mark. Follows links: to stay inside a tree, pass a path that `tree.ts` has resolved. */
export function readPlainFile(path: string, maxBytes: number): PlainFile {
  const read = readPlainBytes(path, maxBytes);
  if ('fault' in read) return read;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(read.bytes), bytes: read.bytes.length };
  } catch {
    return { fault: 'not-text' };
  }
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

function faultOf(error: unknown): PlainRefusal {
  const reason = (error as NodeJS.ErrnoException).code ?? 'unreadable';
  if (reason === 'ENOENT' || reason === 'ENOTDIR') return { fault: 'missing', reason };
  // A socket, or a device without a driver.
  if (reason === 'ENXIO' || reason === 'ENODEV' || reason === 'EISDIR') return { fault: 'not-a-file', reason };
  return { fault: 'unreadable', reason };
}

/** After a crash, the file has either the old or the new text. */
export async function writeAtomically(path: string, text: string, mode?: number): Promise<void> {
  const file = await replaceFile(path, text, mode);
  await file.close();
}

/** Returns the new file, open for appending. Appended text goes into this file even if another file has taken its name. */
export async function replaceFile(path: string, text: string, mode?: number): Promise<FileHandle> {
  const temporary = `${path}.${randomUUID().slice(0, 8)}.tmp`;
  let file: FileHandle | undefined;
  try {
    file = await open(temporary, 'ax', mode);
    await file.appendFile(text, 'utf8');
    await file.sync();
    await rename(temporary, path);
    await syncDirectory(dirname(path));
    return file;
  } catch (error) {
    await file?.close();
    await rm(temporary, { force: true });
    throw error;
  }
}

async function syncDirectory(path: string): Promise<void> {
  try {
    const directory = await open(path, 'r');
    await directory.sync().finally(() => directory.close());
  } catch {
    // Not every file system can sync a directory.
  }
}
