/** Puts the patch of an undo into the files of a configuration, in memory: nothing is written or sent. */
import { type ReadUndoPatch, textDigest } from '../edit/inverse/undo-patch.ts';
import { unmasked } from '../edit/inverse/unmasked.ts';
import { patched } from '../edit/text-diff.ts';
import { shapes } from '../kinds/index.ts';
import type { RootedOptions, Validation } from './configuration.ts';

/** `changed`: files that are not as they were; `foreign`: files that are no part of the configuration; `problems`: it would not be valid. */
export type Undone =
  | { readonly texts: ReadonlyMap<string, string>; readonly isDoneAlready: boolean }
  | { readonly changed: readonly string[] }
  | { readonly foreign: readonly string[] }
  | { readonly validation: Validation };

/** `validation`: of the configuration as it is, by the same options. */
export async function undone(
  patch: Pick<ReadUndoPatch, 'files' | 'diff'>,
  options: RootedOptions,
  validation: Validation,
): Promise<Undone> {
  const { files, diff } = patch;
  const parts = new Set(validation.parts);
  const foreign = files.filter(({ path }) => !parts.has(path)).map(({ path }) => path);
  if (foreign.length > 0) return { foreign };
  const now = new Map(files.map(({ path }) => [path, validation.sources.get(path) ?? '']));
  if (files.every(({ path, after }) => textDigest(now.get(path) ?? '') === after)) return { texts: new Map(), isDoneAlready: true };
  const misfitting = (next: ReadonlyMap<string, string> | undefined) =>
    files.filter(({ path, before, after }) => {
      return textDigest(now.get(path) ?? '') !== before || textDigest(next?.get(path) ?? '') !== after;
    });
  const plain = patched(now, diff);
  // A secret that stands near a change, or on its line, is masked in the file; the digests tell whether what was read instead is right.
  const texts = plain !== undefined && misfitting(plain).length === 0 ? plain : patched(now, unmasked(now, diff));
  const changed = misfitting(texts);
  if (texts === undefined || changed.length > 0) return { changed: (changed.length > 0 ? changed : files).map(({ path }) => path) };
  const loaded = await loadWith(texts, options, validation);
  return loaded.desired === undefined ? { validation: loaded } : { texts, isDoneAlready: false };
}

/** As it would be read with these texts in it. */
async function loadWith(texts: ReadonlyMap<string, string>, options: RootedOptions, { secrets }: Validation): Promise<Validation> {
  const [{ filesOnDisk }, { loadConfiguration }, { overlaid }] = await Promise.all([
    import('../config/load.ts'),
    import('../config/load-configuration.ts'),
    import('../config/overlay.ts'),
  ]);
  const { directory, file, ...rest } = options;
  return { ...loadConfiguration({ file, files: overlaid(filesOnDisk(directory, file), texts), shapes, ...rest }), file, secrets };
}
