/** A plan without a platform, as text and Markdown. */
import { keyIn, listOf } from '../../core/address.ts';
import { groupBy, type NonEmpty } from '../../core/compare.ts';
import type { PartialAction, PartialChange, PartialPlan } from '../../plan/scope/partial.ts';
import { code, line, literal, painted, paragraph, strong } from '../blocks/block.ts';
import { blocksMarkdown } from '../blocks/markdown.ts';
import { blocksText } from '../blocks/text.ts';
import { type Origin, originLine, planMarker } from '../parts/origin.ts';
import { packed } from '../parts/packed.ts';
import { placeText } from '../wording/place-words.ts';
import { countsText, oneLine } from '../wording/sanitize.ts';
import { count, type Painter, plain, type Role } from '../wording/words.ts';

const words: { readonly [A in PartialAction]: readonly [symbol: string, role: Role, word: string] } = {
  create: ['+', 'create', 'new'],
  update: ['~', 'update', 'changed'],
  rename: ['>', 'move', 'renamed'],
  move: ['>', 'move', 'reordered'],
  delete: ['-', 'delete', 'to delete'],
  release: ['-', 'record', 'no longer managed'],
  unmanage: ['=', 'record', 'no longer managed'],
};

function remarkOn({ action, fields, from }: PartialChange) {
  const names = fields.join(', ');
  return {
    create: 'not in the ledger yet: will be created, or matched by its name',
    update: names || 'differs from the last apply',
    rename: from === undefined ? 'renamed' : `was ${from}`,
    move: 'order of its members changes',
    delete: 'no longer declared: will be deleted if docform created or adopted it',
    release: 'no longer declared, or only a reference: stays on the platform, no longer managed',
    unmanage: `no longer managed: ${names} (the value stays)`,
  }[action];
}

const isPartialText =
  'This is an offline plan: it only compares the configuration with the ledger. You cannot save or apply it.';

const restText =
  'Only a plan with a token shows changes made outside docform, blocked changes, and the effects on readers.';

/** `~ teams/docs  title`, or `~ 2 of teams: docs help  title` */
function rowOf(group: NonEmpty<PartialChange>) {
  const [{ action, address, isProtected }] = group;
  const [sign, role] = words[action];
  const block = isProtected === true ? '; protected, so a plan blocks this change' : '';
  const items = group.map((each) => ({ key: keyIn(each.address) }));
  const names =
    group.length === 1 ? address : `${group.length} of ${listOf(address)}: ${packed(items, { hasIds: false })}`;
  return { sign, role, text: `${oneLine(names)}  ${oneLine(`${remarkOn(group[0])}${block}`)}` };
}

/** Equal changes in one list, in the order of the first of each. */
function groupsOf(changes: readonly PartialChange[]): readonly NonEmpty<PartialChange>[] {
  const keyOf = (change: PartialChange) =>
    JSON.stringify([change.action, listOf(change.address), remarkOn(change), change.isProtected === true]);
  return [...groupBy(changes, keyOf).values()];
}

function summary({ changes, withoutFingerprint }: PartialPlan) {
  const inOrder = new Set(Object.values(words).map(([, , word]) => word));
  const numberOf = (word: string) => changes.filter(({ action }) => words[action][2] === word).length;
  const counts = countsText([...inOrder].map((word) => [word, numberOf(word)]));
  const unknown =
    withoutFingerprint === 0
      ? ''
      : ` The ledger does not store the last applied values of ${count(withoutFingerprint, 'resource')}.`;
  return `${counts || 'No changes since the last apply'}.${unknown}`;
}

export function partialPlanText(
  plan: PartialPlan,
  { isVerbose = false, paint = plain }: { readonly isVerbose?: boolean; readonly paint?: Painter } = {},
): string {
  const { organization, changes } = plan;
  const of = organization === '' ? [] : line` for organization ${code(organization)}`;
  const rows = isVerbose
    ? changes.map((change) => {
        const row = rowOf([change]);
        return change.span === undefined ? row : { ...row, text: `${row.text}  (${placeText(change.span)})` };
      })
    : groupsOf(changes).map(rowOf);
  const title = line`${painted('blocked', literal('Offline plan'))}${of}`;
  const result = paragraph(literal(`Offline plan: ${summary(plan)}`));
  const facts = [literal(isPartialText), literal(restText)];
  return blocksText([{ is: 'title', title, facts }, { is: 'tree', rows }, result], { paint });
}

/** Comments of all forges have room for this number of lines. */
const maxRows = 400;

export function partialPlanMarkdown(plan: PartialPlan, origin: Origin): string {
  const groups = groupsOf(plan.changes);
  const cut = groups.slice(maxRows).flat().length;
  const rows = groups.slice(0, maxRows).map(rowOf);
  const of = plan.organization === '' ? [] : line` for ${code(plan.organization)}`;
  const warning = paragraph(line`${strong(literal(isPartialText))} ${literal(restText)}`);
  return blocksMarkdown([
    { is: 'marker', text: planMarker },
    { is: 'title', title: line`docform: offline plan${of}` },
    { is: 'box', tone: 'notable', blocks: [warning] },
    paragraph(originLine(origin)),
    { is: 'tree', rows },
    paragraph(literal(cut > 0 ? `and ${cut} more` : '')),
    paragraph(literal(summary(plan))),
  ]);
}
