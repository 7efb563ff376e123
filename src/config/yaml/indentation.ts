/** Finds the line with the wrong indentation behind a syntax error. */
/** `message`: error of the parser for this line. Returns undefined if indentation is not the cause. */
export function misindented(text: string, message: string, line: number) {
  const lines = text.split(/\r?\n/);
  const isBelowValue = message.startsWith('Nested mappings');
  if (
    !isBelowValue &&
    !/^(?:All (?:mapping|sequence) items|Sequence item without|A block sequence may not)/.test(message)
  )
    return undefined;
  const at = isBelowValue
    ? lines.findIndex((each, index) => index >= line && lineStart(each, index) !== undefined)
    : line - 1;
  const wrong = lines[at] ?? '';
  const start = lineStart(wrong, at);
  if (start === undefined || !startsKey.test(wrong)) return undefined;
  if (isBelowValue && !hasValue.test(lines[line - 1] ?? '')) return undefined;
  const open = openAbove(lines, at).filter(({ isDash }) => isDash === start.isDash);
  const above = open.filter(({ column }) => column < start.column).sort((a, b) => b.column - a.column)[0];
  const below = open.filter(({ column }) => column > start.column).sort((a, b) => a.column - b.column)[0];
  if (open.some(({ column }) => column === start.column) || (isBelowValue ? above : (below ?? above)) === undefined)
    return undefined;
  const places = [below, above].flatMap((each) =>
    each === undefined ? [] : [`in column ${each.column + 1}, like line ${each.line}`],
  );
  const what = isBelowValue
    ? `this line is indented below line ${line}, which already has a value`
    : 'the indentation of this line matches no line above it';
  return {
    line: at + 1,
    column: start.column + 1,
    length: wrong.trimEnd().length - start.column,
    message: what,
    hint: `begin the line ${places.join(', or ')}`,
  };
}

function lineStart(text: string, at: number): Start | undefined {
  const column = text.search(/[^ ]/);
  if (column === -1 || text[column] === '#' || text[column] === '\r') return undefined;
  return { line: at + 1, column, isDash: /^ *- /.test(text) };
}

/** Blocks that are open above the line, innermost first. */
function openAbove(lines: readonly string[], at: number): readonly Start[] {
  const open: Start[] = [];
  let outermost = Number.POSITIVE_INFINITY;
  for (let index = at - 1; index >= 0 && outermost > 0; index -= 1) {
    const first = lineStart(lines[index] ?? '', index);
    if (first === undefined || first.column >= outermost) continue;
    open.push(first);
    const dashes = /^ *((?:- +)+)/.exec(lines[index] ?? '')?.[1]?.length;
    const behind = first.column + (dashes ?? 0);
    if (dashes !== undefined && behind < outermost) open.push({ line: index + 1, column: behind, isDash: false });
    outermost = first.column;
  }
  return open;
}

interface Start {
  readonly line: number;
  readonly column: number;
  readonly isDash: boolean;
}

const startsKey = /^ *(?:- +)*[^\s#&*!|>'"%@`{}[\],-][^:]*:(?: |$)/;
const hasValue = /^ *(?:- +)*(?! |- )[^:]+: +[^\s#|>&*{[]/;
