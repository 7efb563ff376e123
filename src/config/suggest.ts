/** Finds the known word closest to a mistyped one, for "did you mean". */
import { distance } from 'fastest-levenshtein';

const farthest = 2;

/** Comparisons of one run: a configuration full of mistakes must not become slow by hints. */
const mostComparisons = 2_000_000;

export type Suggest = (word: string, candidates: Iterable<string>) => string | undefined;

export function createSuggest(): Suggest {
  let comparisons = 0;
  return (word, candidates) => {
    let best: { readonly candidate: string; readonly far: number } | undefined;
    for (const candidate of candidates) {
      comparisons += 1;
      if (comparisons > mostComparisons) return undefined;
      const far = distanceBetween(word, candidate);
      if (far < (best?.far ?? Number.POSITIVE_INFINITY)) best = { candidate, far };
    }
    return best?.candidate;
  };
}

/** Infinity where the words are too different to be the same one mistyped. */
function distanceBetween(word: string, candidate: string): number {
  if (folded(word) === folded(candidate)) return 0.5;
  if (Math.abs(word.length - candidate.length) > farthest) return Number.POSITIVE_INFINITY;
  const far = distance(word, candidate);
  return far <= farthest && far < Math.min(word.length, candidate.length) ? far : Number.POSITIVE_INFINITY;
}

/** `shareLinks`, `share_links` and `share-links` are one word. */
function folded(word: string): string {
  return word.toLowerCase().replace(/[-_ ]/g, '');
}
