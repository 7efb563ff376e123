/** Collects the problems of one run, and sorts them by place. */

import { compareTexts } from '../core/compare.ts';
import { formOf } from '../core/count.ts';
import { defined, present } from '../core/defined.ts';
import type { Fix, Problem, SourceSpan } from '../core/problem.ts';
import { defaultLimits } from './limits.ts';
import type { ProblemCode } from './problems.ts';
import { createSuggest, type Suggest } from './suggest.ts';

interface Report {
  readonly message: string;
  readonly label?: string;
  readonly hint?: string | undefined;
  readonly fix?: Fix | undefined;
  readonly related?: Problem['related'];
}

export interface ProblemList {
  /** Returns undefined, as the functions do that report a problem and have no other result. */
  readonly add: (code: ProblemCode, span: SourceSpan, report: Report) => undefined;
  readonly suggest: Suggest;
  /** Sorts by the given order of files. Reports each problem once. */
  readonly sorted: (files: Iterable<string>) => readonly Problem[];
}

/** `most`: the number of problems to keep; further problems are only counted. */
export function createProblemList(most = defaultLimits.problems): ProblemList {
  const problems = new Map<string, Problem>();
  let omitted = 0;
  const suggest = createSuggest();
  return {
    add: (code, span, report) => {
      const place = `${code} ${span.file}:${span.line}:${span.column} ${report.message}`;
      if (problems.size < most || problems.has(place))
        problems.set(place, defined({ code, span, ...report, ...relatedTo(span, report) }));
      else omitted += 1;
    },
    // Problems over the limit are not shown, so they need no hint.
    suggest: (word, candidates) => (problems.size >= most ? undefined : suggest(word, candidates)),
    sorted: (files) => {
      const rank = new Map([...files].map((file, index) => [file, index]));
      const rankOf = ({ span }: Problem) => rank.get(span.file) ?? rank.size;
      const shown = [...problems.values()].sort(
        (a, b) =>
          rankOf(a) - rankOf(b) ||
          a.span.line - b.span.line ||
          a.span.column - b.span.column ||
          compareTexts(a.code, b.code),
      );
      const last = shown.at(-1);
      return omitted === 0 || last === undefined ? shown : [...shown, omittedProblem(omitted, last)];
    },
  };
}

/** A problem in a template names a block that extends it. */
function relatedTo({ usedBy }: SourceSpan, { related = [] }: Report): Pick<Report, 'related'> {
  if (usedBy === undefined) return {};
  return { related: [...related, { message: 'extended here', span: { ...usedBy, length: 1 } }] };
}

function omittedProblem(omitted: number, { span }: Problem): Problem {
  const message = `${omitted} more ${formOf(omitted, 'problem is', 'problems are')} not shown`;
  return { code: 'E-LIMIT-PROBLEMS', message, span, hint: 'fix the problems above and run the command again' };
}

/** For example `did you mean "support"?`, with the place of the word. */
export function didYouMean(found: string | undefined, place?: string): string | undefined {
  if (found === undefined) return undefined;
  return `did you mean "${found}"?${place === undefined ? '' : ` (${place})`}`;
}

export function replacementFix(found: string | undefined): Fix | undefined {
  return found === undefined ? undefined : { is: 'instead', text: found };
}

export function hints(...parts: readonly (string | undefined)[]): string | undefined {
  const said = present(...parts);
  // A question mark replaces the semicolon: `did you mean "public"? possible: ...`.
  return said.length === 0 ? undefined : said.join('; ').replaceAll('?; ', '? ');
}
