/** Puts a unified diff into texts. Pure. */
import { applyPatch, parsePatch, type StructuredPatch } from 'diff';

/** Only where every line is as the diff expects it, at the very place; undefined: it is not. Paths of the diff begin with `a/` and `b/`. */
export function patched(
  texts: ReadonlyMap<string, string>,
  diff: string | readonly StructuredPatch[],
): ReadonlyMap<string, string> | undefined {
  const next = new Map<string, string>();
  for (const patch of typeof diff === 'string' ? parsePatch(diff) : diff) {
    if (patch.hunks.length === 0) continue;
    const path = patch.newFileName?.replace(/^b\//, '') ?? '';
    const text = texts.get(path);
    const result = text === undefined ? false : applyPatch(text, patch, { fuzzFactor: 0, autoConvertLineEndings: false });
    if (result === false) return undefined;
    next.set(path, result);
  }
  return next;
}
