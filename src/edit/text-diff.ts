/** Compares texts: as a unified diff that `git apply` accepts, and as line edits. */
import { diffLines, structuredPatch } from 'diff';

/** Unchanged lines around each change. */
const contextLines = 3;
/** Texts with more changed lines are replaced as a whole. */
const mostChangedLines = 1500;

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
  const options = { context: contextLines, maxEditLength: mostChangedLines };
  const isLong = Math.abs(linesOf(before).length - linesOf(after).length) > mostChangedLines;
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

export interface LineEdit {
  /** Offsets in the text before. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Edits of single lines, so that editors keep the cursor and folds. */
export function lineEdits(before: string, after: string): readonly LineEdit[] {
  if (before === after) return [];
  const parts = diffLines(before, after, { maxEditLength: mostChangedLines }) as
    | ReturnType<typeof diffLines>
    | undefined;
  if (parts === undefined) return [{ start: 0, end: before.length, text: after }];
  const edits: LineEdit[] = [];
  let at = 0;
  for (const { value, added, removed } of parts) {
    const last = edits.at(-1);
    const isNext = last !== undefined && last.end === at;
    if (added) {
      if (isNext) edits.splice(-1, 1, { ...last, text: last.text + value });
      else edits.push({ start: at, end: at, text: value });
      continue;
    }
    if (removed) {
      if (isNext) edits.splice(-1, 1, { ...last, end: at + value.length });
      else edits.push({ start: at, end: at + value.length, text: '' });
    }
    at += value.length;
  }
  return edits;
}
