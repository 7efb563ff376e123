/** Finds the known word that is closest to a misspelt one, for "did you mean". */
import { distance } from 'fastest-levenshtein';

const farthest = 2;

/** Limits the time for hints in a configuration with many mistakes. */
const maxComparisons = 2_000_000;

export type Suggest = (word: string, candidates: Iterable<string>) => string | undefined;

export function createSuggest(): Suggest {
  let comparisons = 0;
  return (word, candidates) => {
    let best: { readonly candidate: string; readonly far: number } | undefined;
    for (const candidate of candidates) {
      comparisons += 1;
      if (comparisons > maxComparisons) return undefined;
      const far = distanceBetween(word, candidate);
      if (far < (best?.far ?? Number.POSITIVE_INFINITY)) best = { candidate, far };
    }
    return best?.candidate;
  };
}

/** Returns infinity for words that are too different: more than half of the shorter word, or more than two letters. E-mail addresses at one host differ only in their names. */
function distanceBetween(whole: string, other: string) {
  if (folded(whole) === folded(other)) return 0.5;
  const host = /@.*/.exec(whole)?.[0] ?? '';
  const isSameHost = other.endsWith(host);
  const [word, candidate] = isSameHost ? [withoutEnd(whole, host), withoutEnd(other, host)] : [whole, other];
  if (Math.abs(word.length - candidate.length) > farthest) return Number.POSITIVE_INFINITY;
  const far = distance(word, candidate);
  const isNear = far * 2 <= Math.min(word.length, candidate.length) || areSwapped(word, candidate);
  return far <= farthest && isNear ? far : Number.POSITIVE_INFINITY;
}

/** `ulr` for `url` */
function areSwapped(word: string, candidate: string) {
  const letters = (text: string) => [...text].sort().join('');
  return word.length > 2 && letters(word) === letters(candidate);
}

function withoutEnd(text: string, end: string): string {
  return text.slice(0, text.length - end.length);
}

/** Treats `shareLinks`, `share_links` and `share-links` as the same word. */
function folded(word: string) {
  return word.toLowerCase().replace(/[-_ ]/g, '');
}
