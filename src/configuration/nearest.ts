/** Finds the known name that somebody probably meant. */
import { distance } from 'fastest-levenshtein';

const maxDistance = 2;
const maxNameLength = 100;

/** The nearest of the known names at a distance of at most 2; the first of equals, and never one that shares nothing with the name. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  if (name.length > maxNameLength) return undefined;
  let best: string | undefined;
  let bestDistance = Math.min(maxDistance, name.length - 1) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const candidateDistance = distance(name, candidate);
    if (candidateDistance >= bestDistance) continue;
    best = candidate;
    bestDistance = candidateDistance;
  }
  return best;
}
