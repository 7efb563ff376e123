/** Prints problems beside the lines at a forge: as commands to GitHub's runner, and as GitLab's report of code quality. */
import { sha256Hex } from '../core/digest.ts';
import type { Problem } from '../core/problem.ts';
import { firstOf, mostTold, sorted } from './problems.ts';
import { jsonLine, oneLine } from './sanitize.ts';
import { count } from './words.ts';

/** GitHub shows so many of one kind and step, and drops the others without a word. */
const mostOfStep = 10;
/** Longest text beside a line, in characters. */
const longest = 1_000;

/** Lines that are commands to GitHub, and nothing else; without problems none. */
export function githubAnnotations(problems: readonly Problem[]): string {
  const shown = firstOf(sorted(problems), mostOfStep);
  const rest = problems.length - shown.length;
  return [
    ...shown.map(({ code, message, hint, span }) => {
      const place = span.file === '' ? '' : `file=${property(span.file)},line=${span.line},col=${span.column},`;
      return `::error ${place}title=${property(code)}::${data(wordsOf(message, hint))}\n`;
    }),
    ...(rest === 0 ? [] : [`::notice title=docform::${count(rest, 'more problem')}: the log of this job tells them\n`]),
  ].join('');
}

/** A whole document: an empty list without problems. */
export function codeQuality(problems: readonly Problem[]): string {
  const times = new Map<string, number>();
  return jsonLine(
    firstOf(sorted(problems), mostTold).map(({ code, message, hint, span }) => {
      // Not over the line: what is only moved by other changes is still the same problem.
      const what = JSON.stringify([code, span.file, message]);
      const time = times.get(what) ?? 0;
      times.set(what, time + 1);
      return {
        description: wordsOf(message, hint),
        check_name: code,
        fingerprint: sha256Hex(`${time} ${what}`),
        severity: 'critical',
        location: { path: span.file, lines: { begin: span.line } },
      };
    }),
  );
}

function wordsOf(message: string, hint: string | undefined): string {
  const text = oneLine(hint === undefined ? message : `${message} (help: ${hint})`);
  return text.length <= longest ? text : `${[...text.slice(0, longest)].slice(0, -1).join('')}…`;
}

/**
 * Text behind the second `::`, as the runner reads it back. It looks for commands of its older way anywhere in a line, so nothing in the text
 * looks like the beginning of one.
 */
function data(text: string): string {
  const harmless = text.replace(/:(?=:)/g, ': ').replace(/##(?=\[)/g, '## ');
  return harmless.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}

/** The value of a property, which also ends at a comma or a colon. */
function property(text: string): string {
  return data(oneLine(text)).replace(/:/g, '%3A').replace(/,/g, '%2C');
}
