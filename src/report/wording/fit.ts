/** Cuts a text to a number of bytes. */

const encoder = new TextEncoder();

export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** The text with the most items that fits, found by bisection. The search starts with none and few items, because long texts are slow to build. Undefined: no text fits. */
export function longestThatFits(
  textOf: (listed: number) => string,
  most: number,
  budgetBytes: number,
): string | undefined {
  let best: string | undefined;
  let [fitting, tooMany] = [-1, most + 1];
  while (tooMany - fitting > 1) {
    const listed = fitting === -1 ? 0 : Math.min(2 * fitting + 64, (fitting + tooMany) >> 1);
    const text = textOf(listed);
    if (byteLength(text) > budgetBytes) {
      tooMany = listed;
    } else {
      fitting = listed;
      best = text;
    }
  }
  return best;
}
