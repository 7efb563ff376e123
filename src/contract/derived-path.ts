/** The path that the platform derives from a title. No document states the rule. */

const longestPath = 100;

export function derivedPath(title: string, fallback: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const slug = plain.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
  return slug.slice(0, longestPath) || fallback;
}

/** Adds a number to a path that is taken. */
export function freePath(slug: string, isTaken: (path: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`;
    const path = slug.slice(0, longestPath - suffix.length) + suffix;
    if (!isTaken(path)) return path;
  }
}
