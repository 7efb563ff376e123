/** Who holds a lock, in the words that others who wait for it are shown. */

export interface Holder {
  /** Such as `ana@build-7`. */
  readonly who: string;
  /** Link to the run, such as the address of a CI job. */
  readonly run?: string;
  /** RFC 3339. */
  readonly since: string;
  /** RFC 3339; when the lock ends unless it is extended. Told by backends, not given to them. */
  readonly until?: string;
}

/** `held by ana@build-7 since 2026-01-01T10:00:00Z until 2026-01-01T10:00:30Z, run https://…`: what is not known is left out. */
export function describeHolder(holder: Holder | undefined): string {
  if (holder === undefined) return 'held by somebody the backend does not name';
  const until = holder.until === undefined ? '' : ` until ${holder.until}`;
  const run = holder.run === undefined ? '' : `, run ${holder.run}`;
  return `held by ${plain(holder.who)} since ${plain(holder.since)}${plain(until)}${plain(run)}`;
}

/** What others wrote about themselves is shown on one line, without control characters. */
function plain(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').slice(0, 300);
}

/** undefined: the text is no holder, or names no one. */
export function parseHolder(text: string): Holder | undefined {
  try {
    const holder: unknown = JSON.parse(text);
    return isHolder(holder) ? holder : undefined;
  } catch {
    return undefined;
  }
}

export function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null) return false;
  const { who, since, run, until } = value as { readonly [name: string]: unknown };
  const isText = (text: unknown) => typeof text === 'string';
  return isText(who) && isText(since) && [run, until].every((text) => text === undefined || isText(text));
}
