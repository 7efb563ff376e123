/** Who made a report, when, from which commit, and where. No digest covers these facts. */

import { withoutMissing } from '../../core/defined.ts';
import { code, joined, type Line, line, link } from '../blocks/block.ts';
import { oneLine } from '../wording/sanitize.ts';

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
  return identity === undefined ? '(unknown)' : oneLine(withoutMissing(identity.name, `(${identity.id})`).join(' '));
}

export function tokenDocument({ from, identity }: TokenOrigin) {
  return { from: from ?? null, identity: identity === undefined ? null : { ...identity, name: identity.name ?? null } };
}

/** The first line of a comment. A later run finds the comment by this line. */
export const planMarker = '<!-- docform:plan -->';

/** `commit 1a2b · the run · Read at 2026-02-01T00:00:00.000Z · docform 1.2.3 · token owner: Docs Bot (u1)` */
export function originLine(origin: Origin): Line {
  const { commit, run, environment, host, readAt, version, token } = origin;
  const facts = withoutMissing(
    commit !== undefined && line`commit ${code(commit)}`,
    environment !== undefined && line`environment ${code(environment)}`,
    host !== undefined && line`API host: ${code(host)}`,
    run !== undefined && link('the run', run),
    readAt !== undefined && line`Read at ${readAt}`,
    version !== undefined && line`docform ${version}`,
    token !== undefined && line`token owner: ${identityText(token)}`,
  );
  return joined(facts, ' · ');
}
