/** Finds the impact on members and teams: removed and added people, changed roles, and single sign-on. */
import type { State } from '../../../access/audience/state.ts';
import { keyIn } from '../../../core/address.ts';
import { groupBy } from '../../../core/compare.ts';
import { count, joinSome } from '../../../core/count.ts';
import { withoutMissing, withoutUndefined } from '../../../core/defined.ts';
import type { Impact } from '../../../core/impact.ts';
import type { LiveObject, Value } from '../../../core/state.ts';
import { exposureDirection, rankOfValue, roleOrder } from '../../../kinds/field.ts';
import { about, type Scene } from '../simulation/scene.ts';
import type { Growth } from './growth.ts';
import { emailOf, membersIn, reachOf, spacesIn, unreadSpaces } from './levels.ts';

export function peopleImpact(scene: Scene, growth: Growth): readonly Impact[] {
  return [...membersIn(scene.before).flatMap((member) => memberImpact(scene, growth, member)), ...goneProviders(scene)];
}

function memberImpact(scene: Scene, growth: Growth, before: LiveObject): readonly Impact[] {
  const after = scene.after.find('member', before.id);
  if (after === undefined) return [leaving(scene, before)];
  return [...anotherRole(scene, growth, before, after), ...signingIn(scene, before, after)];
}

function leaving(scene: Scene, member: LiveObject): Impact {
  const teams = scene.before.live.objects.flatMap((object) => {
    const isOwn = object.kind === memberKind && object.id === member.id;
    const team = isOwn && scene.before.find('team', object.parentId ?? undefined);
    return team ? [scene.titleOf(team)] : [];
  });
  return {
    ...base(scene, member),
    topic: 'leaves',
    severity: 'high-risk',
    what: 'this person is removed from the organization and needs a new invitation to return',
    ...knownRole(member.fields.role),
    after: null,
    details: [
      ...withoutMissing(teams.length > 0 && `also leaves the teams ${joinSome(teams, 12)}`),
      ...reachText(scene, member, undefined),
      'also loses permissions on individual objects: (unknown: not read by docform)',
    ],
  };
}

/** `impact.ts` reports new and former admins. */
function anotherRole(scene: Scene, { isCause }: Growth, before: LiveObject, after: LiveObject): readonly Impact[] {
  const field = scene.shapes.get('member')?.fields.role;
  const [was, is] = [before.fields.role ?? null, after.fields.role ?? null];
  if (was === is || field === undefined || exposureDirection(field, was, is)) return [];
  const [from, to] = [rankOfValue(roleOrder, was), rankOfValue(roleOrder, is)];
  const isRanked = from !== undefined && to !== undefined;
  return [
    {
      ...base(scene, after, 'role'),
      topic: 'role',
      field: 'role',
      severity: isCause(after, 'role') ? 'high-risk' : 'notable',
      what: isRanked
        ? `this person gets ${to > from ? 'more' : 'fewer'} permissions in the organization`
        : 'the role changes',
      ...knownRole(before.fields.role),
      after: roleText(is),
      details: reachText(scene, before, after),
    },
  ];
}

function signingIn(scene: Scene, before: LiveObject, after: LiveObject): readonly Impact[] {
  if (before.fields.sso === true || after.fields.sso !== true) return [];
  return [
    {
      ...base(scene, after, 'sso'),
      topic: 'sso',
      severity: 'notable',
      what: 'this person must sign in through a SAML provider',
      before: false,
      after: true,
      details: ['the API cannot revert this'],
    },
  ];
}

function base(scene: Scene, member: LiveObject, field?: string) {
  return { on: 'people' as const, ...about(scene, member, field), subject: emailOf(member), who: [] };
}

/** Missing: unknown, because the platform did not return the role. */
function knownRole(role: Value | undefined): Pick<Impact, 'before'> {
  return role === undefined ? {} : { before: roleText(role) };
}

function roleText(role: Value): Value {
  return role === null ? 'guest' : role;
}

/** Spaces whose access by role and defaults is gained or lost. `after` undefined: the member is removed. */
export function reachText(scene: Scene, before: LiveObject, after: LiveObject | undefined): readonly string[] {
  const gained: string[] = [];
  const lost: string[] = [];
  for (const space of spacesIn(scene.before)) {
    const then = scene.after.find('space', space.id);
    const had = reachOf(scene.before, before, space);
    const has = after === undefined || then === undefined ? null : reachOf(scene.after, after, then);
    if (had === undefined || has === undefined || (had === null) === (has === null)) continue;
    (had === null ? gained : lost).push(scene.titleOf(space));
  }
  const listed = (verb: string, titles: string[]) =>
    titles.length > 0 && `${verb} default access to ${count(titles.length, 'space')}: ${joinSome(titles.sort(), 12)}`;
  // An admin has access to all spaces.
  const isUnread = !scene.before.isWhole('space', null) && after?.fields.role !== 'admin';
  return withoutMissing(listed('gains', gained), listed('loses', lost), isUnread && unreadSpaces);
}

function goneProviders(scene: Scene): readonly Impact[] {
  const providers = scene.before.childrenOf('saml-provider', null);
  const gone = providers.filter(({ kind, id }) => scene.after.find(kind, id) === undefined);
  return gone.map((provider): Impact => {
    const isKnown = scene.before.isWhole('member', null);
    const users = membersIn(scene.before).filter(({ fields }) => fields.sso === true);
    return {
      on: 'people',
      topic: 'sso',
      severity: 'high-risk',
      ...about(scene, provider),
      what: 'the provider is deleted; everyone who signs in through it is locked out',
      before: provider.fields.status ?? 'exists',
      after: null,
      who:
        isKnown && users.length === 0
          ? ['nobody (no member signs in through a SAML provider)']
          : users.map(emailOf).sort(),
      details: [
        isKnown
          ? 'who of them signs in through this provider: (unknown: the API does not report it)'
          : 'affected people: (unknown: members not read)',
      ],
    };
  });
}

const memberKind = 'team-member';

export function teamImpact(scene: Scene, growth: Growth): readonly Impact[] {
  const teams = ({ childrenOf }: State) => childrenOf('team', null);
  const gone = teams(scene.before).filter(({ id }) => scene.after.find('team', id) === undefined);
  return [
    ...gone.map((team) => goneTeam(scene, team)),
    ...teams(scene.after).flatMap((team) => rosterImpact(scene, growth, team)),
  ];
}

function goneTeam(scene: Scene, team: LiveObject): Impact {
  const people = scene.before.childrenOf(memberKind, team.id);
  const isKnown = scene.before.isWhole(memberKind, team.id);
  return {
    on: 'people',
    topic: 'team',
    severity: 'high-risk',
    ...about(scene, team),
    what: 'the team is deleted; its members lose the access it grants',
    ...(isKnown && people.length > 0 ? { before: people.length, after: 0 } : {}),
    who: people.map((each) => nameOf(scene, each)).sort(),
    details: withoutMissing(!isKnown && 'members: (unknown: not read by docform)', unreadGrants(scene)),
  };
}

function unreadGrants({ shapes }: Scene) {
  const why = shapes.has('team-permission') ? 'docform reads only declared permissions' : 'the API does not report it';
  return `what the team can access: (unknown: ${why})`;
}

interface RosterChange {
  readonly object: LiveObject;
  readonly what: keyof typeof rosterWords;
  /** null: not in the team. undefined: unknown. */
  readonly before: Value | undefined;
  readonly after: Value;
}

/** For one person, and for several. */
const rosterWords = {
  joins: ['person joins the team', 'people join the team'],
  leaves: ['person leaves the team', 'people leave the team'],
  role: ['person gets another role in the team', 'people get another role in the team'],
} as const;

function rosterImpact(scene: Scene, { isCause }: Growth, team: LiveObject): readonly Impact[] {
  const changes = [...comers(scene, team), ...leavers(scene, team)];
  const isNew = scene.before.find('team', team.id) === undefined;
  const manages = scene.shapes.get(memberKind)?.keepsOneInEach?.value;
  const groups = groupBy(changes, ({ object, what, before, after }) =>
    JSON.stringify([what, before, after, after === manages || isCause(object, 'role') ? object.id : '']),
  );
  return [...groups.values()].map((group): Impact => {
    const [{ object: first, what, before, after }] = group;
    const address = scene.addressOf(group.length === 1 ? first : team);
    return {
      on: 'people',
      topic: 'team',
      address,
      field: 'role',
      severity: isCause(first, 'role') ? 'high-risk' : isNew ? 'info' : 'notable',
      subject: scene.subjectOf(team),
      what: count(group.length, rosterWords[what][0], rosterWords[what][1]),
      ...withoutUndefined({ before }),
      after,
      who: group.map(({ object }) => nameOf(scene, object)).sort(),
      // Members with a changed role keep the access of the team.
      details: [
        ...withoutMissing(what === 'joins' && after === manages && 'owners can manage the members of the team'),
        ...(isNew || (before !== null && after !== null) ? [] : [unreadGrants(scene)]),
      ],
      ...scene.sourceOf(scene.addressOf(first), 'role'),
    };
  });
}

function comers({ before, after, shapes }: Scene, team: LiveObject): readonly RosterChange[] {
  const field = shapes.get(memberKind)?.fields.role;
  return after.childrenOf(memberKind, team.id).flatMap((object): readonly RosterChange[] => {
    const former = before.find(memberKind, object.id, team.id);
    const role = object.fields.role ?? null;
    if (former === undefined) return [{ object, what: 'joins', before: null, after: role }];
    const was = former.fields.role;
    // `impact.ts` reports new and former team owners.
    const isReported = field !== undefined && exposureDirection(field, was, role) !== undefined;
    return was === role || isReported ? [] : [{ object, what: 'role', before: was, after: role }];
  });
}

function leavers({ before, after }: Scene, team: LiveObject): readonly RosterChange[] {
  return before.childrenOf(memberKind, team.id).flatMap((object): readonly RosterChange[] => {
    if (after.find(memberKind, object.id, team.id) !== undefined) return [];
    return [{ object, what: 'leaves', before: object.fields.role, after: null }];
  });
}

/** The email address of the configuration, otherwise the name on the platform. */
function nameOf(scene: Scene, object: LiveObject) {
  const key = keyIn(scene.addressOf(object));
  return key.startsWith('id:') ? scene.titleOf(object) : key;
}
