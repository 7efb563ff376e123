/** Finds the container that an inherited value comes from. */

/** `top`: no container sets the value. `unseen`: the next container is not visible, or part of a cycle. */
type Said<T> =
  | { readonly by: 'itself' | 'above'; readonly at: T }
  | { readonly by: 'top' }
  | { readonly by: 'unseen'; readonly at?: T };

interface Inheritance<T> {
  readonly inherits: (at: T) => boolean;
  /** null: the top level; undefined: not visible. */
  readonly above: (at: T) => T | null | undefined;
  readonly idOf: (at: T) => string;
}

export function resolveInherited<T>(start: T, { inherits, above, idOf }: Inheritance<T>): Said<T> {
  const passed = new Set<string>();
  let at = start;
  while (inherits(at)) {
    const next = above(at);
    if (next === null) return { by: 'top' };
    if (next === undefined) return { by: 'unseen' };
    // A cycle in the data of the platform.
    if (passed.has(idOf(next))) return { by: 'unseen', at: next };
    passed.add(idOf(next));
    at = next;
  }
  return { by: at === start ? 'itself' : 'above', at };
}
