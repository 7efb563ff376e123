/** Organizations, their settings, and their link invites. */
import type { Static } from '@sinclair/typebox';
import { createOpenApiSpec } from '../../contract/2025-06/openapi-specifications.ts';
import { listMembers } from '../../contract/2025-06/organization-members.ts';
import * as contract from '../../contract/2025-06/organizations.ts';
import { listTeams } from '../../contract/2025-06/teams.ts';
import type { Role } from '../../contract/roles.ts';
import { mapPage, pageOfItems } from '../http/pages.ts';
import type { OrganizationRecord } from '../records/organization-record.ts';
import { appUrl, canCall, defined, shownOf } from '../rules/answers.ts';
import { changed, rewrite } from '../rules/changes.ts';
import type { Context } from '../rules/context.ts';
import type { FixtureContext } from '../rules/fixture-context.ts';
import { freeKey, requireInScope, uniqueKey } from '../rules/objects.ts';
import { administrator, anyone, inOrganization, removeRow, resource, route } from '../rules/resource.ts';
import { isAtLeast, roleIn } from '../rules/rights.ts';
import type { Row } from '../store/records.ts';

declare module '../store/records.ts' {
  interface Records {
    organization: OrganizationRecord;
    'link-invite': {
      role: Role | null;
      /** Only the `gitbook` dialect has invites to a space or a collection. */
      space?: string;
      collection?: string;
    };
  }
}

function ownsAnyTeam({ store, callerId }: Context, organization: string) {
  return store
    .all('team-member', callerId)
    .some(({ target, data }) => target === organization && data.role === 'owner');
}

function ownOrganizations({ store, callerId }: Context) {
  const rows = store.all('member', callerId).map((member) => store.find('organization', member.parent));
  return rows.filter((row) => row !== undefined).sort((a, b) => a.position - b.position);
}

export function organizationAnswer(
  context: Context,
  { id, data }: Row<'organization'>,
): Static<typeof contract.Organization> {
  const { defaultSite, logo, shown: _, mergeRules: _rules, ...settings } = data;
  const urls = { location: `${context.origin}/v1/orgs/${id}`, app: appUrl(id, 'home', id) };
  return defined({
    object: 'organization' as const,
    id,
    ...settings,
    defaultContent: defaultSite === undefined ? undefined : { type: 'site', site: defaultSite },
    internal_isOnNewTrial: true,
    urls: logo === undefined ? urls : { ...urls, logo },
    trial: { status: 'notapplicable' as const },
    ...shownOf<Static<typeof contract.Organization>>(data),
    permissions: organizationPermissions(context, id),
  });
}

/** Permissions without an operation of the contract require the role `admin`. */
function organizationPermissions(context: Context, organization: string) {
  const role = roleIn(context, organization);
  const admin = canCall(role, contract.updateOrganization);
  return {
    view: canCall(role, contract.getOrganization),
    admin,
    ownTeam: admin || ownsAnyTeam(context, organization),
    createContent: isAtLeast(role, 'create'),
    createOpenAPISpec: canCall(role, createOpenApiSpec),
    ingestConversations: admin,
    viewBilling: admin,
    listMembers: canCall(role, listMembers),
    listTeams: canCall(role, listTeams),
    listIntegrations: admin,
  };
}

function loadOrganization({ all, put, tick, organization: id }: FixtureContext) {
  const [settings] = all('organization');
  const { title = id, logo, emailDomains = [], hostname, defaultRole = 'read', ...stated } = settings?.fields ?? {};
  const { sso = false, ai = true, inviteLinks = true, shown } = stated;
  const record = {
    title,
    ...defined({ logo }),
    emailDomains,
    defaultRole,
    sso,
    ai,
    inviteLinks,
    ...defined({ shown, hostname }),
  };
  const key = hostname === undefined ? {} : { uniqueKey: uniqueKey('hostname', '', hostname.toLowerCase()) };
  put(
    'organization',
    { parent: '', id, scope: '', ...key },
    { ...record, type: 'business', plan: 'pro_2024', createdAt: tick() },
  );
}

/** Called after sites are loaded, because sites and their organization refer to each other. */
export function setDefaultSite({ store, organization, all, idOf }: FixtureContext) {
  const defaultSite = idOf('site', all('organization')[0]?.fields.defaultContent);
  const row = store.find('organization', organization);
  if (row && defaultSite !== undefined) store.replace(row, { ...row, data: { ...row.data, defaultSite } });
}

/** Only the `gitbook` dialect has links for guests. */
export function linkInviteAnswer(row: Row<'link-invite'>) {
  return { object: 'invite' as const, id: row.id, role: row.data.role as Role, redundant: false };
}

function loadLinkInvites({ all, add, organization }: FixtureContext) {
  for (const invite of all('link-invite')) {
    const { id = invite.key, role } = invite.fields;
    add(invite, { parent: organization, id: invite.pin ?? String(id) }, { role: role === undefined ? 'read' : role });
  }
}

export const organizations = resource({
  fixtureFields: {
    organization: [
      'title',
      'emailDomains',
      'hostname',
      'defaultRole',
      'defaultContent',
      'logo',
      'sso',
      'ai',
      'inviteLinks',
      'shown',
    ],
    'link-invite': ['id', 'role'],
  },
  routes: [
    /** The caller sees only their own organizations, and organizations that are open to their own e-mail domain. */
    route(contract.listEmailDomainOrganizations, anyone, ({ context, path }) => {
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
    route(contract.listOrganizations, anyone, ({ context, query }) =>
      mapPage(pageOfItems(ownOrganizations(context), query), (row) => organizationAnswer(context, row)),
    ),
    route(contract.getOrganization, inOrganization('guest'), ({ context, row }) => organizationAnswer(context, row)),
    route(contract.updateOrganization, administrator, ({ context, row: was, body }) => {
      const { defaultContent, defaultRole = was.data.defaultRole, ...members } = body;
      const { hostname } = members;
      const site = defaultContent?.site;
      if (site !== undefined) requireInScope(context, 'site', was.id, site);
      const taken = `hostname ${JSON.stringify(hostname)} is taken`;
      const key =
        hostname === undefined
          ? was.uniqueKey
          : freeKey(context, ['hostname', '', hostname.toLowerCase()], was.id, taken);
      // Null is a value of the role, but removes other members.
      const changes = { ...members, defaultSite: defaultContent === null ? null : site };
      const data = { ...changed(was.data, changes), ...defined({ defaultRole }) };
      return organizationAnswer(context, rewrite(context, was, data, { uniqueKey: key }));
    }),
    route(contract.getLinkInvite, administrator, ({ row }) => linkInviteAnswer(row)),
    route(contract.deleteLinkInvite, administrator, removeRow),
    route(contract.updateLinkInvite, administrator, ({ context, row, body }) =>
      linkInviteAnswer(rewrite(context, row, { ...row.data, role: body.role })),
    ),
  ],
  load: (fixture) => {
    loadOrganization(fixture);
    loadLinkInvites(fixture);
  },
});
