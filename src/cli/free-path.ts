/** Paths for what states none, made from titles as the platform makes them. */

const longestPath = 100;

/** `Payments & Co` is `payments-co`. */
export function slugOf(title: string, fallback: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const slug = plain.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
  return slug.slice(0, longestPath) || fallback;
}

/** The slug, with a number where it is among those taken; what it answers with is taken from then on. */
export function freePath(slug: string, taken: Set<string>): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`;
    const path = slug.slice(0, longestPath - suffix.length) + suffix;
    if (taken.has(path)) continue;
    taken.add(path);
    return path;
  }
}
