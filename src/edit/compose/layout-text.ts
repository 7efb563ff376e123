/** Writes a layout as YAML: blocks indented by two, short maps and lists in one line, no line folded. */

import { blockText, isSeveralLines, scalarText } from '../scalar-text.ts';
import type { Layout } from './layout.ts';

/** Longest line that a short map or list may make. */
const mostColumns = 110;

/** Lines of `key: value`, each ending in a line break. `indent` is in characters. */
export function entryText(key: string, layout: Layout, indent = 0): string {
  const head = `${' '.repeat(indent)}${scalarText(key, false)}:`;
  const line = oneLine(layout, head.length + 1);
  if (line !== undefined) return `${head} ${line}\n`;
  if (layout.is === 'scalar') return `${head} ${linesOf(layout.value, indent + 2)}`;
  return `${head}\n${innerText(layout, indent + 2)}`;
}

/** Lines of `- value`. */
export function itemText(layout: Layout, indent = 0): string {
  const dash = `${' '.repeat(indent)}- `;
  const line = oneLine(layout, dash.length);
  if (line !== undefined) return `${dash}${line}\n`;
  if (layout.is === 'scalar') return `${dash}${linesOf(layout.value, indent + 2)}`;
  // The first line of what stands in it goes on behind the dash.
  return `${dash}${innerText(layout, indent + 2).slice(indent + 2)}`;
}

/** A text of several lines, behind its key or dash. */
function linesOf(value: unknown, column: number): string {
  return `${blockText(String(value), 'literal', { column, step: 2 })}\n`;
}

/** Lines of what stands in a map or list that is no single line. */
function innerText(layout: Exclude<Layout, { is: 'scalar' }>, indent: number): string {
  if (layout.is === 'list') return layout.items.map((item) => itemText(item, indent)).join('');
  const between = layout.isSpaced === true ? '\n' : '';
  return layout.entries.map(([key, each]) => entryText(key, each, indent)).join(between);
}

/** undefined: it needs several lines. */
function oneLine(layout: Layout, column: number): string | undefined {
  if (layout.is === 'scalar') return isSeveralLines(layout.value) ? undefined : scalarText(layout.value, false);
  if (!layout.isShort) return isEmpty(layout) ? flowText(layout) : undefined;
  const text = flowText(layout);
  return text !== undefined && (isEmpty(layout) || column + [...text].length <= mostColumns) ? text : undefined;
}

function isEmpty(layout: Exclude<Layout, { is: 'scalar' }>): boolean {
  return (layout.is === 'list' ? layout.items : layout.entries).length === 0;
}

/** `{ a: b }` and `[a, b]`; undefined where a text of several lines stands in it. */
function flowText(layout: Layout): string | undefined {
  if (layout.is === 'scalar') return isSeveralLines(layout.value) ? undefined : scalarText(layout.value, true);
  if (isEmpty(layout)) return layout.is === 'list' ? '[]' : '{}';
  const parts =
    layout.is === 'list'
      ? layout.items.map(flowText)
      : layout.entries.map(([key, each]) => {
          const text = flowText(each);
          return text === undefined ? undefined : `${scalarText(key, true)}: ${text}`;
        });
  if (parts.includes(undefined)) return undefined;
  return layout.is === 'list' ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
}
