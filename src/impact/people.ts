/** Finds the impact on members: who leaves, whose role changes, and whom single sign-on would keep out. */
import { count, formOf, someOf } from '../core/count.ts';
import type { Impact } from '../core/impact.ts';
import type { LiveObject } from '../core/state.ts';
import type { Value } from '../core/value.ts';
import { directionOf, rankIn, roleOrder } from '../kinds/field.ts';
import { membersIn, openingsIn, reachOf, spacesIn } from './levels.ts';
import type { Scene } from './scene.ts';

export function peopleImpact(scene: Scene): readonly Impact[] {
  return [...membersIn(scene.before).flatMap((member) => memberImpact(scene, member)), ...goneProviders(scene)];
}

function memberImpact(scene: Scene, before: LiveObject): readonly Impact[] {
  const after = scene.after.find('member', before.id);
  if (after === undefined) return [leaving(scene, before)];
  return [...anotherRole(scene, before, after), ...signingIn(scene, before, after)];
}

function leaving(scene: Scene, member: LiveObject): Impact {
  const teams = scene.before.live.objects.flatMap((object) => {
    const team =
      object.kind === 'team-member' && object.id === member.id
        ? scene.before.find('team', object.parentId ?? undefined)
        : undefined;
    return team === undefined ? [] : [scene.titleOf(team)];
  });
  return {
    ...base(scene, member),
    topic: 'leaves',
    severity: 'high-risk',
    what: 'leaves the organization, and has to be invited again',
    before: roleText(member.fields.role),
    after: null,
    details: [
      ...(teams.length === 0 ? [] : [`leaves the teams ${someOf(teams, 12)} with it`]),
      ...reachText(scene, member, undefined),
      'not known: what this person reaches by a grant of their own',
    ],
  };
}

/** Who becomes an administrator, or is none any more, is told as what that opens. */
function anotherRole(scene: Scene, before: LiveObject, after: LiveObject): readonly Impact[] {
  const field = scene.shapes.get('member')?.fields.role;
  const [was, is] = [before.fields.role ?? null, after.fields.role ?? null];
  if (was === is || field === undefined || directionOf(field, was, is)) return [];
  const [from, to] = [rankIn(roleOrder, was), rankIn(roleOrder, is)];
  const way = from === undefined || to === undefined ? 'gets another role' : to > from ? 'may do more' : 'may do less';
  return [
    {
      ...base(scene, after, 'role'),
      topic: 'role',
      severity: 'notable',
      what: way,
      before: roleText(was),
      after: roleText(is),
      details: reachText(scene, before, after),
    },
  ];
}

function signingIn(scene: Scene, before: LiveObject, after: LiveObject): readonly Impact[] {
  if (before.fields.sso === true || after.fields.sso !== true) return [];
  const what = 'has to sign in through a SAML provider from now on';
  const details = ["the platform's interface cannot take that back"];
  return [
    { ...base(scene, after, 'sso'), topic: 'sso', severity: 'notable', what, before: false, after: true, details },
  ];
}

function base(scene: Scene, member: LiveObject, field?: string) {
  const address = scene.addressOf(member);
  const subject = String(member.fields.email ?? member.id);
  return { on: 'people' as const, address, subject, who: [], ...scene.sourceOf(address, field) };
}

function roleText(role: Value | undefined): Value {
  return role === null || role === undefined ? 'guest' : role;
}

/** Spaces that somebody reaches then and did not before, or the other way, by role and defaults. `after` undefined: none any more. */
export function reachText(scene: Scene, before: LiveObject, after: LiveObject | undefined): readonly string[] {
  const [openingBefore, openingAfter] = [openingsIn(scene.before, scene.shapes), openingsIn(scene.after, scene.shapes)];
  const gained: string[] = [];
  const lost: string[] = [];
  for (const space of spacesIn(scene.before)) {
    const then = scene.after.find('space', space.id);
    const had = reachOf(before, openingBefore(space));
    const has = after === undefined || then === undefined ? null : reachOf(after, openingAfter(then));
    if (had === undefined || has === undefined || (had === null) === (has === null)) continue;
    (had === null ? gained : lost).push(scene.titleOf(space));
  }
  const isKnown = scene.before.isWhole('space', null);
  return [
    ...(gained.length === 0
      ? []
      : [`reaches ${count(gained.length, 'more space')} by default: ${someOf(gained.sort(), 12)}`]),
    ...(lost.length === 0 ? [] : [`reaches ${count(lost.length, 'space')} no longer: ${someOf(lost.sort(), 12)}`]),
    ...(isKnown ? [] : ['not known: all spaces that this is about, as they were not read whole']),
  ];
}

/** Of those who have to sign in through a provider, who does not do so yet. */
export function withoutSso({ after }: Scene): Pick<Impact, 'who' | 'details'> {
  if (!after.isWhole('member', null))
    return {
      who: ['everybody who does not sign in through a SAML provider'],
      details: ['not known: how many these are, as the members were not read'],
    };
  const all = membersIn(after);
  const without = all.filter(({ fields }) => fields.sso !== true);
  const admins = without.filter(({ fields }) => fields.role === 'admin').length;
  const among = admins === 0 ? '' : `, ${admins} of them ${formOf(admins, 'an admin', 'admins')}`;
  return {
    who:
      without.length === 0
        ? ['nobody: all of them sign in through one']
        : without.map(({ id, fields }) => String(fields.email ?? id)).sort(),
    details: [
      `${without.length} of ${count(all.length, 'person', 'people')} ${formOf(without.length, 'does', 'do')} not sign in through a SAML provider yet${among}`,
    ],
  };
}

function goneProviders(scene: Scene): readonly Impact[] {
  const gone = scene.before.live.objects.filter(
    ({ kind, id }) => kind === 'saml-provider' && scene.after.find(kind, id) === undefined,
  );
  return gone.map((provider) => {
    const address = scene.addressOf(provider);
    const isKnown = scene.before.isWhole('member', null);
    const users = membersIn(scene.before).filter(({ fields }) => fields.sso === true);
    return {
      ...{
        on: 'people' as const,
        topic: 'sso' as const,
        severity: 'high-risk' as const,
        address,
        subject: scene.titleOf(provider),
      },
      what: 'goes: whoever signs in through it is locked out',
      before: provider.fields.status ?? 'there',
      after: null,
      who:
        isKnown && users.length === 0
          ? ['nobody signs in through a SAML provider']
          : users.map(({ id, fields }) => String(fields.email ?? id)).sort(),
      details: [
        isKnown
          ? 'not known: who of them signs in through this one'
          : 'not known: who signs in through it, as the members were not read',
      ],
      ...scene.sourceOf(address),
    };
  });
}
