/** What every report says of a plan that is not the whole one: that it is partial, and what it says nothing of. */
import type { PartOnly } from '../plan/plan-view.ts';
import { oneLine } from './sanitize.ts';
import { count, someNames } from './words.ts';

/** The one word for such a plan, whatever the reason. */
export function partialText(why: string): string {
  return `This plan is partial: it was made ${why} alone, and cannot be saved or applied.`;
}

/** Of a plan of a change alone: that it is partial, and then what it says nothing of. */
export function partTexts({ since, commit, read, notRead }: PartOnly): readonly [string, string] {
  const others = notRead.length === 0 ? 'and there is no other' : `and not ${count(notRead.length, 'other')}: ${someNames(notRead, 3)}`;
  return [
    partialText(`for what the configuration changes since ${oneLine(since)} (${commit.slice(0, 12)})`),
    `It has read ${count(read, 'list')} that the change touches, ${others}. What is wanted or was done by hand elsewhere, it does not tell.`,
  ];
}
