/** Empty lines and comments that belong to no member: what stands between the members of a collection once it is edited. */

/** Lines between two neighbours, each with its line break; `index`: of the members before, null: a new one. */
export interface Gaps {
  readonly before: (position: number) => string;
  /** Behind the last one: comments that nothing else holds. */
  readonly last: string;
}

/** `old`: what stood before each member, the first one's being nothing. `isLocal`: a new member follows the example of its neighbours. */
export function gapsOf(
  old: readonly string[],
  order: readonly (number | null)[],
  { eol, isLocal }: { readonly eol: string; readonly isLocal: boolean },
): Gaps {
  const usual = usualGap(old, eol);
  const known = order.filter((index) => index !== null);
  const isReordered = known.some((index, at) => at > 0 && index < (known[at - 1] ?? 0));
  if (isReordered) {
    const beyond = merged(old.slice(order.length));
    return { before: (position) => (position === 0 ? '' : (old[position] ?? usual)), last: commentsOf(beyond) };
  }
  const before = order.map((index, position) => {
    const last = order.slice(0, position).findLast((each) => each !== null);
    if (index === null) return position === 0 ? '' : isLocal && isSpaced(old, last ?? 0) ? eol : usual;
    const between = old.slice((last ?? -1) + 1, index + 1);
    const own = merged(between);
    return position === 0 ? commentsOf(own) : own;
  });
  const lastKnown = known.at(-1) ?? -1;
  return { before: (position) => before[position] ?? '', last: commentsOf(merged(old.slice(lastKnown + 1))) };
}

/** Whether an empty line stands behind a member; of the last one, before it. */
function isSpaced(old: readonly string[], index: number): boolean {
  return hasEmptyLine(old[index + 1] ?? old[index] ?? '');
}

/** An empty line where most members have one above. */
function usualGap(old: readonly string[], eol: string): string {
  const inner = old.slice(1);
  const empty = inner.filter((gap) => hasEmptyLine(gap)).length;
  return empty * 2 > inner.length ? eol : '';
}

/** What stood around removed members: every comment, and one run of empty lines. */
function merged(gaps: readonly string[]): string {
  const withComments = gaps.filter((gap) => gap.includes('#'));
  if (withComments.length > 0) return withComments.join('');
  return gaps.filter(hasEmptyLine).at(-1) ?? gaps.at(-1) ?? '';
}

function hasEmptyLine(gap: string): boolean {
  return gap.split('\n').some((line, at, all) => at < all.length - 1 && line.trim() === '');
}

function commentsOf(gap: string): string {
  return gap.includes('#') ? gap : '';
}
