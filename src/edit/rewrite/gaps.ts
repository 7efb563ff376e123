/** Keeps empty lines and free comments between the members of a collection that is edited. */
import { isComment } from '../tree/scan.ts';
import type { Lines } from '../tree/tree.ts';

/** What stands above each member. */
export interface Gaps {
  readonly before: (position: number) => Lines;
  /** Behind the last one: comments that nothing else holds. */
  readonly last: Lines;
}

/** `old`: what stood above each member; `order`: which members there are, null: a new one. `isLocal`: a new member follows the example of its neighbours. */
export function gapsOf([first = [], ...rest]: readonly Lines[], order: readonly (number | null)[], isLocal: boolean): Gaps {
  const old: readonly Lines[] = [[], ...rest];
  const usual = usualGap(rest);
  const known = order.filter((index) => index !== null);
  const isReordered = known.some((index, at) => at > 0 && index < (known[at - 1] ?? 0));
  if (isReordered) {
    const beyond = merged(old.slice(order.length));
    return { before: (position) => (position === 0 ? first : (old[position] ?? usual)), last: commentsOf(beyond) };
  }
  let last = -1;
  const before = order.map((index, position): Lines => {
    if (index === null) return position === 0 ? [] : isLocal && isSpaced(old, Math.max(last, 0)) ? [''] : usual;
    const own = merged(old.slice(last + 1, index + 1));
    last = index;
    return position === 0 ? withoutFirstEmpty(commentsOf(own)) : own;
  });
  return {
    before: (position) => (position === 0 ? [...first, ...(before[0] ?? [])] : (before[position] ?? [])),
    last: commentsOf(merged(old.slice((known.at(-1) ?? -1) + 1))),
  };
}

/** Whether an empty line stands behind a member; of the last one, before it. */
function isSpaced(old: readonly Lines[], index: number): boolean {
  return hasEmptyLine(old[index + 1] ?? old[index] ?? []);
}

/** An empty line where most members have one above. */
function usualGap(inner: readonly Lines[]): Lines {
  const empty = inner.filter((gap) => hasEmptyLine(gap)).length;
  return empty * 2 > inner.length ? [''] : [];
}

/** What stood around removed members: every comment, and one run of empty lines. */
function merged(gaps: readonly Lines[]): Lines {
  const withComments = gaps.filter((gap) => gap.some(isComment));
  if (withComments.length > 0) return withComments.flat();
  return gaps.filter(hasEmptyLine).at(-1) ?? gaps.at(-1) ?? [];
}

function hasEmptyLine(gap: Lines): boolean {
  return gap.some((line) => line.trim() === '');
}

function withoutFirstEmpty(gap: Lines): Lines {
  const words = gap.findIndex((line) => line.trim() !== '');
  return words === -1 ? [] : gap.slice(words);
}

function commentsOf(gap: Lines): Lines {
  return gap.some(isComment) ? gap : [];
}
