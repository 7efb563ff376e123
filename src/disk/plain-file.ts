/** Reads regular files up to a maximum size, as text in UTF-8. */
import { closeSync, constants, createReadStream, fstatSync, openSync, readSync, statSync } from 'node:fs';

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
  return 'fault' in read ? read : decodeUtf8(read.bytes);
}

/** The text with its byte order mark, which other readers remove. undefined: the file cannot be read. */
export function readTextWithByteOrderMark(path: string, maxBytes: number): string | undefined {
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
    return readRefusal(error);
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
    return readRefusal(error);
  }
  return decodeUtf8(Buffer.concat(chunks));
}

function decodeUtf8(bytes: Uint8Array): PlainFile {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), bytes: bytes.length };
  } catch {
    return { fault: 'not-text' };
  }
}

function readRefusal(error: unknown): PlainRefusal {
  const reason = (error as NodeJS.ErrnoException).code ?? 'unreadable';
  if (reason === 'ENOENT' || reason === 'ENOTDIR') return { fault: 'missing', reason };
  // A socket, or a device without a driver.
  if (reason === 'ENXIO' || reason === 'ENODEV' || reason === 'EISDIR') return { fault: 'not-a-file', reason };
  return { fault: 'unreadable', reason };
}
