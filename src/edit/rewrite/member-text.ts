/** Writes a new member of a map or list in the style of the place it comes to. */
import type { Layout } from '../compose/layout.ts';
import { isSeveralLines, scalarText } from '../scalar-text.ts';
import { restyled } from './restyle.ts';
import type { ScalarValue } from './tree.ts';

export interface Place {
  /** Column the member begins in. */
  readonly column: number;
  readonly step: number;
  readonly listStep: number;
  readonly eol: string;
  /** Texts of several lines are quoted. */
  readonly hasTabLines: boolean;
  /** Between brackets, where nothing can be a block. */
  readonly isFlow: boolean;
  /** Its neighbours are written between brackets, or in lines; undefined: as the layout says. */
  readonly isShort?: boolean;
  /** Texts and keys in double quotes, as its neighbours are. */
  readonly isJson: boolean;
}

/** Longest line that a short map or list may make. */
const mostColumns = 110;

/** `key: value` or, where `key` is null, `- value` (between brackets `value`); without the indentation of its first line and the last line break. */
export function memberText(key: string | null, layout: Layout, place: Place): string {
  if (place.isFlow) return key === null ? flowText(layout, place) : `${flowKey(key, place)}: ${flowText(layout, place)}`;
  const head = key === null ? '-' : `${scalarText(key, false)}:`;
  const behind = key === null ? itemText(layout, place) : `${valueText(layout, place, head.length)}`;
  return (head + behind).replaceAll('\n', place.eol);
}

/** What stands behind the colon of a key: ` value`, or the lines of a block. */
export function valueText(layout: Layout, place: Place, head: number): string {
  const line = inOneLine(layout, place, place.column + head + 1);
  if (line !== undefined) return ` ${line}`;
  if (layout.is === 'scalar') return ` ${linesText(layout.value, place, place.step)}`;
  const column = place.column + (layout.is === 'list' ? place.listStep : place.step);
  return `\n${' '.repeat(column)}${inside(layout, { ...place, column })}`;
}

function itemText(layout: Layout, place: Place): string {
  const line = inOneLine(layout, place, place.column + 2);
  if (line !== undefined) return ` ${line}`;
  if (layout.is === 'scalar') return ` ${linesText(layout.value, place, 2)}`;
  return ` ${inside(layout, { ...place, column: place.column + 2 })}`;
}

/** Members one below the other, the first one without its indentation. */
function inside(layout: Exclude<Layout, { is: 'scalar' }>, given: Place): string {
  const { isShort: _ignored, ...place } = given;
  const parts =
    layout.is === 'list'
      ? layout.items.map((item) => memberText(null, item, { ...place, eol: '\n' }))
      : layout.entries.map(([key, each]) => memberText(key, each, { ...place, eol: '\n' }));
  const between = layout.is === 'map' && layout.isSpaced === true ? '\n\n' : '\n';
  return parts.join(between + ' '.repeat(place.column));
}

/** A text of several lines; what a block cannot hold is quoted. */
function linesText(value: ScalarValue, { column, hasTabLines }: Place, step: number): string {
  return restyled(value, { style: 'literal', isInFlow: false, column: column + step, step, eol: '\n', hasTabLines });
}

/** undefined: it needs several lines. */
function inOneLine(layout: Layout, place: Place, column: number): string | undefined {
  if (layout.is === 'scalar') return isSeveralLines(layout.value) ? undefined : scalarText(layout.value, false);
  if (sizeOf(layout) === 0) return flowText(layout, place);
  const isShort = layout.is === 'map' ? (place.isShort ?? layout.isShort) && isCalm(layout) : layout.isShort;
  if (!isShort || holdsLines(layout)) return undefined;
  const text = flowText(layout, place);
  return column + [...text].length <= mostColumns ? text : undefined;
}

/** Only scalars, and lists of them. */
function isCalm(layout: Layout): boolean {
  if (layout.is === 'list') return layout.items.every((item) => item.is === 'scalar');
  return layout.is === 'scalar' || layout.entries.every(([, each]) => isCalm(each));
}

function holdsLines(layout: Layout): boolean {
  if (layout.is === 'scalar') return isSeveralLines(layout.value);
  return layout.is === 'list' ? layout.items.some(holdsLines) : layout.entries.some(([, each]) => holdsLines(each));
}

function sizeOf(layout: Exclude<Layout, { is: 'scalar' }>): number {
  return (layout.is === 'list' ? layout.items : layout.entries).length;
}

/** `{ a: b }` and `[a, b]`; texts of several lines are quoted. */
export function flowText(layout: Layout, place: Pick<Place, 'isJson'>): string {
  if (layout.is === 'scalar') return place.isJson ? JSON.stringify(layout.value) : scalarText(layout.value, true);
  if (sizeOf(layout) === 0) return layout.is === 'list' ? '[]' : '{}';
  if (layout.is === 'list') return `[${layout.items.map((item) => flowText(item, place)).join(', ')}]`;
  return `{ ${layout.entries.map(([key, each]) => `${flowKey(key, place)}: ${flowText(each, place)}`).join(', ')} }`;
}

function flowKey(key: string, { isJson }: Pick<Place, 'isJson'>): string {
  return isJson ? JSON.stringify(key) : scalarText(key, true);
}
