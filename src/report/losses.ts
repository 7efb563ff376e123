/** What applying a plan does for good: each loss once, with all that it is about. */
import { keyIn } from '../core/address.ts';
import { groupBy } from '../core/group-by.ts';
import type { ChangeView } from '../plan/plan-view.ts';
import { titleOf } from './alike-changes.ts';
import { oneLine } from './sanitize.ts';
import { type Painter, someNames } from './words.ts';

export interface Loss {
  /** `its address on the site` */
  readonly what: string;
  /** As people call them. */
  readonly of: readonly string[];
}

export function lossesOf(changes: readonly ChangeView[]): readonly Loss[] {
  const all = changes.flatMap((change) => change.lost.map((what) => ({ what, name: titleOf(change) ?? keyIn(change.address) })));
  return [...groupBy(all, ({ what }) => what)].map(([what, group]) => ({ what, of: group.map(({ name }) => name) }));
}

/** The deletes themselves stand above, each of them. */
export function lossesText(changes: readonly ChangeView[], paint: Painter): string {
  const losses = lossesOf(changes);
  if (losses.length === 0) return '';
  const lines = losses.map(({ what, of }) => `  ${someNames(of, 12)}: ${oneLine(what)}`);
  return [paint('delete', 'Cannot be taken back:'), ...lines].join('\n');
}
