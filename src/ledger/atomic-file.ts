/** Replaces files atomically: a crash leaves the old or the new text, never half of one. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Of a ledger and what stands beside it: whatever the process makes files like, others never get to write these. */
export const fileMode = 0o644;

/** `mode`: who may read the new file; default: as the process makes files. */
export async function writeAtomically(path: string, text: string, mode?: number): Promise<void> {
  const file = await replaceFile(path, text, mode);
  await file.close();
}

/** The new file, open for appending: what is appended goes into this very file, also when another one has taken its name. */
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

/** Makes the rename itself durable; some file systems cannot sync a directory, and then the rename is as durable as they make it. */
async function syncDirectory(path: string): Promise<void> {
  try {
    const directory = await open(path, 'r');
    await directory.sync().finally(() => directory.close());
  } catch {
    // Best effort, as said above.
  }
}
