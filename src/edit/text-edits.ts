/** The fewest lines that make one text of another, as edits of it: an editor then keeps cursor and folds where they are. */
import { diffLines } from 'diff';

export interface LineEdit {
  /** Offsets in the text before. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Where the shortest way has more changed lines than this, everything is replaced. */
const mostChangedLines = 1500;

export function lineEdits(before: string, after: string): readonly LineEdit[] {
  if (before === after) return [];
  const parts = diffLines(before, after, { maxEditLength: mostChangedLines }) as ReturnType<typeof diffLines> | undefined;
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
