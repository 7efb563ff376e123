/** The commonest edit: another text, number or truth where one stands alone behind its key. Writing that takes no tree. */
import { canonicalJson } from '../../core/canonical.ts';
import { isEqual } from '../../core/equal.ts';
import { groupBy } from '../../core/group-by.ts';
import type { SourceSpan } from '../../core/problem.ts';
import type { Desired, DesiredResource } from '../../core/state.ts';
import type { DesiredValue } from '../../core/value.ts';
import { declared } from '../../declaration/resources.ts';
import { type Shapes, shapeOf } from '../../kinds/shape.ts';
import { composeValue } from '../compose/compose.ts';
import { scalarText } from '../tree/scalars.ts';
import { guardWords, type Wanted } from './editing.ts';

type Scalar = string | number | boolean;

/** Instead of the value at the span. */
interface Replacement {
  readonly span: SourceSpan;
  readonly was: Scalar;
  readonly is: Scalar;
}

/**
 * Texts of the files that change, as their trees would be printed. undefined: something else changes, or such a value is written in any other
 * way than plain or quoted in a line of its own.
 */
export function editedInPlace(
  sources: ReadonlyMap<string, string>,
  before: Desired,
  after: Wanted,
  shapes: Shapes,
): ReadonlyMap<string, string> | undefined {
  const [old, now] = [declared(before.resources), declared(after.resources)];
  if (old.length !== now.length || !isSameStructure(before, after)) return undefined;
  const all: Replacement[] = [];
  for (const [at, was] of old.entries()) {
    const is = now[at];
    const replacements = is === was ? [] : is && replacementsOf(was, is, shapes);
    if (replacements === undefined) return undefined;
    all.push(...replacements);
  }
  const texts = new Map<string, string>();
  for (const [file, replacements] of groupBy(all, ({ span }) => span.file)) {
    const text = replaced(sources.get(file) ?? '', replacements);
    if (text === undefined) return undefined;
    texts.set(file, text);
  }
  return texts;
}

function isSameStructure(before: Desired, { lists, orders, moved = before.moved }: Wanted): boolean {
  const listed = new Set(lists);
  const containers = new Set([...Object.keys(before.orders), ...Object.keys(orders)]);
  return (
    listed.size === before.lists.length &&
    before.lists.every(({ list }) => listed.has(list)) &&
    [...containers].every((each) => isEqual(before.orders[each] ?? [], orders[each] ?? [])) &&
    moved.length === before.moved.length &&
    moved.every(({ from, to, reused }, at) => isEqual([from, to, reused === true], moveAt(before, at)))
  );
}

function moveAt({ moved }: Desired, at: number) {
  const move = moved[at];
  return move === undefined ? [] : [move.from, move.to, move.reused === true];
}

/** undefined: not only such values differ. */
function replacementsOf(was: DesiredResource, is: DesiredResource, shapes: Shapes): readonly Replacement[] | undefined {
  const isOther = guardWords.some((word) => is[word] !== undefined && is[word] !== was[word]);
  if (is.address !== was.address || isOther) return undefined;
  const found: Replacement[] = [];
  for (const name of new Set([...Object.keys(was.fields), ...Object.keys(is.fields)])) {
    const [old, now, span, field] = [
      was.fields[name],
      is.fields[name],
      was.fieldSpans[name],
      shapeOf({ shapes }, was.kind).fields[name],
    ];
    if (canonicalJson(old ?? null) === canonicalJson(now ?? null) && typeof old === typeof now) continue;
    if (span === undefined || field === undefined || !isScalar(old) || !isScalar(now)) return undefined;
    found.push({ span, was: composeValue(field, old) as Scalar, is: composeValue(field, now) as Scalar });
  }
  return found;
}

function isScalar(value: DesiredValue | undefined): value is Scalar {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

const openLine = /[[{,][ \t]*(?:#.*)?\r?$/;
const keyBefore = /^ *(?:- +)?[\w.@/-]+: +$/;
const nothingBehind = /^[ \t]*(?:[ \t]#.*)?\r?$/;

function replaced(text: string, replacements: readonly Replacement[]): string | undefined {
  const lines = text.split('\n');
  for (const { span, was, is } of replacements) {
    const line = lines[span.line - 1] ?? '';
    const start = span.column - 1;
    const [before, written, behind] = [
      line.slice(0, start),
      line.slice(start, start + span.length),
      line.slice(start + span.length),
    ];
    if (
      !keyBefore.test(before) ||
      !nothingBehind.test(behind) ||
      !isWrittenAs(was, written) ||
      isInBrackets(lines, span)
    )
      return undefined;
    if (written.includes('${') || (typeof is === 'string' && is.includes('\n'))) return undefined;
    lines[span.line - 1] = before + scalarText(is, false) + behind;
  }
  return lines.join('\n');
}

/** Between brackets of several lines, something is open in a line above: at the latest in the one that it is indented below. */
function isInBrackets(lines: readonly string[], { line }: SourceSpan): boolean {
  const indent = indentOf(lines[line - 1] ?? '');
  for (let at = line - 2; at >= 0; at -= 1) {
    const above = lines[at] ?? '';
    if (/^\s*(?:#|$)/.test(above)) continue;
    if (openLine.test(above)) return true;
    if (indentOf(above) < indent) return false;
  }
  return false;
}

function indentOf(line: string): number {
  return line.search(/[^ ]|$/);
}

function isWrittenAs(value: Scalar, text: string): boolean {
  return (
    text === scalarText(value, false) ||
    text === JSON.stringify(value) ||
    (text === `'${value}'` && !/['\\]/.test(String(value)))
  );
}
