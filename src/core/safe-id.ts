/** Which ids of the platform are taken at their word: they become parts of paths and keys of maps. */

/** True for what the platform's ids are made of; a path or a prototype that one could lead to is none. */
export function isSafeId(id: string): boolean {
  return /^[\w-]+$/.test(id) && id !== '__proto__';
}
