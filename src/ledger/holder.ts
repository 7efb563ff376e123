/** The holder of a lock, as plain values. */
import { isText, objectCheck, optionalCheck } from '../core/json.ts';

export interface Holder {
  readonly who: string;
  readonly run?: string;
  readonly since: string;
  /** When the lock ends if it is not extended, in RFC 3339. Set by backends only. */
  readonly until?: string;
}

/** For example `held by ana@build-7 since 2026-01-01T10:00:00Z until 2026-01-01T10:00:30Z, run https://…`. Omits unknown parts. */
export function describeHolder(holder: Holder | undefined): string {
  if (holder === undefined) return 'held by an unknown process';
  const until = holder.until === undefined ? '' : ` until ${holder.until}`;
  const run = holder.run === undefined ? '' : `, run ${holder.run}`;
  return `held by ${plain(holder.who)} since ${plain(holder.since)}${plain(until)}${plain(run)}`;
}

/** Another process wrote the text: keep it on one line, without control characters. */
function plain(text: string) {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').slice(0, 300);
}

export const isHolder = objectCheck<Holder>({
  who: isText,
  since: isText,
  run: optionalCheck(isText),
  until: optionalCheck(isText),
});
