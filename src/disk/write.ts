/** Replaces files atomically. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

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
