/** Determines the organization: from a flag, the environment, the configuration, or as the only organization of the token. */

import { count } from '../core/count.ts';
import { organizationsOf } from '../library/request.ts';
import { oneLine } from '../report/sanitize.ts';
import { usageFailure } from './failure.ts';
import { traceRequest } from './progress.ts';
import type { Session } from './session.ts';
import type { Target } from './target.ts';

const mostNamed = 20;

/** `declared`: organization of the configuration. Contacts the platform only if no organization is known. */
export async function organizationOf(session: Session, target: Target, declared: string | undefined): Promise<string> {
  const known = target.organization ?? session.settings.organization ?? declared;
  if (known !== undefined) return known;
  const { only, summary } = await seenOrganizations(session, target);
  if (only !== undefined) return only;
  throw usageFailure(
    `no organization is set, and ${summary}`,
    'set --organization ID or DOCFORM_ORG',
    'E-ORGANIZATION-CHOICE',
  );
}

/** `only`: the id, if the token can read exactly one organization. `summary`: the end of a sentence. */
export async function seenOrganizations(session: Session, target: Target) {
  const { organizations, unknown } = await organizationsOf(target.platform, {
    ...target.traffic,
    onRequest: traceRequest(session),
  });
  const named = organizations.slice(0, mostNamed).map(({ id, title }) => `${id} (${oneLine(title)})`);
  const rest = organizations.length > mostNamed ? ` and ${organizations.length - mostNamed} more` : '';
  const found = organizations.length === 0 ? 'no organization' : count(organizations.length, 'organization');
  const result =
    unknown === undefined ? `this token can read ${found}` : `the list of organizations could not be read: ${unknown}`;
  return {
    only: organizations.length === 1 && unknown === undefined ? organizations[0]?.id : undefined,
    summary: `${result}${named.length === 0 ? '' : `: ${named.join(', ')}${rest}`}`,
  };
}
