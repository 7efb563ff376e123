/** Route of the caller's sign of life. */
import { ping } from '../../contract/organization-members.ts';
import { routeInTwoSteps } from '../route.ts';
import { notePing, signClaims } from '../rules/ping.ts';

export const pingRoutes = [
  routeInTwoSteps(
    ping,
    ({ context, path }) => notePing(context, path.organizationId),
    async (claims) => ({ serviceVisitorClaims: await signClaims(claims) }),
  ),
];
