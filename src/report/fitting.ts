/** Fills a limited number of bytes: how long a text is, and the longest one that fits. */

const encoder = new TextEncoder();

export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/**
 * The text that lists the most things and fits, found by bisection. It begins with few things, because a text that is far too long takes long to write.
 * Undefined: no text fits.
 */
export function longestThatFits(
  textOf: (listed: number) => string,
  most: number,
  budgetBytes: number,
): string | undefined {
  let best: string | undefined;
  let [fitting, tooMany] = [-1, most + 1];
  while (tooMany - fitting > 1) {
    const listed = Math.min(2 * fitting + 64, (fitting + tooMany) >> 1);
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
