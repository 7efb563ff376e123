/** Tables for spreadsheets: RFC 4180, and no cell that one of them would take for a formula. */
import { oneLine } from './sanitize.ts';

export type Cell = string | number | boolean | null | undefined;

/** With a heading line; what is missing is an empty cell. */
export function csvText(headings: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return csvLines([headings, ...rows]);
}

/** Lines end with CRLF, as the format wants it. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

/** Also as full-width forms, which some spreadsheets read alike; and after a semicolon, at which some begin another cell, quoted or not. */
const formulas = /(^|;\s*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** What begins like a formula gets an apostrophe before it, which spreadsheets show as text. */
function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  const text = oneLine(String(cell));
  const harmless = typeof cell === 'string' ? text.replace(formulas, "$1'") : text;
  return /[",;\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
