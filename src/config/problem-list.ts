/** Collects the problems of one run and gives them back in the order of their places. */
import type { Problem, SourceSpan } from '../core/problem.ts';
import type { ProblemCode } from './problems.ts';
import { createSuggest, type Suggest } from './suggest.ts';

export interface Report {
  readonly message: string;
  readonly label?: string;
  readonly hint?: string | undefined;
  readonly related?: Problem['related'];
}

export interface ProblemList {
  readonly add: (code: ProblemCode, span: SourceSpan, report: Report) => void;
  readonly suggest: Suggest;
  /** Files in the order they were read come in that order; one problem is told once. */
  readonly sorted: (files: Iterable<string>) => readonly Problem[];
}

export function createProblemList(): ProblemList {
  const problems = new Map<string, Problem>();
  return {
    add: (code, span, { message, label, hint, related }) => {
      const problem = {
        code,
        message,
        span,
        ...(label === undefined ? {} : { label }),
        ...(hint === undefined ? {} : { hint }),
        ...(related === undefined ? {} : { related }),
      };
      problems.set(`${code} ${span.file}:${span.line}:${span.column} ${message}`, problem);
    },
    suggest: createSuggest(),
    sorted: (files) => {
      const rank = new Map([...files].map((file, index) => [file, index]));
      const rankOf = ({ span }: Problem) => rank.get(span.file) ?? rank.size;
      return [...problems.values()].sort(
        (a, b) => rankOf(a) - rankOf(b) || a.span.line - b.span.line || a.span.column - b.span.column || (a.code < b.code ? -1 : 1),
      );
    },
  };
}

/** `did you mean "support"?`, with the place where that stands. */
export function didYouMean(found: string | undefined, place?: string): string | undefined {
  if (found === undefined) return undefined;
  return `did you mean "${found}"?${place === undefined ? '' : ` (${place})`}`;
}

/** The first hint that has something to say, and the ones after it. */
export function hints(...parts: readonly (string | undefined)[]): string | undefined {
  const said = parts.filter((part) => part !== undefined);
  // After a question no semicolon: `did you mean "public"? possible: ...`.
  return said.length === 0 ? undefined : said.join('; ').replaceAll('?; ', '? ');
}
