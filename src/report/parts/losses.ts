/** Losses, which an undo cannot restore, in plans, after an apply, and in the report of an undo. */
import { groupBy } from '../../core/compare.ts';
import type { ChangeView, Loss, PlanView } from '../../plan/result/change.ts';
import { code, type Item, line, literal, message } from '../blocks/block.ts';
import { orNull, quoted } from '../wording/sanitize.ts';
import { someNames } from '../wording/some-names.ts';
import { count, eachText } from '../wording/words.ts';
import { reportList } from './lists.ts';

/** Names of equal losses that one line lists. */
const maxNames = 12;

/** Plans of older versions list losses only in their changes. */
export function lossesIn({ lost, changes }: Pick<PlanView, 'lost' | 'changes'>): readonly Loss[] {
  return lost ?? changes.flatMap((change) => change.lost.map((why) => lossOf(change, why)));
}

function lossOf({ address, title }: ChangeView, why: string): Loss {
  return title === undefined ? { address, why } : { address, title, why };
}

/** Losses, and changes that an undo reverts only after a manual step. `isCounted`: `2 items cannot be reverted:` as the heading. */
export function lossLists(
  lost: readonly Loss[],
  isCounted = false,
): readonly (ReturnType<typeof reportList> & { readonly number: number })[] {
  const lists = [
    { of: 'lost', heading: 'Cannot be reverted', own: lost.filter(({ needsStep }) => !needsStep) },
    {
      of: 'step',
      heading: 'Can be reverted only after a manual step',
      own: lost.filter(({ needsStep }) => needsStep),
    },
  ].filter(({ own }) => own.length > 0);
  return lists.map(({ of, heading, own }) => {
    const counted = `${count(own.length, 'item')} ${heading.toLowerCase()}:`;
    return { ...reportList(of, isCounted ? counted : heading, lossItems(own)), number: own.length };
  });
}

/** One line for equal losses: `sites/docs "Docs", sites/api (each): its URLs`. */
function lossItems(lost: readonly Loss[]): readonly Item[] {
  return [...groupBy(lost, ({ why }) => why)].map(([why, group]) => {
    const names = code(someNames(group.map(nameOf), maxNames));
    return { head: line`${names}${literal(eachText(group.length))}: ${message(why)}` };
  });
}

function nameOf({ address, title, field }: Loss) {
  return `${address}${title === undefined ? '' : ` ${quoted(title)}`}${field === undefined ? '' : ` ${field}`}`;
}

export function lossDocument({ address, title, field, why, needsStep }: Loss) {
  return orNull({ address, title, field, why, needsStep });
}
