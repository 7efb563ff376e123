/** Finds the longest document within a number of bytes. */

const encoder = new TextEncoder();

export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** A way to write a document, with up to `most` further entries. */
export type Stage = readonly [most: number, textOf: (listed: number) => string];

/** The first stage that fits, with the most entries that fit. Undefined: no stage fits. */
export function longestText(stages: readonly Stage[], budgetBytes: number): string | undefined {
  for (const stage of stages) {
    const found = longestOf(stage, budgetBytes);
    if (found !== undefined) return found.text;
  }
  return undefined;
}

/** Found by bisection. The search starts with none and few entries, because long texts are slow to build. */
export function longestOf([most, textOf]: Stage, budgetBytes: number) {
  let best: { readonly listed: number; readonly text: string } | undefined;
  let [fitting, tooMany] = [-1, most + 1];
  while (tooMany - fitting > 1) {
    const listed = fitting === -1 ? 0 : Math.min(2 * fitting + 64, (fitting + tooMany) >> 1);
    const text = textOf(listed);
    if (byteLength(text) > budgetBytes) {
      tooMany = listed;
    } else {
      fitting = listed;
      best = { listed, text };
    }
  }
  return best;
}
