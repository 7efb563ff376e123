/** The result of a rehearsal, as text, Markdown and JSON. */
import { present } from '../../core/defined.ts';
import type { Rehearsed } from '../../plan/approval/rehearsed.ts';
import type { ApplyReport } from '../../plan/result/outcome.ts';
import { escapeMarkdown, inlineCode, oneLine, textLines } from '../wording/sanitize.ts';
import { changeLine, count, type Painter, plain } from '../wording/words.ts';

export type Rehearsal =
  | { readonly status: 'skipped'; readonly reason: string }
  | (Rehearsed & {
      readonly status: 'passed' | 'failed';
      readonly changes: ApplyReport['counts'];
      readonly objects: number;
      readonly requests: number;
      readonly notCovered: readonly { readonly what: string; readonly why: string }[];
    });

const maxNotCovered = 10;

const failedCode = 'B-REHEARSAL';

export function rehearsalText(rehearsal: Rehearsal, paint: Painter = plain): string {
  if (rehearsal.status === 'skipped') return `Rehearsal: skipped, ${rehearsal.reason}.\n`;
  const { failures, left, unsure, notCovered } = rehearsal;
  return textLines(
    headLine(rehearsal, paint),
    failures.map((each) => changeLine(each, paint, each.message)),
    left.map((each) => changeLine(each, paint, `planned again: ${fieldsOf(each)}`)),
    section(
      'Not rehearsed, because the copy differs from the platform:',
      unsure.map(({ address, message }) => [address, message]),
    ),
    section(
      'Not covered by the rehearsal:',
      notCovered.map(({ what, why }) => [what, why]),
    ),
  );
}

function headLine(
  { status, changes, objects, failures, left }: Exclude<Rehearsal, { status: 'skipped' }>,
  paint: Painter,
) {
  const on = `on a copy of ${count(objects, 'object')}`;
  if (status === 'passed') {
    const done = `Rehearsal passed ${on}: ${count(changes.done, 'change')} applied. A second plan has no changes.`;
    return paint('good', done);
  }
  const what = present(
    failures.length > 0 && `${count(failures.length, 'change')} failed`,
    left.length > 0 && `${count(left.length, 'change')} would be planned again`,
  );
  return paint('bad', `Rehearsal failed (${failedCode}) ${on}: ${what.join(', ')}.`);
}

function fieldsOf({ action, fields }: Rehearsed['left'][number]) {
  return fields.length === 0 ? action : oneLine(fields.join(', '));
}

function section(heading: string, items: readonly (readonly [string, string])[]) {
  const rest = items.length - maxNotCovered;
  return (
    items.length > 0 && [
      heading,
      items.slice(0, maxNotCovered).map(([what, why]) => `  ? ${oneLine(what)}: ${oneLine(why)}`),
      rest > 0 && `  and ${rest} more (--json lists all)`,
    ]
  );
}

export function rehearsalMarkdown(rehearsal: Rehearsal): string {
  if (rehearsal.status === 'skipped') return `\n#### Rehearsal\nSkipped: ${escapeMarkdown(rehearsal.reason)}.\n`;
  const { failures, left, unsure, notCovered } = rehearsal;
  const failed = [...failures, ...left.map((each) => ({ ...each, message: `planned again (${fieldsOf(each)})` }))];
  const uncovered = unsure.length + notCovered.length;
  const lines = textLines(
    failed.map(({ address, message }) => `- **failed** ${inlineCode(address)}: ${escapeMarkdown(message)}`),
    unsure
      .slice(0, maxNotCovered)
      .map(({ address, message }) => `- ? ${inlineCode(address)}: ${escapeMarkdown(message)}`),
    uncovered > 0 && `\n${count(uncovered, 'item is', 'items are')} not covered. The JSON output lists them.`,
  );
  return `\n#### Rehearsal\n**${escapeMarkdown(headLine(rehearsal, plain))}**\n${lines}`;
}

export function rehearsalDocument(rehearsal: Rehearsal) {
  if (rehearsal.status === 'skipped') return { status: rehearsal.status, reason: rehearsal.reason };
  const { status, changes, objects, requests, failures, left, unsure, notCovered } = rehearsal;
  const code = status === 'failed' ? failedCode : null;
  return { status, code, objects, requests, changes, failures, left, unsure, notCovered };
}

/** Undefined for documents without a valid rehearsal. */
export function rehearsalIn(document: { readonly rehearsal?: unknown }): Rehearsal | undefined {
  const facts = document.rehearsal;
  if (typeof facts !== 'object' || facts === null) return undefined;
  const { status, reason, failures, left, unsure, notCovered } = facts as { readonly [key: string]: unknown };
  const isWhole = [failures, left, unsure, notCovered].every((list) => Array.isArray(list));
  const isKnown =
    status === 'skipped' ? typeof reason === 'string' : (status === 'passed' || status === 'failed') && isWhole;
  return isKnown ? (facts as Rehearsal) : undefined;
}
