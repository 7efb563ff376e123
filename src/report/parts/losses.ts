/** Losses, which an undo cannot restore, in plans, after an apply, and in the report of an undo. */
import { groupBy } from '../../core/compare.ts';
import type { ChangeView, Loss, PlanView } from '../../plan/result/change.ts';
import { code, type Item, type List, line, literal, message } from '../blocks/block.ts';
import { textOf } from '../blocks/text.ts';
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

/** Losses, and changes that an undo reverts only after a manual step. */
export function lossLists(lost: readonly Loss[]): readonly (List & { readonly number: number })[] {
  const { gone, later } = partsOf(lost);
  const lists = [
    { of: 'lost', heading: 'Cannot be reverted', own: gone },
    { of: 'step', heading: 'Can be reverted only after a manual step', own: later },
  ];
  return lists.flatMap(({ of, heading, own }) =>
    own.length === 0 ? [] : [{ ...reportList(of, heading, lossItems(own)), number: own.length }],
  );
}

/** Missing: no losses. */
export function lossesText(lost: readonly Loss[]) {
  const { gone, later } = partsOf(lost);
  const textsOf = (own: readonly Loss[], verb: string) =>
    own.length > 0 && [`${count(own.length, 'item')} ${verb}:`, lossItems(own).map(({ head }) => `  ${textOf(head)}`)];
  return (
    lost.length > 0 && [textsOf(gone, 'cannot be reverted'), textsOf(later, 'can be reverted only after a manual step')]
  );
}

function partsOf(lost: readonly Loss[]) {
  return { gone: lost.filter(({ needsStep }) => !needsStep), later: lost.filter(({ needsStep }) => needsStep) };
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
