/** Compares texts: as a unified diff that `git apply` accepts, and as line edits. */
import { diffArrays, structuredPatch } from 'diff';

/** Unchanged lines around each change. */
const contextLines = 3;
/** Texts with more changed lines are replaced as a whole. */
const maxChangedLines = 1500;

/** `before` and `after`: texts by path. Empty if nothing changes. */
export function unifiedDiff(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.map((path) => fileDiff(path, before.get(path), after.get(path))).join('');
}

function fileDiff(path: string, before: string | undefined, after: string | undefined) {
  if (before === after) return '';
  const hunks = hunksOf(before ?? '', after ?? '');
  const mode =
    before === undefined ? 'new file mode 100644\n' : after === undefined ? 'deleted file mode 100644\n' : '';
  const from = before === undefined ? '/dev/null' : quoted(`a/${path}`);
  const to = after === undefined ? '/dev/null' : quoted(`b/${path}`);
  const head = `diff --git ${quoted(`a/${path}`)} ${quoted(`b/${path}`)}\n${mode}`;
  return hunks === '' ? head : `${head}--- ${from}\n+++ ${to}\n${hunks}`;
}

function hunksOf(before: string, after: string) {
  const options = { context: contextLines, maxEditLength: maxChangedLines };
  const isLong = Math.abs(linesOf(before).length - linesOf(after).length) > maxChangedLines;
  const patch = isLong
    ? undefined
    : (structuredPatch('a', 'b', before, after, undefined, undefined, options) as
        | ReturnType<typeof structuredPatch>
        | undefined);
  const hunks = patch === undefined ? [wholeHunk(before, after)] : patch.hunks;
  return hunks
    .map(({ oldStart, oldLines, newStart, newLines, lines }) => {
      // Git counts the line before an empty side, which is line 0 of an empty file.
      const [from, to] = [oldLines === 0 ? oldStart - 1 : oldStart, newLines === 0 ? newStart - 1 : newStart];
      return `@@ -${sideOf(from, oldLines)} +${sideOf(to, newLines)} @@\n${lines.join('\n')}\n`;
    })
    .join('');
}

function sideOf(start: number, lines: number) {
  return lines === 1 ? `${start}` : `${start},${lines}`;
}

/** Replaces the whole text. */
function wholeHunk(before: string, after: string) {
  const [old, now] = [linesOf(before), linesOf(after)];
  const lines = [
    ...old.map((line) => `-${line}`),
    ...noBreak(before),
    ...now.map((line) => `+${line}`),
    ...noBreak(after),
  ];
  return { oldStart: 1, oldLines: old.length, newStart: 1, newLines: now.length, lines };
}

function linesOf(text: string) {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function noBreak(text: string) {
  return text === '' || text.endsWith('\n') ? [] : ['\\ No newline at end of file'];
}

/** Git quotes paths with special characters. */
function quoted(path: string) {
  if (!/["\\\u0000-\u001f\u007f]/.test(path)) return path;
  return JSON.stringify(path);
}

/** Lines of the base from `start` to `end` correspond to lines of the other side from `otherStart` to `otherEnd`. */
export interface Region {
  readonly start: number;
  readonly end: number;
  readonly otherStart: number;
  readonly otherEnd: number;
}

/** Lines that differ. undefined: more than `most`, which takes too long to compare. */
export function regionsBetween(
  base: readonly string[],
  other: readonly string[],
  most: number,
): readonly Region[] | undefined {
  const parts = diffArrays([...base], [...other], { maxEditLength: most });
  if (parts === undefined) return undefined;
  const regions: Region[] = [];
  let [at, otherAt] = [0, 0];
  for (const { count, added, removed } of parts) {
    const last = regions.at(-1);
    const end = added ? at : at + count;
    const otherEnd = removed ? otherAt : otherAt + count;
    if (added || removed) {
      const isNext = last?.end === at && last.otherEnd === otherAt;
      const region = isNext ? { ...last, end, otherEnd } : { start: at, end, otherStart: otherAt, otherEnd };
      regions.splice(isNext ? -1 : regions.length, 1, region);
    }
    [at, otherAt] = [end, otherEnd];
  }
  return regions;
}

/** Edits of single lines, by offsets in the text before, so that editors keep the cursor and folds. */
export function lineEdits(before: string, after: string) {
  if (before === after) return [];
  const [old = [], now = []] = [before, after].map((text) => text.match(/[^\n]*\n|[^\n]+/g) ?? []);
  const regions = regionsBetween(old, now, maxChangedLines);
  if (regions === undefined) return [{ start: 0, end: before.length, text: after }];
  const offsets = [0];
  for (const [at, line] of old.entries()) offsets.push((offsets[at] ?? 0) + line.length);
  return regions.map(({ start, end, otherStart, otherEnd }) => ({
    start: offsets[start] ?? 0,
    end: offsets[end] ?? 0,
    text: now.slice(otherStart, otherEnd).join(''),
  }));
}
