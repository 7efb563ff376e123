/** The start of texts about effects that come later. */

/** Only people join. */
export const afterJoining = 'after joining: ';

/** Other objects wait for a person who creates them. */
export const afterCreation = 'pending: ';

export function withoutPendingStart(text: string): string {
  const start = [afterJoining, afterCreation].find((each) => text.startsWith(each)) ?? '';
  return text.slice(start.length);
}
