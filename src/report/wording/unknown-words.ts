/** Words for what a plan could not read. */
import { count, wordForm } from '../../core/count.ts';
import { withoutMissing } from '../../core/defined.ts';
import type { Missed, PlanView } from '../../plan/result/change.ts';
import { isIncomplete } from '../../plan/scope/readable-scope.ts';
import { oneLine } from './sanitize.ts';
import { someNames } from './some-names.ts';

const missedTexts: { readonly [M in Missed]: string } = {
  order: 'the declared order could not be compared',
  undeclared: 'undeclared objects will not be deleted (prune: all)',
};

/** The reason why a list is incomplete, and the affected resources. `word`: the noun for resources. */
export function unknownText(unknown: PlanView['unknown'][number], atMost: number, word = 'declared resource'): string {
  const { reason, hides, keeps = [], misses = [], refers = [] } = unknown;
  const hidden = `affects ${count(hides.length, word)}: ${someNames(hides, atMost)}`;
  const referring = `${someNames(refers, atMost)} ${wordForm(refers.length, 'refers', 'refer')} to ${wordForm(hides.length, 'it', 'them')}`;
  const kept = `will not be deleted: ${someNames(keeps, atMost)}`;
  return withoutMissing(
    oneLine(reason),
    hides.length > 0 && hidden,
    refers.length > 0 && referring,
    keeps.length > 0 && kept,
    ...misses.map((each) => missedTexts[each]),
    !isIncomplete(unknown) && `affects no ${word}`,
  ).join('; ');
}
