/** Splits CSV text (RFC 4180) into cells with their places. */
import type { SourceSpan } from '../core/problem.ts';

export interface Cell {
  readonly text: string;
  /** The first line of the text, without quotes. */
  readonly span: SourceSpan;
}

export type Row = readonly [Cell, ...Cell[]];

/** Leaves out lines without a value. `mostCells`: further cells are not read. `fault`: the text is not CSV from this place on. */
export function csvTable(file: string, text: string, separator: string, mostCells: number) {
  const rows: Row[] = [];
  let row: Cell[] = [];
  let [line, lineStart] = [1, 0];
  let at = 0;
  const place = (start: number, shown = ''): SourceSpan => {
    return { file, line, column: start - lineStart + 1, length: Math.max(1, shown.length) };
  };
  let cells = 0;
  for (; cells < mostCells; cells += 1) {
    const isQuoted = text[at] === '"';
    const start = isQuoted ? at + 1 : at;
    const end = isQuoted ? endOfQuoted(text, start) : endOfPlain(text, start, separator);
    if (end === -1) return { rows, cells, fault: { span: place(at), message: 'this quote is not closed' } };
    const written = text.slice(start, end);
    const lines = written.split('\n');
    const span = place(start, lines[0]?.replace(/\r$/, ''));
    row.push({ text: isQuoted ? written.replaceAll('""', '"') : written, span });
    if (lines.length > 1) [line, lineStart] = [line + lines.length - 1, end - (lines.at(-1) ?? '').length];
    at = isQuoted ? end + 1 : end;
    const width = breakAt(text, at);
    if (text[at] === separator) at += 1;
    else if (width === 0 && at < text.length)
      return { rows, cells, fault: { span: place(at), message: 'text after a quote' } };
    else {
      if (row.some((cell) => cell.text.trim() !== '')) rows.push(row as unknown as Row);
      if (at >= text.length) return { rows, cells };
      row = [];
      at += width;
      [line, lineStart] = [line + 1, at];
    }
  }
  return { rows, cells, fault: { span: place(lineStart), message: `more than ${mostCells} cells` } };
}

/** The length of a line break: 0 if there is none. */
function breakAt(text: string, at: number): number {
  return text[at] === '\n' ? 1 : text[at] === '\r' && text[at + 1] === '\n' ? 2 : 0;
}

function endOfPlain(text: string, start: number, separator: string): number {
  let at = start;
  while (at < text.length && text[at] !== separator && breakAt(text, at) === 0) at += 1;
  return at;
}

/** Two quotes stand for one. Returns -1 without a closing quote. */
function endOfQuoted(text: string, start: number): number {
  let at = text.indexOf('"', start);
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at;
}
