/** A plan without a platform, as text and Markdown. */
import { keyIn, listOf } from '../../core/address.ts';
import { groupBy, type NonEmpty } from '../../core/compare.ts';
import type { PartialAction, PartialChange, PartialPlan } from '../../plan/scope/partial.ts';
import { markdownOf } from '../blocks/markdown.ts';
import { type Origin, originLine, planMarker } from '../parts/origin.ts';
import { packed } from '../parts/packed.ts';
import { placeText } from '../wording/place-words.ts';
import { countsText, fencedBlock, inlineCode, oneLine, paragraphs, textLines } from '../wording/sanitize.ts';
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
function changeText(group: NonEmpty<PartialChange>, paint: Painter) {
  const [{ action, address, isProtected }] = group;
  const [symbol, role] = words[action];
  const block = isProtected === true ? '; protected, so a plan blocks this change' : '';
  const items = group.map((each) => ({ key: keyIn(each.address) }));
  const names =
    group.length === 1 ? address : `${group.length} of ${listOf(address)}: ${packed(items, { hasIds: false })}`;
  return `${paint(role, symbol)} ${oneLine(names)}  ${oneLine(`${remarkOn(group[0])}${block}`)}`;
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
  const of = organization === '' ? '' : ` for organization ${oneLine(organization)}`;
  return textLines(
    `${paint('blocked', 'Offline plan')}${of}`,
    isPartialText,
    restText,
    '',
    isVerbose
      ? changes.map((change) => {
          const place = change.span === undefined ? '' : `  (${placeText(change.span)})`;
          return `  ${changeText([change], paint)}${place}`;
        })
      : groupsOf(changes).map((group) => `  ${changeText(group, paint)}`),
    changes.length > 0 && '',
    `Offline plan: ${summary(plan)}`,
  );
}

/** Comments of all forges have room for this number of lines. */
const maxLines = 400;

export function partialPlanMarkdown(plan: PartialPlan, origin: Origin): string {
  const { organization, changes } = plan;
  const groups = groupsOf(changes);
  const lines = groups.slice(0, maxLines).map((group) => changeText(group, plain));
  const cut = groups.slice(maxLines).flat().length;
  const shown = cut > 0 ? [...lines, `and ${cut} more`] : lines;
  return paragraphs([
    `${planMarker}\n### docform: offline plan${organization === '' ? '' : ` for ${inlineCode(organization)}`}`,
    `> [!WARNING]\n> **${isPartialText}** ${restText}`,
    markdownOf(originLine(origin)),
    shown.length === 0 ? '' : fencedBlock(shown, 'diff').join('\n'),
    summary(plan),
  ]);
}
