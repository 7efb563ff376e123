/** Problems of a configuration: for people with the line and a caret, for machines as JSON. */
import type { Problem, SourceSpan } from '../core/problem.ts';
import { jsonText, oneLine, visible } from './sanitize.ts';
import { count, type Painter, placeText, plain } from './words.ts';
import { widthOf } from './wrap.ts';

export type SourceTexts = ReadonlyMap<string, string>;

/** Longest part of a line that is shown; the rest is cut on either side of the caret. */
const widestLine = 120;

/** Problems of one code and message that are shown; of the others only the number is told. */
const mostAlike = 5;
/** Problems that are shown at all, to people and to machines. */
export const mostShown = { text: 100, json: 1000 };

/** The problems file by file and from top to bottom, each as long as there are not too many, and how many there are. */
export function problemsText(problems: readonly Problem[], sources: SourceTexts, paint: Painter = plain): string {
  const shown = firstOf(sorted(problems), mostShown.text);
  const shownFiles = new Set(shown.map(({ span }) => span.file));
  const lines = new Map([...sources].filter(([file]) => shownFiles.has(file)).map(([file, text]) => [file, linesOf(text)]));
  const files = new Set(problems.map((problem) => problem.span.file));
  const total = `${count(problems.length, 'problem')} in ${count(files.size, 'file')}`;
  const codes = problems.length > 0 ? `; docform explain CODE tells more of a code` : '';
  const rest = Object.entries(restOf(problems, shown)).map(([code, number]) => `${number} ${code}`);
  return [
    ...shown.map((problem) => `${problemText(problem, lines, paint)}\n`),
    ...(rest.length === 0 ? [] : [`Not shown: ${rest.join(', ')}.\n`]),
    `${paint('bad', total)}${codes}\n`,
  ].join('');
}

/** The first problems, of those that say the same only some. */
export function firstOf(problems: readonly Problem[], most: number): readonly Problem[] {
  const alike = new Map<string, number>();
  const shown: Problem[] = [];
  for (const problem of problems) {
    const key = `${problem.code} ${problem.message}`;
    const before = alike.get(key) ?? 0;
    alike.set(key, before + 1);
    if (before < mostAlike) shown.push(problem);
    if (shown.length === most) break;
  }
  return shown;
}

/** How many of each code are not shown. */
export function restOf(problems: readonly Problem[], shown: readonly Problem[]): { readonly [code: string]: number } {
  const left = new Map<string, number>();
  for (const { code } of problems) left.set(code, (left.get(code) ?? 0) + 1);
  for (const { code } of shown) left.set(code, (left.get(code) ?? 0) - 1);
  return Object.fromEntries([...left].filter(([, number]) => number > 0).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** One problem: what is wrong, where, the line with a caret, what to do, and what else takes part. */
export function renderProblem(problem: Problem, sources: SourceTexts, paint: Painter = plain): string {
  const text = sources.get(problem.span.file);
  return problemText(problem, text === undefined ? new Map() : new Map([[problem.span.file, linesOf(text)]]), paint);
}

export function sorted(problems: readonly Problem[]): readonly Problem[] {
  return [...problems].sort(({ span: a }, { span: b }) => {
    if (a.file !== b.file) return a.file < b.file ? -1 : 1;
    return a.line - b.line || a.column - b.column;
  });
}

/** Lines as spans count them: by line feeds only. */
function linesOf(text: string): readonly string[] {
  return text.split('\n').map((line) => line.replace(/\r$/, ''));
}

function problemText(problem: Problem, lines: ReadonlyMap<string, readonly string[]>, paint: Painter): string {
  const { code, message, span, label, hint, related = [] } = problem;
  const line = lines.get(span.file)?.[span.line - 1];
  const gutter = ' '.repeat(String(span.line).length);
  const frame = line === undefined ? [] : frameLines(line, span, label, gutter, paint);
  const notes = related.map((each) => `note: ${oneLine(each.message)} (${placeText(each.span)})`);
  const ends = [...(hint === undefined ? [] : [`help: ${oneLine(hint)}`]), ...notes];
  return [
    `${paint('bad', `error[${code}]`)}: ${oneLine(message)}`,
    `${gutter} ${paint('faint', '-->')} ${placeText(span)}`,
    ...frame,
    ...(frame.length > 0 && ends.length > 0 ? [`${gutter}  ${paint('faint', '|')}`] : []),
    ...ends.map((end) => `${gutter}  ${paint('faint', '=')} ${end}`),
    '',
  ].join('\n');
}

function frameLines(line: string, span: SourceSpan, label: string | undefined, gutter: string, paint: Painter): readonly string[] {
  const { text, before, marked } = windowOf(line, span);
  const bar = paint('faint', '|');
  const carets = paint('bad', '^'.repeat(marked));
  return [
    `${gutter}  ${bar}`,
    ` ${paint('faint', String(span.line))} ${bar} ${text}`.trimEnd(),
    `${gutter}  ${bar} ${' '.repeat(before)}${carets}${label === undefined ? '' : ` ${paint('bad', oneLine(label))}`}`,
  ];
}

/** The part of the line to show, and how many columns of a terminal stand before and under the caret. */
function windowOf(
  line: string,
  { column, length }: SourceSpan,
): { readonly text: string; readonly before: number; readonly marked: number } {
  const at = Math.min(column - 1, line.length);
  const start = at + Math.min(length, widestLine) <= widestLine ? 0 : wholeCharacter(line, Math.max(0, at - widestLine / 4));
  const end = wholeCharacter(line, Math.min(line.length, start + widestLine));
  const lead = start > 0 ? '…' : '';
  const shown = (from: number, to: number) => visible(line.slice(from, to).replaceAll('\t', '  '));
  return {
    text: `${lead}${shown(start, end)}${end < line.length ? '…' : ''}`,
    before: lead.length + widthOf(shown(start, at)),
    marked: Math.max(1, widthOf(shown(at, Math.min(end, at + length)))),
  };
}

/** The offset, or the one after it where it would cut a character in two. */
function wholeCharacter(line: string, offset: number): number {
  return /^[\udc00-\udfff]/.test(line.slice(offset)) ? offset + 1 : offset;
}

/** `total`: how many there are; `notShown`: by code, those that are not in the list. */
export function problemsJson(problems: readonly Problem[]): string {
  const shown = firstOf(sorted(problems), mostShown.json);
  return jsonText({
    ...{ schemaVersion: 1, kind: 'problems', valid: problems.length === 0 },
    ...{ total: problems.length, notShown: restOf(problems, shown), problems: shown },
  });
}
