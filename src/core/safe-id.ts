/** Checks that an id of the platform may become part of a path or the key of a map. */

/** True for what the platform's ids are made of; a path or a prototype that one could lead to is none. */
export function isSafeId(id: string): boolean {
  return /^[\w-]+$/.test(id) && id !== '__proto__';
}
