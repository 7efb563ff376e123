/** Patterns of paths: `*` stands for any text within one part, `**` for any text; everything else for itself. */

/** Tells whether a whole path fits the pattern, in time that grows with the length of both. */
export function pathMatcher(pattern: string): (path: string) => boolean {
  const words = pattern.match(/\*{2,}|\*|[^*]/gsu) ?? [];
  const isAny = words.map((word) => word.startsWith('**'));
  const isStar = words.map((word) => word.startsWith('*'));
  /** Places in the pattern that are reached without another character: stars may stand for nothing. */
  const reach = (places: Set<number>, place: number): void => {
    for (let at = place; ; at += 1) {
      places.add(at);
      if (!isStar[at]) return;
    }
  };
  return (path) => {
    let places = new Set<number>();
    reach(places, 0);
    for (const character of path) {
      const next = new Set<number>();
      for (const at of places) {
        if (isStar[at]) {
          if (isAny[at] || character !== '/') reach(next, at);
        } else if (words[at] === character) reach(next, at + 1);
      }
      places = next;
    }
    return places.has(words.length);
  };
}

/** A member of a match may name one value or several. */
export function oneOrMore<T>(value: T | readonly T[]): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}
