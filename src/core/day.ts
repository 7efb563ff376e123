/** Days in UTC, as rules of the configuration write them: `2026-12-31`. */

export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** The rule applies on its last day. */
export function hasEnded({ until }: { readonly until?: string }, today: string): boolean {
  return until !== undefined && until < today;
}
