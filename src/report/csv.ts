/** Tables for spreadsheets (RFC 4180) without formulas. */
import { oneLine } from './sanitize.ts';

export type Cell = string | number | boolean | null | undefined;

export function csvText(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return csvLines([headings, ...rows]);
}

/** RFC 4180 requires CRLF. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

/** Some spreadsheets also read full-width signs, and start a cell at a semicolon. */
const formulas = /(^|;\s*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** Spreadsheets show a cell that starts with an apostrophe as text. */
function cellText(cell: Cell) {
  if (cell === null || cell === undefined) return '';
  const text = oneLine(String(cell));
  const harmless = typeof cell === 'string' ? text.replace(formulas, "$1'") : text;
  return /[",;\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
