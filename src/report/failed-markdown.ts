/** The comment for a failed plan: the reason, and a warning that earlier plans are outdated. */
import type { DocformError } from '../core/docform-error.ts';
import type { Problem } from '../core/problem.ts';
import { planMarker } from './markdown.ts';
import { type Origin, originMarkdown } from './origin.ts';
import { firstOf, restOf, sorted } from './problems.ts';
import { escapeMarkdown, inlineCode } from './sanitize.ts';
import { paragraphs } from './texts.ts';
import { count, placeText } from './words.ts';

/** Limits for listed problems. The log of the run has all of them. */
const most = { problems: 50, characters: 20_000, ofOne: 2_000 };

export function problemsMarkdown(problems: readonly Problem[], origin: Origin): string {
  const shown: Problem[] = [];
  const lines: string[] = [];
  let left = most.characters;
  for (const problem of firstOf(sorted(problems), most.problems)) {
    const { code, message, hint, span } = problem;
    const line = `- ${inlineCode(code)} ${inlineCode(placeText(span))}: ${withHint(message, hint)}`;
    left -= line.length;
    if (left < 0) break;
    shown.push(problem);
    lines.push(line);
  }
  const rest = Object.entries(restOf(problems, shown)).map(([code, number]) => `${number} ${inlineCode(code)}`);
  const notShown = rest.length === 0 ? [] : ['', `Not shown: ${rest.join(', ')}. See the log of the run.`];
  return failed([`**${count(problems.length, 'problem')} in the configuration:**`, '', ...lines, ...notShown], origin);
}

/** Without a failure: the run ended before it could report one. */
export function failureMarkdown(
  failure: Pick<DocformError, 'code' | 'message' | 'hint'> | undefined,
  origin: Origin,
): string {
  if (failure === undefined)
    return failed(['The run ended before it reported a reason. See the log of the run.'], origin);
  return failed([`${inlineCode(failure.code)}: ${withHint(failure.message, failure.hint)}`], origin);
}

function withHint(message: string, hint: string | undefined) {
  return `${escapeMarkdown(start(message))}${hint === undefined ? '' : ` Help: ${escapeMarkdown(start(hint))}`}`;
}

/** Cut before escaping, so that no escape sequence is cut. */
function start(text: string) {
  return text.length <= most.ofOne ? text : `${[...text.slice(0, most.ofOne)].slice(0, -1).join('')}…`;
}

function failed(lines: readonly string[], origin: Origin) {
  const what = origin.commit === undefined ? '' : ` for commit ${inlineCode(origin.commit)}`;
  return paragraphs([
    `${planMarker}\n### docform failed`,
    `> [!CAUTION]\n> **There is no plan${what}.** Ignore any earlier plan in this comment, and do not approve anything based on it.`,
    originMarkdown(origin),
    lines.join('\n'),
  ]);
}
