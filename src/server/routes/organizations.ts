/** Routes of contract section "Organizations", with link invites. */
import {
  deleteLinkInvite,
  getLinkInvite,
  getOrganization,
  listOrganizations,
  updateLinkInvite,
  updateOrganization,
} from '../../contract/organizations.ts';
import { linkInviteAnswer, organizationAnswer } from '../answers/organization.ts';
import type { Context } from '../context.ts';
import { mapPage, pageOfItems } from '../pages.ts';
import type { Row } from '../records.ts';
import { route } from '../route.ts';
import { changed } from '../rules/changed.ts';
import { requireFree } from '../rules/claim.ts';
import { requireInScope, requireObject, requireOrganization, uniqueKey } from '../rules/require.ts';
import { rewrite } from '../rules/write.ts';

function requireInvite(context: Context, path: { organizationId: string; inviteId: string }): Row<'link-invite'> {
  requireOrganization(context, path.organizationId);
  return requireObject(context, 'link-invite', path.inviteId, path.organizationId);
}

/** Those the caller is a member of. */
function ownOrganizations({ store, callerId }: Context): Row<'organization'>[] {
  const rows = store.all('member', callerId).map((member) => store.find('organization', member.parent));
  return rows.filter((row) => row !== undefined).sort((a, b) => a.position - b.position);
}

export const organizationRoutes = [
  route(listOrganizations, ({ context, query }) =>
    mapPage(pageOfItems(ownOrganizations(context), query), (row) => organizationAnswer(context, row)),
  ),
  route(getOrganization, ({ context, path }) => organizationAnswer(context, requireOrganization(context, path.organizationId))),
  route(updateOrganization, ({ context, path, body }) => {
    const was = requireOrganization(context, path.organizationId);
    const { defaultContent, defaultRole, ...rest } = body;
    const site = defaultContent?.site;
    if (site !== undefined) requireInScope(context, 'site', was.id, site);
    const key = rest.hostname === undefined ? was.uniqueKey : uniqueKey('hostname', '', rest.hostname.toLowerCase());
    if (key !== null) requireFree(context, key, was.id, `hostname ${JSON.stringify(rest.hostname)} is taken`);
    const { title, emailDomains, hostname, logo, sso, ai, inviteLinks } = rest;
    const data = changed(was.data, {
      title,
      emailDomains,
      hostname,
      logo,
      sso,
      ai,
      inviteLinks,
      defaultSite: defaultContent === null ? null : site,
    });
    const row = rewrite(context, was, defaultRole === undefined ? data : { ...data, defaultRole }, { uniqueKey: key });
    return organizationAnswer(context, row);
  }),
  route(getLinkInvite, ({ context, path }) => linkInviteAnswer(requireInvite(context, path))),
  route(deleteLinkInvite, ({ context, path }) => context.store.remove(requireInvite(context, path))),
  route(updateLinkInvite, ({ context, path, body }) => {
    const was = requireInvite(context, path);
    return linkInviteAnswer(rewrite(context, was, { role: body.role }));
  }),
];
