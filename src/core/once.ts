/** Works something out the first time it is asked for, and answers with the same from then on. */
export function once<T>(work: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: work() };
    return known.value;
  };
}

/** The same of a text, as long as it is asked for that one again and again. */
export function onceInARow<T>(work: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly value: T } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, value: work(text) };
    return last.value;
  };
}

/** The same of whatever it is asked for, as long as that is in use. */
export function onceFor<Of extends object, T>(work: (of: Of) => T): (of: Of) => T {
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
