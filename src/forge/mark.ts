/** The hidden first line by which docform knows its own issues and comments again, and the text below it. */

/** What a text says of itself: whose it is, and which drift it tells of. */
export interface Mark {
  readonly kind: 'drift' | 'drift-comment' | 'comment';
  /** Which configuration and environment it is about: `docform/production`. */
  readonly target: string;
  /** `sha256:…` of the drift. */
  readonly digest?: string;
  /** Why a comment was made. */
  readonly says?: 'changed' | 'again' | 'clean';
}

/** What may be a target: nothing in it can end the hidden line. */
export const targetPattern = /^[\w.-]+(\/[\w.-]+)*$/;

/**
 * GitHub refuses comments over 65,536 characters. A character is at least one byte, so that a text within 65,000 bytes, which is what
 * docform's reports keep to, fits together with its first line.
 */
export const maxBodyBytes = 65_400;

export function markLine({ kind, target, digest, says }: Mark): string {
  const facts = [
    `target=${target}`,
    ...(digest === undefined ? [] : [`digest=${digest}`]),
    ...(says === undefined ? [] : [`says=${says}`]),
  ];
  return `<!-- docform:${kind} ${facts.join(' ')} -->`;
}

/** The mark in the first line of `body`; whatever stands further down was put there by somebody else. */
export function markLineOf(body: string): string | undefined {
  return /^\s*(<!-- docform:[\w-]+ target=[^\n]*? -->)[ \t\r]*(?:\n|$)/.exec(body)?.[1];
}

/** Whether `body` is one of this kind and target, whatever else its mark says. */
export function hasMark(body: string, { kind, target }: Pick<Mark, 'kind' | 'target'>): boolean {
  return `${markLineOf(body) ?? ''} `.startsWith(`<!-- docform:${kind} target=${target} `);
}

/** The digest that the mark of `body` states. */
export function digestOf(body: string): string | undefined {
  return / digest=(\S+) /.exec(markLineOf(body) ?? '')?.[1];
}

/** A body with its mark, no longer than a forge takes: what is too long ends with a whole line, and says so. */
export function markedBody(mark: Mark, text: string): string {
  const body = `${markLine(mark)}\n${withoutCommands(text.trim())}`;
  if (byteLength(body) <= maxBodyBytes) return body;
  const notice = '\n\n_This text is longer than a comment may be: the rest of it is in the log of the run._';
  let kept = body.slice(0, maxBodyBytes - byteLength(notice));
  do kept = kept.slice(0, Math.max(kept.lastIndexOf('\n'), 0));
  while (byteLength(kept + notice) > maxBodyBytes);
  return kept + notice;
}

/** Whether a forge that was given `wanted` would now answer with `body`: line ends and margins are its own business. */
export function isSameText(body: string, wanted: string): boolean {
  const plain = (text: string) => text.replace(/\r\n?/g, '\n').trim();
  return plain(body) === plain(wanted);
}

/** GitLab takes a line that begins with a slash for a command to it, such as `/close`. */
function withoutCommands(text: string): string {
  return text.replace(/^([ \t]*)\//gm, '$1\\/');
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
