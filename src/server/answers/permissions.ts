/** `permissions` of answers: what the caller may do, by the same table that requests are checked with. */
import type { Context } from '../context.ts';
import type { Role, Row } from '../records.ts';
import { isAtLeast, levelOf, roleIn } from '../rules/access.ts';
import { needs, type Operation } from '../rules/needs.ts';
import { ownsTeam } from '../rules/rights.ts';

/** Operations that need a role or level, and nothing else. */
type Leveled = {
  [O in Operation]: (typeof needs)[O] extends { readonly of: 'organization' | 'space' | 'collection' } ? O : never;
}[Operation];

function reaches(role: Role | null | undefined, operation: Leveled): boolean {
  return isAtLeast(role, needs[operation].least);
}

/** What no operation stands behind goes with `admin`. */
export function organizationPermissions(context: Context, organization: string) {
  const role = roleIn(context, organization);
  const admin = reaches(role, 'updateOrganization');
  return {
    view: reaches(role, 'getOrganization'),
    admin,
    ownTeam: admin || (isAtLeast(role, 'read') && ownsAnyTeam(context, organization)),
    createContent: isAtLeast(role, 'create'),
    createOpenAPISpec: reaches(role, 'createOpenApiSpec'),
    ingestConversations: admin,
    viewBilling: admin,
    listMembers: reaches(role, 'listMembers'),
    listTeams: reaches(role, 'listTeams'),
    listIntegrations: admin,
  };
}

function ownsAnyTeam({ store, callerId }: Context, organization: string): boolean {
  return store.all('team-member', callerId).some(({ target, data }) => target === organization && data.role === 'owner');
}

export function collectionPermissions(context: Context, row: Row<'collection'>) {
  const level = levelOf(context, row);
  return {
    view: reaches(level, 'getCollection'),
    admin: reaches(level, 'updateCollection'),
    viewInviteLinks: reaches(roleIn(context, row.scope), 'getLinkInvite'),
    create: isAtLeast(level, 'create'),
  };
}

/** In the trash a space is only seen and restored; a locked one is not written to. */
export function spacePermissions(context: Context, row: Row<'space'> | Row<'trashed-space'>) {
  const level = levelOf(context, row);
  const isActive = row.kind === 'space';
  const isWritable = isActive && row.data.editMode !== 'locked';
  const admin = reaches(level, 'updateSpace');
  return {
    view: reaches(level, 'getSpace'),
    access: isActive && reaches(level, 'listSpaceLinks'),
    admin,
    viewInviteLinks: reaches(roleIn(context, row.scope), 'getLinkInvite'),
    edit: isWritable && reaches(level, 'importChangeRequestContent'),
    triggerGitSync: isWritable && admin,
    comment: isActive && reaches(level, 'createSpaceComment'),
    merge: isWritable && isAtLeast(level, 'review'),
    review: isActive && isAtLeast(level, 'review'),
  };
}

/** `admin`: of the roster and the title. */
export function teamPermissions(context: Context, team: Row<'team'>) {
  const role = roleIn(context, team.parent);
  const view = reaches(role, 'getTeam');
  return { admin: isAtLeast(role, needs.updateTeam.least) || (view && ownsTeam(context, team.id)), view };
}

/** `admin`: of what only admins may do with a site. */
export function sitePermissions(context: Context, organization: string) {
  const role = roleIn(context, organization);
  return { view: reaches(role, 'getSite'), admin: reaches(role, 'deleteSite') };
}

export function definitionPermissions(
  context: Context,
  organization: string,
  kind: 'CustomField' | 'OpenApiSpec' | 'Translation',
): { view: boolean; edit: boolean } {
  const role = roleIn(context, organization);
  return { view: reaches(role, `get${kind}`), edit: reaches(role, `delete${kind}`) };
}
