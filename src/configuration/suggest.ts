/** "Did you mean": the nearest of some names, if it is near enough to be a slip of the pen. */
import { distance } from 'fastest-levenshtein';

/** The nearest candidate at most two edits away (one, for names of up to three characters). */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  let best: { readonly candidate: string; readonly edits: number } | undefined;
  const most = name.length <= 3 ? 1 : 2;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > most) continue;
    const edits = distance(name.toLowerCase(), candidate.toLowerCase());
    if (edits <= most && (best === undefined || edits < best.edits)) best = { candidate, edits };
  }
  return best?.candidate;
}
