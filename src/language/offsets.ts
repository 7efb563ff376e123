/** Places of problems as offsets in a text: lines end with a line feed only, columns are UTF-16 units from 1. */
import type { SourceSpan } from '../core/problem.ts';

/** Never outside the text, as that may be another one by now. */
export function offsetOf(text: string, { line, column }: Pick<SourceSpan, 'line' | 'column'>): number {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const next = text.indexOf('\n', start);
    if (next === -1) return text.length;
    start = next + 1;
  }
  return Math.min(start + column - 1, text.length);
}
