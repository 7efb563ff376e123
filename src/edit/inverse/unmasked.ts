/** Restores the secrets that a diff shows as `***`, by reading them from the very text that it was made of. Pure. */
import { parsePatch, type StructuredPatch, type StructuredPatchHunk } from 'diff';

const mask = '***';

/** `texts`: of the files as they were when the diff was made, so that its line numbers are theirs. What cannot be told stays masked. */
export function unmasked(texts: ReadonlyMap<string, string>, diff: string): readonly StructuredPatch[] {
  return parsePatch(diff).map((patch) => {
    const lines = (texts.get(patch.oldFileName?.replace(/^a\//, '') ?? '') ?? '').split('\n');
    return { ...patch, hunks: patch.hunks.map((hunk) => unmaskedHunk(hunk, lines)) };
  });
}

function unmaskedHunk(hunk: StructuredPatchHunk, file: readonly string[]): StructuredPatchHunk {
  const values: string[] = [];
  let at = hunk.oldStart - 1;
  const old = hunk.lines.map((line) => {
    if (!line.startsWith(' ') && !line.startsWith('-')) return line;
    const real = file[at];
    at += 1;
    if (real === undefined || !line.includes(mask)) return line;
    if (line.startsWith('-')) values.push(...valuesIn(line.slice(1), real));
    return line[0] + real;
  });
  let next = 0;
  const lines = old.map((line) =>
    line.startsWith('+')
      ? line.replaceAll(mask, () => {
          const value = values[next];
          next += 1;
          return value ?? mask;
        })
      : line,
  );
  return { ...hunk, lines };
}

/** What stands in the real line where the masked one has `***`: for each mask, from left to right, the longest text that fits. */
function valuesIn(masked: string, real: string): readonly string[] {
  const [start = '', ...parts] = masked.split(mask);
  const last = parts.pop() ?? '';
  const values: string[] = [];
  let end = real.length - last.length;
  if (!real.startsWith(start) || !real.endsWith(last)) return [];
  // From the right, where each part stands as far right as it can: a pattern with many gaps would try all places for each.
  for (const part of parts.reverse()) {
    const at = end < part.length ? -1 : real.lastIndexOf(part, end - part.length);
    if (at < start.length) return [];
    values.push(real.slice(at + part.length, end));
    end = at;
  }
  return end < start.length ? [] : [...values, real.slice(start.length, end)].reverse();
}
