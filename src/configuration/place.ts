/** Places in the text of one file: from offsets to lines and columns, counted in UTF-16 units as editors do. */
import { LineCounter } from 'yaml';
import type { SourceSpan } from '../core/problem.ts';

/** Makes the span of what stands between two offsets; a text over several lines is marked on its first line only. */
export type Place = (start: number, end: number) => SourceSpan;

export function placesIn(file: string, text: string): Place {
  const lines = new LineCounter();
  lines.addNewLine(0);
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1);
  return (start, end) => {
    const from = Math.max(0, Math.min(start, text.length));
    const { line, col } = lines.linePos(from);
    const breakAt = text.indexOf('\n', from);
    const lineEnd = breakAt === -1 ? text.length : breakAt;
    const marked = text.slice(from, Math.min(end, lineEnd)).trimEnd();
    return { file, line: Math.max(1, line), column: Math.max(1, col), length: Math.max(1, marked.length) };
  };
}

/** The very beginning of a file, for problems that stand nowhere in particular. */
export function beginningOf(file: string): SourceSpan {
  return { file, line: 1, column: 1, length: 1 };
}

export function describePlace({ file, line, column }: SourceSpan): string {
  return `${file}:${line}:${column}`;
}
