/** Problems of a configuration as text with source lines, JSON and Markdown, and the comment for a failed plan. */
import { byKey, groupBy } from '../core/compare.ts';
import { starCredentials } from '../core/credentials.ts';
import type { DocformError } from '../core/docform-error.ts';
import type { Problem, SourceSpan } from '../core/problem.ts';
import { type Block, code, type Item, joined, line, literal, message, paragraph, strong } from './blocks/block.ts';
import { blocksMarkdown } from './blocks/markdown.ts';
import { type Origin, originLine, planMarker } from './parts/origin.ts';
import { placeText } from './wording/place-words.ts';
import { jsonText, oneLine, shownWidth, textLines, visible, widthOf } from './wording/sanitize.ts';
import { count, type Painter, plain } from './wording/words.ts';

type SourceTexts = ReadonlyMap<string, string>;

/** Longer lines are cut on both sides of the caret. */
const widestLine = 120;

/** Problems with the same code and message that JSON lists. */
const maxAlike = 5;
/** Problems that JSON lists by default. */
export const maxListed = 1000;

/** By default, the text fits on one screen. */
const screen = { lines: 40, columns: 80, problems: 20 };

interface ProblemsView {
  readonly isAll?: boolean;
  /** False: a file or a pipe, which has no screen that the text must fit on. Default: true. */
  readonly isTerminal?: boolean;
}

/** By file and line. Problems that do not fit on the screen of a terminal are grouped by code. */
export function problemsText(
  problems: readonly Problem[],
  sources: SourceTexts,
  paint: Painter = plain,
  { isAll = false, isTerminal = true }: ProblemsView = {},
): string {
  const ordered = sorted(problems);
  const files = new Set(problems.map((problem) => problem.span.file));
  // Spans count line feeds only.
  const lines = new Map(
    [...sources]
      .filter(([file]) => files.has(file))
      .map(([file, text]) => [file, text.replace(/\r(?=\n|$)/g, '').split('\n')]),
  );
  const whole = (problem: Problem): string => `${problemText(problem, lines, paint)}\n`;
  const isWhole = isAll || (!isTerminal && ordered.length <= maxListed);
  const fits =
    isWhole || (ordered.length <= screen.problems && height(ordered.map(whole).join('')) <= screen.lines - 1);
  const { text, shown } = fits
    ? { text: ordered.map(whole).join(''), shown: ordered.length }
    : grouped(ordered, whole, paint);
  const total = `${count(problems.length, 'problem')} in ${count(files.size, 'file')}`;
  const rest = fits ? '' : `${shown} shown, --all shows each with its line; `;
  const codes = problems.length > 0 ? `; ${rest}for details, run docform explain CODE` : '';
  return `${text}${paint('bad', total)}${codes}\n`;
}

function height(text: string) {
  return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(shownWidth(line) / screen.columns)), -1);
}

/** Each code takes two lines: its first problem, and the number of the others. */
const roomForCodes = screen.lines - 4;

/** The first problem of each code with its line while there is room, then further problems on one line each. */
function grouped(ordered: readonly Problem[], whole: (problem: Problem) => string, paint: Painter) {
  const all = [...groupBy(ordered, ({ code }) => code)];
  const groups = all.slice(0, roomForCodes / 2);
  let room = roomForCodes - 2 * groups.length;
  let isFramed = true;
  const heads = groups.map(([code, [first]]) => {
    const frame = first === undefined ? '' : whole(first);
    const needs = height(frame) - 1;
    isFramed &&= needs <= room;
    if (isFramed) room -= needs;
    return isFramed ? frame.trimEnd() : `${paint('bad', `error[${code}]`)} ${first && briefly(first, code.length + 8)}`;
  });
  const lines = Math.min(room, screen.problems - groups.length);
  let shown = 0;
  const text = textLines(
    groups.map(([code, problems], at) => {
      const share = Math.max(0, Math.floor((lines + groups.length - 1 - at) / groups.length));
      const more = problems.slice(1, 1 + share);
      const rest = problems.length - 1 - more.length;
      shown += 1 + more.length;
      return [heads[at], more.map((each) => `  ${briefly(each, 2)}`), rest > 0 && `  and ${rest} more ${code}`];
    }),
    all.length > groups.length &&
      `and ${count(all.slice(groups.length).flatMap(([, own]) => own).length, 'problem')} of ${count(all.length - groups.length, 'other code')}`,
    '',
  );
  return { text, shown };
}

/** Place and message on one line of a terminal. `before`: columns that are already used. */
function briefly({ span, message }: Problem, before: number) {
  const text = `${placeText(span)}: ${oneLine(message)}`;
  const room = screen.columns - before - 1;
  return widthOf(text) <= room ? text : `${[...text].slice(0, room - 1).join('')}…`;
}

/** The first problems. Equal problems are limited. */
export function firstOf(problems: readonly Problem[], most: number): readonly Problem[] {
  const alike = groupBy(problems, ({ code, message }) => `${code} ${message}`);
  const shown = new Set([...alike.values()].flatMap((group) => group.slice(0, maxAlike)));
  return problems.filter((problem) => shown.has(problem)).slice(0, most);
}

function restOf(problems: readonly Problem[], shown: readonly Problem[]): { readonly [code: string]: number } {
  const isShown = new Set(shown);
  const left = groupBy(
    problems.filter((problem) => !isShown.has(problem)),
    ({ code }) => code,
  );
  return Object.fromEntries([...left].map(([code, own]) => [code, own.length] as const).sort(byKey));
}

export function sorted(problems: readonly Problem[]): readonly Problem[] {
  return [...problems].sort(({ span: a }, { span: b }) => {
    if (a.file !== b.file) return a.file < b.file ? -1 : 1;
    return a.line - b.line || a.column - b.column;
  });
}

function problemText(problem: Problem, lines: ReadonlyMap<string, readonly string[]>, paint: Painter) {
  const { code, message, span, label, hint, related = [] } = problem;
  const line = lines.get(span.file)?.[span.line - 1];
  const gutter = ' '.repeat(String(span.line).length);
  const frame = line === undefined ? [] : frameLines(line, span, label, gutter, paint);
  const notes = related.map((each) => `note: ${oneLine(each.message)} (${placeText(each.span)})`);
  const ends = [...(hint === undefined ? [] : [`help: ${oneLine(hint)}`]), ...notes];
  return textLines(
    `${paint('bad', `error[${code}]`)}: ${oneLine(message)}`,
    `${gutter} ${paint('faint', '-->')} ${placeText(span)}`,
    frame,
    frame.length > 0 && ends.length > 0 && `${gutter}  ${paint('faint', '|')}`,
    ends.map((end) => `${gutter}  ${paint('faint', '=')} ${end}`),
  );
}

function frameLines(line: string, span: SourceSpan, label: string | undefined, gutter: string, paint: Painter) {
  const { text, before, marked } = windowOf(line, span);
  const bar = paint('faint', '|');
  const carets = paint('bad', '^'.repeat(marked));
  return [
    `${gutter}  ${bar}`,
    ` ${paint('faint', String(span.line))} ${bar} ${text}`.trimEnd(),
    `${gutter}  ${bar} ${' '.repeat(before)}${carets}${label === undefined ? '' : ` ${paint('bad', oneLine(label))}`}`,
  ];
}

/** The visible part of the line, and the number of columns before and under the caret. */
function windowOf(written: string, { column, length }: SourceSpan) {
  // A cut could hide the sign that marks a credential.
  const line = starCredentials(written);
  const at = Math.min(column - 1, line.length);
  const start =
    at + Math.min(length, widestLine) <= widestLine ? 0 : wholeCharacter(line, Math.max(0, at - widestLine / 4));
  const end = wholeCharacter(line, Math.min(line.length, start + widestLine));
  const lead = start > 0 ? '…' : '';
  const shown = (from: number, to: number) => visible(line.slice(from, to).replaceAll('\t', '  '));
  return {
    text: `${lead}${shown(start, end)}${end < line.length ? '…' : ''}`,
    before: lead.length + widthOf(shown(start, at)),
    marked: Math.max(1, widthOf(shown(at, Math.min(end, at + length)))),
  };
}

/** Moves an offset out of a surrogate pair. */
function wholeCharacter(line: string, offset: number) {
  return /^[\udc00-\udfff]/.test(line.slice(offset)) ? offset + 1 : offset;
}

/** `notShown`: number of omitted problems by code. */
export function problemsJson(problems: readonly Problem[], { isAll = false }: ProblemsView = {}): string {
  const shown = isAll ? sorted(problems) : firstOf(sorted(problems), maxListed);
  return jsonText({
    schemaVersion: 1,
    kind: 'problems',
    valid: problems.length === 0,
    total: problems.length,
    notShown: restOf(problems, shown),
    problems: shown,
  });
}

/** Limits for listed problems. The log of the run has all of them. */
const most = { problems: 50, characters: 20_000, ofOne: 2_000 };

export function problemsMarkdown(problems: readonly Problem[], origin: Origin): string {
  const shown: Problem[] = [];
  const items: Item[] = [];
  let left = most.characters;
  for (const problem of firstOf(sorted(problems), most.problems)) {
    const place = code(placeText(problem.span));
    const item = { head: line`${code(problem.code)} ${place}: ${withHint(problem)}` };
    left -= blocksMarkdown([{ is: 'list', of: 'problems', items: [item] }]).trimEnd().length;
    if (left < 0) break;
    shown.push(problem);
    items.push(item);
  }
  const rest = Object.entries(restOf(problems, shown)).map(([name, number]) => line`${number} ${code(name)}`);
  return failed(origin, [
    paragraph(strong(literal(`${count(problems.length, 'problem')} in the configuration:`))),
    { is: 'list', of: 'problems', items },
    paragraph(rest.length === 0 ? [] : line`Not shown: ${joined(rest, ', ')}. See the log of the run.`),
  ]);
}

/** Without a failure: the run ended before it could report one. */
export function failureMarkdown(failure: Failure | undefined, origin: Origin): string {
  const reason =
    failure === undefined
      ? line`The run ended before it reported a reason. See the log of the run.`
      : line`${code(failure.code)}: ${withHint(failure)}`;
  return failed(origin, [paragraph(reason)]);
}

type Failure = Pick<DocformError, 'code' | 'message' | 'hint'>;

function withHint({ message: what, hint }: { readonly message: string; readonly hint?: string | undefined }) {
  return line`${message(start(what))}${hint === undefined ? [] : line` Help: ${message(start(hint))}`}`;
}

/** Cut before escaping, so that no escape sequence is cut. */
function start(text: string) {
  return text.length <= most.ofOne ? text : `${[...text.slice(0, most.ofOne)].slice(0, -1).join('')}…`;
}

function failed(origin: Origin, reasons: readonly Block[]) {
  const what = origin.commit === undefined ? [] : line` for commit ${code(origin.commit)}`;
  const warning = line`${strong(line`There is no plan${what}.`)} Ignore any earlier plan in this comment, and do not approve anything based on it.`;
  return blocksMarkdown([
    { is: 'marker', text: planMarker },
    { is: 'title', title: literal('docform failed') },
    { is: 'box', tone: 'high-risk', blocks: [paragraph(warning)] },
    paragraph(originLine(origin)),
    ...reasons,
  ]);
}
