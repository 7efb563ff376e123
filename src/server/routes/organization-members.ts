/** Routes of contract section "Organization members". */
import {
  deleteMember,
  getMember,
  listMemberSpaces,
  listMembers,
  listMemberTeams,
  makeMemberSso,
  updateMember,
} from '../../contract/organization-members.ts';
import { spaceAnswer } from '../answers/content.ts';
import { memberAnswer, memberAnswers, teamAnswer } from '../answers/people.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { mapPage, type Page, type PageRequest, pageOfChildren, pageOfItems } from '../pages.ts';
import type { Row } from '../records.ts';
import { route } from '../route.ts';
import { accessOf } from '../rules/access.ts';
import { changeRole, removeMember, requireMember } from '../rules/members.ts';
import { requireObject, requireOrganization } from '../rules/require.ts';
import { rewrite } from '../rules/write.ts';

const roleFilters = ['admin', 'create', 'review', 'edit', 'comment', 'read', 'guest'];

interface MemberQuery extends PageRequest {
  readonly order?: string;
  readonly role?: string;
  readonly search?: string;
  readonly sort?: string;
}

function requireWord(name: string, word: string | undefined, words: readonly string[]): void {
  if (word !== undefined && !words.includes(word)) throw invalid(`query.${name}: ${JSON.stringify(word)} is none of ${words.join(', ')}`);
}

/** By default those who joined last come first, page by page from the store; other orders and searches look at all. */
function pageOfMembers({ store }: Context, organization: string, query: MemberQuery): Page<Row<'member'>> {
  const descending = query.order !== 'asc';
  const where = query.role === undefined ? {} : { where: { name: 'role', is: query.role === 'guest' ? null : query.role } };
  if (query.search === undefined && query.sort !== 'lastSeenAt')
    return pageOfChildren(store, 'member', organization, query, { ...where, descending });
  const part = query.search?.toLowerCase() ?? '';
  const rows = store
    .children('member', organization)
    .filter(({ data }) => where.where === undefined || data.role === where.where.is)
    .filter(({ data }) => data.email.toLowerCase().includes(part) || data.displayName.toLowerCase().includes(part));
  const sorted = query.sort === 'lastSeenAt' ? byLastSeen(rows) : rows;
  return pageOfItems(descending ? sorted.reverse() : sorted, query);
}

/** Only members who have been seen. */
function byLastSeen(rows: readonly Row<'member'>[]): Row<'member'>[] {
  const seen = rows.filter(({ data }) => data.lastSeenAt !== undefined);
  return seen.sort((a, b) => Date.parse(a.data.lastSeenAt ?? '') - Date.parse(b.data.lastSeenAt ?? ''));
}

export const memberRoutes = [
  route(listMembers, ({ context, path, query }) => {
    const organization = requireOrganization(context, path.organizationId).id;
    requireWord('role', query.role, roleFilters);
    requireWord('sort', query.sort, ['joinedAt', 'lastSeenAt']);
    requireWord('order', query.order, ['asc', 'desc']);
    return mapPage(pageOfMembers(context, organization, query), memberAnswers(context, organization));
  }),
  route(getMember, ({ context, path }) => memberAnswer(context, requireMember(context, path))),
  route(deleteMember, ({ context, path }) => removeMember(context, requireMember(context, path))),
  route(updateMember, ({ context, path, body }) => {
    const member = requireMember(context, path);
    return memberAnswer(context, body.role === undefined ? member : changeRole(context, member, body.role));
  }),
  route(makeMemberSso, ({ context, path }) => {
    const was = requireMember(context, path);
    return memberAnswer(context, rewrite(context, was, { ...was.data, sso: true }));
  }),
  route(listMemberSpaces, ({ context, path, query }) => {
    const access = accessOf(context, requireMember(context, path));
    requireWord('order', query.order, ['asc', 'desc']);
    const sign = query.order === 'asc' ? 1 : -1;
    const sorted = access.sort(
      (a, b) => sign * (Date.parse(a.space.data.createdAt) - Date.parse(b.space.data.createdAt) || (a.id < b.id ? -1 : 1)),
    );
    return mapPage(pageOfItems(sorted, query), ({ permission, space }) => ({ permission, space: spaceAnswer(context, space) }));
  }),
  route(listMemberTeams, ({ context, path, query }) => {
    const member = requireMember(context, path);
    const part = query.title?.toLowerCase() ?? '';
    const teams = context.store
      .all('team-member', member.id)
      .filter((membership) => membership.target === member.parent)
      .map((membership) => ({ id: membership.parent, role: membership.data.role, team: requireObject(context, 'team', membership.parent) }))
      .filter(({ team }) => team.data.title.toLowerCase().includes(part))
      .sort((a, b) => a.team.position - b.team.position);
    return mapPage(pageOfItems(teams, query), ({ team, role }) => ({ team: teamAnswer(context, team), member: { role } }));
  }),
];
