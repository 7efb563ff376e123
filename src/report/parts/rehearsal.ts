/** The result of a rehearsal, as text, Markdown and JSON. */
import { withoutMissing } from '../../core/defined.ts';
import type { Rehearsed } from '../../plan/approval/rehearsed.ts';
import type { ApplyReport } from '../../plan/result/outcome.ts';
import { type Block, code, type List, line, literal, painted, paragraph, strong } from '../blocks/block.ts';
import { blocksMarkdown } from '../blocks/markdown.ts';
import { blocksText } from '../blocks/text.ts';
import { oneLine } from '../wording/sanitize.ts';
import { count, type Painter, plain } from '../wording/words.ts';
import { addressItem } from './lists.ts';

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
  return blocksText(rehearsalBlocks(rehearsal), { paint }, true);
}

function rehearsalBlocks(rehearsal: Rehearsal): readonly Block[] {
  if (rehearsal.status === 'skipped') return [paragraph(line`Rehearsal: skipped, ${rehearsal.reason}.`)];
  const { status, failures, left, unsure, notCovered } = rehearsal;
  const heading = painted(status === 'passed' ? 'good' : 'bad', line`${resultText(rehearsal)}`);
  const items = [
    ...failures.map((each) => addressItem(each, each.message)),
    ...left.map((each) => addressItem(each, `planned again: ${fieldsOf(each)}`)),
  ];
  return [
    { is: 'list', of: 'failed', heading, items },
    ...uncovered(
      'Not rehearsed, because the copy differs from the platform:',
      unsure.map(({ address, message }) => [address, message]),
    ),
    ...uncovered(
      'Not covered by the rehearsal:',
      notCovered.map(({ what, why }) => [what, why]),
    ),
  ];
}

function resultText({ status, changes, objects, failures, left }: Exclude<Rehearsal, { status: 'skipped' }>) {
  const on = `on a copy of ${count(objects, 'object')}`;
  if (status === 'passed')
    return `Rehearsal passed ${on}: ${count(changes.done, 'change')} applied. A second plan has no changes.`;
  const what = withoutMissing(
    failures.length > 0 && `${count(failures.length, 'change')} failed`,
    left.length > 0 && `${count(left.length, 'change')} would be planned again`,
  );
  return `Rehearsal failed (${failedCode}) ${on}: ${what.join(', ')}.`;
}

function fieldsOf({ action, fields }: Rehearsed['left'][number]) {
  return fields.length === 0 ? action : oneLine(fields.join(', '));
}

function uncovered(heading: string, all: readonly (readonly [string, string])[]): readonly List[] {
  if (all.length === 0) return [];
  const rest = all.length - maxNotCovered;
  const items = all.slice(0, maxNotCovered).map(([what, why]) => ({ symbol: '?', head: line`${what}: ${why}` }));
  const more = rest > 0 ? [{ head: literal(`and ${rest} more (--json lists all)`) }] : [];
  return [{ is: 'list', of: 'uncovered', heading: literal(heading), items: [...items, ...more] }];
}

/** Follows the comment of a plan. */
export function rehearsalMarkdown(rehearsal: Rehearsal): string {
  return `\n${blocksMarkdown(commentBlocks(rehearsal))}`;
}

function commentBlocks(rehearsal: Rehearsal): readonly Block[] {
  const list = { is: 'list', of: 'rehearsal', heading: literal('Rehearsal') } as const;
  if (rehearsal.status === 'skipped') return [{ ...list, about: line`Skipped: ${rehearsal.reason}.`, items: [] }];
  const { failures, left, unsure, notCovered } = rehearsal;
  const failed = [...failures, ...left.map((each) => ({ ...each, message: `planned again (${fieldsOf(each)})` }))];
  const number = unsure.length + notCovered.length;
  const heads = [
    ...failed.map((each) => line`${strong(literal('failed'))} ${code(each.address)}: ${each.message}`),
    ...unsure.slice(0, maxNotCovered).map((each) => line`? ${code(each.address)}: ${each.message}`),
  ];
  const rest = number > 0 ? `${count(number, 'item is', 'items are')} not covered. The JSON output lists them.` : '';
  return [
    { ...list, about: strong(line`${resultText(rehearsal)}`), items: heads.map((head) => ({ head })) },
    paragraph(literal(rest)),
  ];
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
