/** Checks that an id of the platform is safe as a path segment and as a key of a map. */

/** False for `..`, `__proto__` and everything that the ids of the platform do not contain. */
export function isSafeId(id: string): boolean {
  return /^[\w-]+$/.test(id) && id !== '__proto__';
}
