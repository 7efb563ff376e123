/** Route of the organizations behind an e-mail domain. */
import { listEmailDomainOrganizations } from '../../contract/organizations.ts';
import { organizationAnswer } from '../answers/organization.ts';
import { route } from '../route.ts';

export const emailDomainRoutes = [
  /** The caller learns only of organizations that are their own, or that are open to their own domain. */
  route(listEmailDomainOrganizations, ({ context, path }) => {
    const wanted = path.emailDomain.toLowerCase();
    const memberships = context.store.all('member', context.callerId);
    const isOwnDomain = memberships.some(({ data }) => data.email.toLowerCase().endsWith(`@${wanted}`));
    const own = new Set(memberships.map(({ parent }) => parent));
    const listing = context.store
      .children('organization', '')
      .filter(({ data }) => data.emailDomains.some((domain) => domain.toLowerCase() === wanted))
      .filter(({ id }) => isOwnDomain || own.has(id));
    return { organizations: listing.map((row) => organizationAnswer(context, row)) };
  }),
];
