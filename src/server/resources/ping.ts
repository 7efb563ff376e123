/** Ping: records when the caller was last seen, and returns a signed token for other services. */

import { randomBytes } from 'node:crypto';
import { ping } from '../../contract/organization-members.ts';
import type { Context } from '../context.ts';
import { inOrganization, resource, routeInTwoSteps } from '../resource.ts';
import { requireObject, rewrite } from '../rules/objects.ts';

/** Fact with the secret that signs claims, as base64url. Created by the first ping. */
export const claimsSecretFact = 'visitorClaimsSecret';

const lifetimeSeconds = 60 * 60;

interface VisitorClaims {
  issuer: string;
  audience: string;
  subject: string;
  issuedAtSeconds: number;
  expiresAtSeconds: number;
  about: {
    email: string;
    name: string;
    role: string | null;
    teams: readonly string[];
  };
  secret: string;
}

function notePing(context: Context, organization: string) {
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

function secretOf({ store }: Context) {
  const known = store.readFact(claimsSecretFact);
  if (known !== undefined) return known;
  const made = randomBytes(32).toString('base64url');
  store.writeFact(claimsSecretFact, made);
  return made;
}

/** The package is loaded with the first token, because the platform starts faster without it. */
async function signClaims(claims: VisitorClaims) {
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
  routes: [
    routeInTwoSteps(
      ping,
      inOrganization('guest'),
      ({ context, path }) => notePing(context, path.organizationId),
      async (claims) => ({ serviceVisitorClaims: await signClaims(claims) }),
    ),
  ],
});
