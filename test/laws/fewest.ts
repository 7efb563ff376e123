/** The fewest moves that bring a list into another order, counted by looking at every way. */

/** A list of items that can all name each other: those off the longest increasing subsequence have to move. */
export function fewestOfOneKind(now: readonly string[], wanted: readonly string[]): number {
  const places = now.map((item) => wanted.indexOf(item));
  const lengths: number[] = [];
  for (const [at, place] of places.entries())
    lengths.push(1 + Math.max(0, ...lengths.filter((_, before) => (places[before] ?? 0) < place && before < at)));
  return now.length - Math.max(0, ...lengths);
}

/** Sections name only sections as their neighbours, groups either. */
export function fewestOfBoth(now: readonly string[], wanted: readonly string[], isSection: (item: string) => boolean): number {
  const goal = wanted.join(' ');
  const seen = new Set([now.join(' ')]);
  let lists = [now];
  for (let moves = 0; lists.length > 0; moves++) {
    if (lists.some((list) => list.join(' ') === goal)) return moves;
    lists = lists
      .flatMap((list) => list.flatMap((item) => after(list, item, isSection)))
      .filter((list) => !seen.has(list.join(' ')) && seen.add(list.join(' ')));
  }
  throw new Error('no moves lead there');
}

/** All lists that one move of the item makes. */
function after(list: readonly string[], item: string, isSection: (item: string) => boolean): readonly (readonly string[])[] {
  const rest = list.filter((other) => other !== item);
  return rest.flatMap((beside, at) => {
    if (isSection(item) && !isSection(beside)) return [];
    return [at, at + 1].map((place) => [...rest.slice(0, place), item, ...rest.slice(place)]);
  });
}
