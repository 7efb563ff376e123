/** Collects the problems of one run, sorts them by place, and finds the known word that was meant. */
import { distance } from 'fastest-levenshtein';
import { compareTexts } from '../core/compare.ts';
import { wordForm } from '../core/count.ts';
import { withoutMissing, withoutUndefined } from '../core/defined.ts';
import type { Fix, Problem, SourceSpan } from '../core/problem.ts';

interface Report {
  readonly message: string;
  readonly label?: string;
  /** The known word that was probably meant: a hint, and the fix. */
  readonly meant?: string | undefined;
  readonly hint?: string | undefined;
  readonly fix?: Fix | undefined;
  readonly related?: Problem['related'];
}

export interface ProblemList {
  /** Returns undefined, as the functions do that report a problem and have no other result. */
  readonly add: (code: ProblemCode, span: SourceSpan, report: Report) => undefined;
  readonly suggest: Suggest;
  /** The number of reports, also of problems that are known. */
  readonly count: () => number;
  /** Sorts by the given order of files. Reports each problem once. */
  readonly sorted: (files: Iterable<string>) => readonly Problem[];
}

export const maxProblems = 5_000;

/** `most`: the number of problems to keep; further problems are only counted. */
export function createProblemList(most = maxProblems): ProblemList {
  const problems = new Map<string, Problem>();
  let added = 0;
  let omitted = 0;
  const suggest = createSuggest();
  return {
    add: (code, span, { meant, ...report }) => {
      added += 1;
      const place = `${code} ${span.file}:${span.line}:${span.column} ${report.message}`;
      const hint = hints(didYouMean(meant), report.hint);
      const fix = report.fix ?? replacementFix(meant);
      if (problems.size < most || problems.has(place))
        problems.set(place, withoutUndefined({ code, span, ...report, hint, fix, ...relatedTo(span, report) }));
      else omitted += 1;
    },
    // Problems over the limit are not shown, so they need no hint.
    suggest: (word, candidates) => (problems.size >= most ? undefined : suggest(word, candidates)),
    count: () => added,
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
  const message = `${omitted} more ${wordForm(omitted, 'problem is', 'problems are')} not shown`;
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
  const said = withoutMissing(...parts);
  // A question mark replaces the semicolon: `did you mean "public"? possible: ...`.
  return said.length === 0 ? undefined : said.join('; ').replaceAll('?; ', '? ');
}

const farthest = 2;

/** Limits the time for hints in a configuration with many mistakes. */
const maxComparisons = 2_000_000;

export type Suggest = (word: string, candidates: Iterable<string>) => string | undefined;

export function createSuggest(): Suggest {
  let comparisons = 0;
  return (word, candidates) => {
    let best: { readonly candidate: string; readonly far: number } | undefined;
    for (const candidate of candidates) {
      comparisons += 1;
      if (comparisons > maxComparisons) return undefined;
      const far = distanceBetween(word, candidate);
      if (far < (best?.far ?? Number.POSITIVE_INFINITY)) best = { candidate, far };
    }
    return best?.candidate;
  };
}

/** Returns infinity for words that are too different: more than half of the shorter word, or more than two letters. E-mail addresses at one host differ only in their names. */
function distanceBetween(whole: string, other: string) {
  if (folded(whole) === folded(other)) return 0.5;
  const host = /@.*/.exec(whole)?.[0] ?? '';
  const isSameHost = other.endsWith(host);
  const [word, candidate] = isSameHost ? [withoutEnd(whole, host), withoutEnd(other, host)] : [whole, other];
  if (Math.abs(word.length - candidate.length) > farthest) return Number.POSITIVE_INFINITY;
  const far = distance(word, candidate);
  const isNear = far * 2 <= Math.min(word.length, candidate.length) || areSwapped(word, candidate);
  return far <= farthest && isNear ? far : Number.POSITIVE_INFINITY;
}

/** `ulr` for `url` */
function areSwapped(word: string, candidate: string) {
  const letters = (text: string) => [...text].sort().join('');
  return word.length > 2 && letters(word) === letters(candidate);
}

function withoutEnd(text: string, end: string): string {
  return text.slice(0, text.length - end.length);
}

/** Treats `shareLinks`, `share_links` and `share-links` as the same word. */
function folded(word: string) {
  return word.toLowerCase().replace(/[-_ ]/g, '');
}

/** `report/assets/codes.md` explains them. */
export const problemCodes = [
  'E-LIMIT-ALIAS',
  'E-LIMIT-DEPTH',
  'E-LIMIT-FILES',
  'E-LIMIT-NODES',
  'E-LIMIT-PROBLEMS',
  'E-LIMIT-RULE',
  'E-LIMIT-SIZE',
  'E-YAML',
  'E-YAML-KEY',
  'E-YAML-TAG',
  'E-INVISIBLE-CHARACTER',
  'E-CSV',
  'E-FILE-MISSING',
  'E-FILE-OUTSIDE',
  'E-FILE-UNREADABLE',
  'E-INCLUDE-EMPTY',
  'E-INCLUDE-NESTED',
  'E-VERSION',
  'E-ORGANIZATION',
  'E-ORGANIZATION-MISMATCH',
  'E-ENVIRONMENT',
  'E-VAR-PLACE',
  'E-VAR-SYNTAX',
  'E-VAR-TYPE',
  'E-VAR-UNDECLARED',
  'E-VAR-UNKNOWN',
  'E-VAR-UNSET',
  'E-TEMPLATE-CYCLE',
  'E-TEMPLATE-UNKNOWN',
  'E-WITHIN',
  'E-WITHIN-PATTERN',
  'E-KEY-NAME',
  'E-KEY-UNKNOWN',
  'E-REQUIRED',
  'E-ONE-OF',
  'E-TYPE',
  'E-NULL',
  'E-ENUM',
  'E-FORMAT',
  'E-LENGTH',
  'E-PATTERN',
  'E-RANGE',
  'E-ITEM-COUNT',
  'E-CUSTOM-VALUE',
  'E-CONDITION',
  'E-CONDITION-CLAIM',
  'E-LINK-KEY',
  'E-STRUCTURE-ITEM',
  'E-STRUCTURE-MIXED',
  'E-EXTERNAL',
  'E-REF-CYCLE',
  'E-REF-UNKNOWN',
  'E-ORDER-AMBIGUOUS',
  'E-ORDER-CHILD',
  'E-DUPLICATE-DEFAULT',
  'E-DUPLICATE-ITEM',
  'E-DUPLICATE-KEY',
  'E-DUPLICATE-MOVED',
  'E-DUPLICATE-NAME',
  'E-DUPLICATE-VALUE',
  'E-MOVED-ADDRESS',
  'E-MOVED-FROM',
  'E-MOVED-TO',
  'E-POLICY-PROPERTY',
  'E-POLICY-SCHEMA',
  'E-SITE-FILE-DUPLICATE',
  'E-SITE-FILE-ITEM',
  'E-SITE-FILE-SHAPE',
  'E-SITE-FILE-WRITER',
  'E-PROTECT-BOTH',
  'E-PRUNE-UNUSED',
  'E-ALLOW-ADDRESS',
  'E-EXPECT-ADDRESS',
  'E-DRIFT-ADDRESS',
  'E-DRIFT-FIELD',
];

export type ProblemCode = (typeof problemCodes)[number];
