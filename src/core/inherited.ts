/** Finds who says a value that others inherit, going from one container up to the next. */

/** `top`: nobody up to the top level says it. `unseen`: whoever comes next is not seen, or was passed already. */
export type Said<T> =
  | { readonly by: 'itself' | 'above'; readonly at: T }
  | { readonly by: 'top' }
  | { readonly by: 'unseen'; readonly at?: T };

export interface Inheritance<T> {
  readonly inherits: (at: T) => boolean;
  /** null: the top level; undefined: it is not seen. */
  readonly above: (at: T) => T | null | undefined;
  readonly idOf: (at: T) => string;
}

export function saidFor<T>(start: T, { inherits, above, idOf }: Inheritance<T>): Said<T> {
  const passed = new Set<string>();
  let at = start;
  while (inherits(at)) {
    const next = above(at);
    if (next === null) return { by: 'top' };
    if (next === undefined) return { by: 'unseen' };
    // The platform tells a ring.
    if (passed.has(idOf(next))) return { by: 'unseen', at: next };
    passed.add(idOf(next));
    at = next;
  }
  return { by: at === start ? 'itself' : 'above', at };
}
