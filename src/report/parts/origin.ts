/** Who made a report, when, from which commit, and where. No digest covers these facts. */

import { present } from '../../core/defined.ts';
import { escapeMarkdown, inlineCode, oneLine } from '../wording/sanitize.ts';

export interface Origin {
  /** With `-modified` if a file of the configuration differs from the commit, and `-unverified` if Git could not compare them. */
  readonly commit?: string;
  /** URL of the run. The caller has validated the URL. */
  readonly run?: string;
  readonly environment?: string;
  readonly host?: string;
  /** Start of reading (RFC 3339). */
  readonly readAt?: string;
  readonly version?: string;
  readonly token?: TokenOrigin;
}

export interface TokenOrigin {
  /** Missing: no token is needed. */
  readonly from?: string;
  /** The user of the token. Missing: the platform does not report the user. */
  readonly identity?: { readonly id: string; readonly name?: string };
}

export function identityText({ identity }: TokenOrigin): string {
  return identity === undefined ? '(unknown)' : oneLine(present(identity.name, `(${identity.id})`).join(' '));
}

export function tokenDocument({ from, identity }: TokenOrigin) {
  return { from: from ?? null, identity: identity === undefined ? null : { ...identity, name: identity.name ?? null } };
}

/** `Read at 2026-02-01T00:00:00.000Z · docform 1.2.3 · token owner: Docs Bot (u1)` */
function readMarkdown({ readAt, version, token }: Origin) {
  return present(
    readAt !== undefined && `Read at ${escapeMarkdown(readAt)}`,
    version !== undefined && `docform ${escapeMarkdown(version)}`,
    token !== undefined && `token owner: ${escapeMarkdown(identityText(token))}`,
  ).join(' · ');
}

/** The first line of a comment. A later run finds the comment by this line. */
export const planMarker = '<!-- docform:plan -->';

export function originMarkdown(origin: Origin): string {
  const { commit, run, environment, host } = origin;
  const place = present(
    commit !== undefined && `commit ${inlineCode(commit)}`,
    environment !== undefined && `environment ${inlineCode(environment)}`,
    host !== undefined && `API host: ${inlineCode(host)}`,
    run !== undefined && `[the run](${run})`,
  ).join(' · ');
  return [place, readMarkdown(origin)].filter((line) => line !== '').join(' · ');
}
