/** Finds too few admins of the organization, and admins whose e-mail address matches no pattern. */
import { audienceOf } from '../../access/audience/of-object.ts';
import { organizationOrUnknown } from '../../access/audience/state.ts';
import { compileAddressPattern } from '../../core/address.ts';
import { count } from '../../core/count.ts';
import type { LiveObject } from '../../core/state.ts';
import { type Answer, unreadAnswer, type View } from './view.ts';

const readMembers = 'use a token that can read all members';

export function tooFewAdmins({ state }: View, atLeast: number): readonly Answer[] {
  const members = state.childrenOf('member', null);
  const admins = members.filter(isAdmin).length;
  const unknown = members.filter(({ fields }) => fields.role === undefined).length;
  if (admins >= atLeast) return [];
  if (!state.isWhole('member', null) || admins + unknown >= atLeast)
    return [unreadAnswer('members', 'number of admins', readMembers)];
  // One for each missing admin, so that a plan that adds the first of them causes none.
  return Array.from({ length: atLeast - admins }, (_, missing) => ({
    status: 'violated',
    object: 'members',
    what: `the organization has fewer than ${count(atLeast - missing, 'admin')}`,
    fix: 'give more members the role admin',
  }));
}

export function otherAdmins(view: View, patterns: readonly string[]): readonly Answer[] {
  const { state, addressOf } = view;
  const matchers = patterns.map((pattern) => compileAddressPattern(pattern.toLowerCase()));
  const isExpected = (email: string) => matchers.some((matches) => matches(email.toLowerCase()));
  const admins = state
    .childrenOf('member', null)
    .filter((member) => isAdmin(member) && !isExpected(String(member.fields.email ?? '')));
  return [
    ...admins.map(
      (member): Answer => ({
        status: 'violated',
        object: member,
        what: `${String(member.fields.email ?? addressOf(member))} is an admin of the organization`,
        fix: 'set another role, or add the e-mail address to `expect: admins: among`',
      }),
    ),
    ...joiningAdmins(view),
    ...(state.isWhole('member', null) ? [] : [unreadAnswer('members', 'other admins', readMembers)]),
  ];
}

function isAdmin({ fields }: LiveObject) {
  return fields.role === 'admin';
}

/** Somebody who joins with the role admin can have any e-mail address. */
function joiningAdmins({ state, addressOf }: View): readonly Answer[] {
  const organization = organizationOrUnknown(state);
  const { ways } = audienceOf(state, organization);
  const { defaultRole, inviteLinks } = organization.fields;
  const found = ways.flatMap((way): readonly Answer[] => {
    if (way.by !== 'join' || way.role !== 'admin') return [];
    const isInvite = way.through === 'invite';
    const invite = isInvite ? state.find('link-invite', way.name) : undefined;
    // The id of a link invite is a secret.
    const declared = invite && !addressOf(invite).includes('/id:') ? addressOf(invite) : undefined;
    const who = isInvite
      ? `anyone with ${declared ?? 'a link invite that is not declared'}`
      : `people who join${way.name ? ` from ${way.name}` : ''}`;
    const fix = isInvite ? 'delete the link invite' : 'set another `defaultRole`';
    return [
      {
        status: 'violated',
        object: isInvite ? (declared ?? 'linkInvites') : 'settings',
        what: `${who} become admins of the organization`,
        fix,
      },
    ];
  });
  // The June 2025 API does not list link invites.
  const areInvitesRead = inviteLinks === false || state.isWhole('link-invite', null);
  return [
    ...found,
    ...(areInvitesRead ? [] : [unreadAnswer('linkInvites', 'link invites for admins', 'set `inviteLinks: false`')]),
    ...(defaultRole === undefined ? [unreadAnswer('settings', 'role of people who join', readMembers)] : []),
  ];
}
