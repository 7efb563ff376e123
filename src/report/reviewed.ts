/** A plan and its rehearsal as one comment, and whether somebody may approve the plan by it. */
import type { PlanView } from '../plan/plan-view.ts';
import { type MarkdownOptions, type PlanComment, planComment } from './markdown.ts';
import { type Rehearsal, rehearsalMarkdown } from './rehearsal.ts';
import { count } from './words.ts';

/** GitHub refuses comments over 65,536 characters; below that, the mark that a comment is found by has room, and a link to the whole plan. */
const mostOfComment = 64_600;
/** What a rehearsal may take of it; the plan comes first. */
const mostOfRehearsal = 20_000;

export function reviewComment(
  plan: PlanView,
  options: MarkdownOptions,
  rehearsal: Rehearsal | undefined,
  mostBytes = mostOfComment,
): PlanComment {
  const rehearsed = rehearsal === undefined ? '' : cut(rehearsalMarkdown(rehearsal));
  const budgetBytes = mostBytes - new TextEncoder().encode(rehearsed).length;
  const { text, isWhole } = planComment(plan, { budgetBytes, ...options });
  return { text: text + rehearsed, isWhole };
}

/** Whole lines only, as many as fit. */
function cut(text: string): string {
  const lines = text.split('\n');
  let bytes = 0;
  const fitting = lines.findIndex((line) => {
    bytes += new TextEncoder().encode(line).length + 1;
    return bytes > mostOfRehearsal;
  });
  return fitting === -1 ? text : `${lines.slice(0, fitting).join('\n')}\n\nand ${count(lines.length - fitting, 'more line')}.\n`;
}
