/** Invitations and the caller in the vendor's dialect. */
import type { Role } from '../../contract/roles.ts';
import { createLinkInvite, getCaller, inviteMembers, listLinkInvites } from '../../contract/vendor/people.ts';
import type { Context } from '../context.ts';
import { impossible, notFound } from '../errors.ts';
import type { Row } from '../records.ts';
import { anyone, type BodyOf, inOrganization, listRoute, resource, route } from '../resource.ts';
import { nameIn, userAnswer } from '../resources/member.ts';
import { linkInviteAnswer } from '../resources/organization.ts';
import { addObject, isKeyUsed, uniqueKey } from '../rules/objects.ts';
import { userWithEmail } from '../tokens.ts';

declare module '../records.ts' {
  interface Records {
    invitation: {
      email: string;
      role: Role | null;
      sso: boolean;
      createdAt: string;
    };
  }
}

interface Invited {
  email: string;
  role: Role | null;
}

function invitedIn({ emails, role = 'read' }: BodyOf<typeof inviteMembers>) {
  return emails.map((each) => (typeof each === 'string' ? { email: each, role } : each));
}

/** Members and people with a pending invitation are skipped. Returns whether the person was invited. */
function invite(context: Context, organization: string, { email, role }: Invited, isSso: boolean) {
  const address = email.toLowerCase();
  const key = uniqueKey('invitation', organization, address);
  if (isKeyUsed(context, uniqueKey('member', organization, address)) || isKeyUsed(context, key)) return false;
  // A member of another organization keeps the sign-in of that organization.
  const sso = isSso && userWithEmail(context.store, email) === undefined;
  const data = { email, role, sso, createdAt: context.now };
  addObject(context, 'invitation', { parent: organization, uniqueKey: key }, data);
  return true;
}

/** Lists pending invitations, for tests and demos: the API does not show them. */
export function listInvitations({ store }: Pick<Context, 'store'>) {
  return store
    .children('organization', '')
    .flatMap(({ id }) => store.children('invitation', id).map(({ data }) => ({ organization: id, ...data })));
}

export function acceptInvitations(context: Context, email: string): { organizations: readonly string[] } {
  const { store, now } = context;
  const address = email.toLowerCase();
  const user = userWithEmail(context.store, address) ?? context.newId();
  const organizations = store.children('organization', '').flatMap(({ id }) => {
    const found = store.findByKey(uniqueKey('invitation', id, address)) as Row<'invitation'> | undefined;
    if (found === undefined) return [];
    const { createdAt: _, ...data } = found.data;
    store.remove(found);
    const place = { parent: id, id: user, uniqueKey: uniqueKey('member', id, address) };
    addObject(context, 'member', place, { ...data, displayName: nameIn(data.email), joinedAt: now });
    return [id];
  });
  if (organizations.length === 0) throw notFound('invitation', email);
  return { organizations };
}

export const invitations = resource({
  routes: [
    route(getCaller, anyone, ({ context }) => userAnswer(context, '', context.callerId)),
    route(inviteMembers, inOrganization('admin'), ({ context, path, body }) => {
      const { organizationId: organization } = path;
      const invited = invitedIn(body).filter((each) => invite(context, organization, each, body.sso === true));
      const known = invited.filter(({ email }) => userWithEmail(context.store, email) !== undefined);
      const users = known.map(({ email }) => userWithEmail(context.store, email) ?? '');
      const refused = body.sso === true ? { failedSSOEmails: known.map(({ email }) => email) } : {};
      return { users, invited: invited.length, ...refused };
    }),
    listRoute(listLinkInvites, inOrganization('admin'), 'link-invite', (_, row) => linkInviteAnswer(row)),
    route(createLinkInvite, inOrganization('admin'), ({ context, row: organization, body }) => {
      if (!organization.data.inviteLinks) throw impossible('the organization does not allow link invites');
      return linkInviteAnswer(addObject(context, 'link-invite', { parent: organization.id }, { role: body.role }));
    }),
  ],
});
