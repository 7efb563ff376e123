/** Paths made from titles, where none is given. Pure. */

const longestPath = 100;

/** `Payments & Co` is `payments-co`; `fallback` where nothing is left of the title. */
export function slugOf(title: string, fallback: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const slug = plain.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
  return slug.slice(0, longestPath) || fallback;
}

/** The slug, or the first of `slug-2`, `slug-3` … that is not taken. */
export function freePath(slug: string, isTaken: (path: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`;
    const path = slug.slice(0, longestPath - suffix.length) + suffix;
    if (!isTaken(path)) return path;
  }
}
