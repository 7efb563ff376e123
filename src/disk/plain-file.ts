/** Reads plain files of a bounded size only: a pipe never ends, a device has no size, and a file may grow. */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';

export type PlainFault = 'missing' | 'not-a-file' | 'too-big' | 'not-text' | 'unreadable';

/** `reason`: the code of the operating system, where it said one. */
export type PlainFile = { readonly text: string; readonly bytes: number } | PlainRefusal;

export interface PlainRefusal {
  readonly fault: PlainFault;
  readonly reason?: string;
}

/** Links are followed: whoever must not leave a tree asks `tree.ts` first, and hands the answer in. UTF-8 only; a byte order mark is taken off. */
export function readPlainFile(path: string, maxBytes: number): PlainFile {
  const read = readPlainBytes(path, maxBytes);
  if ('fault' in read) return read;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(read.bytes), bytes: read.bytes.length };
  } catch {
    return { fault: 'not-text' };
  }
}

/** The same for what may end anywhere, also within a character. */
export function readPlainBytes(path: string, maxBytes: number): { readonly bytes: Uint8Array } | PlainRefusal {
  let file: number | undefined;
  try {
    // Opening a pipe is noticed by whoever writes to it, so that is asked before, and once more of what was opened.
    if (!statSync(path).isFile()) return { fault: 'not-a-file' };
    // Without waiting: whoever opens a pipe to read it would wait for somebody who writes it.
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

/** What is there may be more than its size says (below /proc that is 0). undefined: it is more than `maxBytes`. */
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
  // A socket, or a device that nobody serves.
  if (reason === 'ENXIO' || reason === 'ENODEV' || reason === 'EISDIR') return { fault: 'not-a-file', reason };
  return { fault: 'unreadable', reason };
}
