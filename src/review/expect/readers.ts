/** Finds the readers of a space that `expect: readers` does not list. */
import type { ReaderWay, Way } from '../../access/audience/audience.ts';
import { audienceOf, permissionKinds, withCollectionsAbove } from '../../access/audience/of-object.ts';
import type { Address } from '../../core/address.ts';
import type { LiveObject } from '../../core/state.ts';
import { wayText } from '../impact/topics/audience-text.ts';
import { type Answer, unreadAnswer, type View } from './view.ts';

interface Question extends View {
  readonly space: LiveObject;
  readonly who: readonly Address[];
}

/** Admins of the organization always have access. */
export function otherReaders(view: View, address: Address, who: readonly Address[]): readonly Answer[] {
  const { state, addressOf } = view;
  const space = state.childrenOf('space', null).find((each) => addressOf(each) === address);
  if (space === undefined) {
    // A space that does not exist has no readers.
    if (state.isWhole('space', null)) return [];
    return [unreadAnswer(address, `readers of ${address}`, 'use an admin token')];
  }
  const question = { ...view, space, who };
  const audience = audienceOf(state, space);
  return [...audience.ways.flatMap((way) => throughWay(question, way)), ...unreadParts(question, audience.unread)];
}

function throughWay(question: Question, way: Way): readonly Answer[] {
  switch (way.by) {
    case 'site':
      return throughSite(question, way);
    case 'role':
      return [other(question, 'violated', way, 'set `defaultLevel: null` on the space')];
    case 'member':
      return byMember(question, way);
    case 'team': {
      const team = question.state.find('team', way.id);
      if (team !== undefined && question.who.includes(question.addressOf(team))) return [];
      return [other(question, 'violated', way, 'remove the permission of the team')];
    }
    case 'unknown':
      return [unknown(question, `default access to ${question.addressOf(question.space)}`)];
    case 'join':
      return [];
  }
}

function throughSite(question: Question, way: ReaderWay) {
  const { state, who, addressOf } = question;
  const site = state.find('site', way.site);
  if (site !== undefined && who.includes(addressOf(site))) return [];
  const isKnown = way.gate !== undefined && (way.gate !== 'share-link' || way.link !== undefined);
  return [other(question, isKnown ? 'violated' : 'unknown', way, 'remove the space from the site')];
}

function byMember(question: Question, way: Extract<Way, { readonly by: 'member' }>): readonly Answer[] {
  const { state, who, addressOf, space } = question;
  const member = state.find('member', way.id);
  const role = audienceOf(state, space).roles.get(way.id);
  if (role === 'admin' || (member !== undefined && who.includes(addressOf(member)))) return [];
  const teams = state.childrenOf('team', null).filter((team) => who.includes(addressOf(team)));
  if (teams.some(({ id }) => state.find('team-member', way.id, id) !== undefined)) return [];
  const isKnown =
    (role !== undefined || state.isWhole('member', null)) &&
    who.every((each) => !each.startsWith('teams/') || teams.some((team) => addressOf(team) === each)) &&
    teams.every(({ id }) => state.isWhole('team-member', id));
  return [other(question, isKnown ? 'violated' : 'unknown', way, 'remove the permission')];
}

/** Sites that can show the space, and permissions. The June 2025 API does not list permissions. */
function unreadParts(question: Question, sites: ReadonlySet<string>): readonly Answer[] {
  const { state, space, addressOf } = question;
  const address = addressOf(space);
  const isRead = withCollectionsAbove(state, space).every(({ id }) =>
    permissionKinds.every((kind) => state.isWhole(kind, id)),
  );
  return [
    ...(sites.size === 0 ? [] : [unknown(question, `some sites that can show ${address}`)]),
    ...(isRead ? [] : [unknown(question, `permissions of people and teams in ${address}`)]),
  ];
}

function other(
  { scene, state, space, who, addressOf }: Question,
  status: Answer['status'],
  way: Way,
  fix: string,
): Answer {
  const address = addressOf(space);
  const allowed = who.length === 0 ? 'admins' : who.join(', ');
  return {
    status,
    object: space,
    way,
    what: `${address} can be read by others than ${allowed}: ${wayText(scene, state, way, space)}`,
    fix: `${fix}, or add the readers to \`expect: readers: ${address}\``,
  };
}

function unknown({ space }: Question, what: string): Answer {
  return unreadAnswer(space, what, 'use a token that can read them');
}
