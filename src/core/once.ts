/** Caches the result of the first call. */
export function cacheFirstResult<T>(work: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: work() };
    return known.value;
  };
}

/** Caches the result for the latest text. `known`: the result, which needs no work. */
export function cacheLatest<T>(work: (text: string) => T): (text: string, known?: T) => T {
  let last: { readonly text: string; readonly value: T } | undefined;
  return (text, known) => {
    if (known !== undefined || last?.text !== text) last = { text, value: known ?? work(text) };
    return last.value;
  };
}

/** Caches one result for each object, as long as the object is in use. */
export function cachePerObject<Of extends object, T>(work: (of: Of) => T): (of: Of) => T {
  const known = new WeakMap<Of, { readonly value: T }>();
  return (of) => {
    let held = known.get(of);
    if (held === undefined) {
      held = { value: work(of) };
      known.set(of, held);
    }
    return held.value;
  };
}
