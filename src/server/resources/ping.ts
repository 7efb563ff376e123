/** The caller's sign of life, and the token that tells other services about them. */

import { randomBytes } from 'node:crypto';
import { ping } from '../../contract/organization-members.ts';
import type { Context } from '../context.ts';
import { resource } from '../resource.ts';
import { routeInTwoSteps } from '../route.ts';
import { inOrganization } from '../rules/needs.ts';
import { requireObject } from '../rules/require.ts';
import { rewrite } from '../rules/write.ts';

/** Name of the fact that holds the secret which claims are signed with, as base64url; made at the first sign of life. */
export const claimsSecretFact = 'visitorClaimsSecret';

const lifetimeSeconds = 60 * 60;

interface VisitorClaims {
  readonly issuer: string;
  /** Id of the organization. */
  readonly audience: string;
  /** Id of the user. */
  readonly subject: string;
  readonly issuedAtSeconds: number;
  readonly expiresAtSeconds: number;
  readonly about: {
    readonly email: string;
    readonly name: string;
    readonly role: string | null;
    readonly teams: readonly string[];
  };
  /** As base64url. */
  readonly secret: string;
}

/** Remembers that the caller was there. Teams are named by their ids. */
function notePing(context: Context, organization: string): VisitorClaims {
  const { store, callerId } = context;
  const was = requireObject(context, 'member', callerId, organization);
  const { email, displayName: name, role } = rewrite(context, was, { ...was.data, lastSeenAt: context.now }).data;
  const teams = store
    .all('team-member', callerId)
    .flatMap(({ target, parent }) => (target === organization ? [parent] : []));
  const issuedAtSeconds = Math.floor(context.nowMs / 1000);
  return {
    issuer: context.origin,
    audience: organization,
    subject: callerId,
    issuedAtSeconds,
    expiresAtSeconds: issuedAtSeconds + lifetimeSeconds,
    about: { email, name, role, teams },
    secret: secretOf(context),
  };
}

function secretOf({ store }: Context): string {
  const known = store.readFact(claimsSecretFact);
  if (known !== undefined) return known;
  const made = randomBytes(32).toString('base64url');
  store.writeFact(claimsSecretFact, made);
  return made;
}

/** The claims as a signed token. The package is loaded with the first one, so that the platform starts without it. */
async function signClaims(claims: VisitorClaims): Promise<string> {
  const { SignJWT } = await import('jose');
  return new SignJWT({ ...claims.about })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(claims.issuer)
    .setAudience(claims.audience)
    .setSubject(claims.subject)
    .setIssuedAt(claims.issuedAtSeconds)
    .setExpirationTime(claims.expiresAtSeconds)
    .sign(Buffer.from(claims.secret, 'base64url'));
}

export const pings = resource({
  titles: {},
  routes: [
    routeInTwoSteps(
      ping,
      inOrganization('guest'),
      ({ context, path }) => notePing(context, path.organizationId),
      async (claims) => ({ serviceVisitorClaims: await signClaims(claims) }),
    ),
  ],
});
