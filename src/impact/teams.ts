/** Finds the impact on teams: who joins, who leaves, whose role changes, and which teams go. */
import { keyIn } from '../core/address.ts';
import { count } from '../core/count.ts';
import { groupBy } from '../core/group-by.ts';
import type { Impact } from '../core/impact.ts';
import type { LiveObject } from '../core/state.ts';
import type { Value } from '../core/value.ts';
import { directionOf } from '../kinds/field.ts';
import type { Scene } from './scene.ts';

const kind = 'team-member';

export function teamImpact(scene: Scene): readonly Impact[] {
  const before = scene.before.live.objects.filter((object) => object.kind === 'team');
  const gone = before.filter(({ id }) => scene.after.find('team', id) === undefined);
  return [
    ...gone.map((team) => goneTeam(scene, team)),
    ...scene.after.live.objects.flatMap((team) => (team.kind === 'team' ? rosterImpact(scene, team) : [])),
  ];
}

function goneTeam(scene: Scene, team: LiveObject): Impact {
  const address = scene.addressOf(team);
  const people = scene.before.childrenOf(kind, team.id);
  const isKnown = scene.before.isWhole(kind, team.id);
  return {
    ...{ on: 'people', topic: 'team', severity: 'high-risk', address, subject: scene.titleOf(team) },
    what: 'goes, and with it what its people may access through it',
    ...(isKnown ? { before: count(people.length, 'person', 'people') } : {}),
    after: null,
    who: people.map((each) => nameOf(scene, each)).sort(),
    details: [...(isKnown ? [] : ['not known: who is in it, as that was not read']), ...unreadGrants],
    ...scene.sourceOf(address),
  };
}

const unreadGrants: readonly string[] = ['not known: what the team may access, as the platform does not say'];

interface Deed {
  readonly object: LiveObject;
  readonly what: string;
  readonly before: Value;
  readonly after: Value;
}

/** One fact for all to whom the same happens. */
function rosterImpact(scene: Scene, team: LiveObject): readonly Impact[] {
  const deeds = [...comers(scene, team), ...leavers(scene, team)];
  const isNew = scene.before.find('team', team.id) === undefined;
  const manages = scene.shapes.get(kind)?.keepsOneInEach?.value;
  const groups = groupBy(deeds, ({ object, what, before, after }) =>
    JSON.stringify([what, before, after, after === manages ? object.id : '']),
  );
  return [...groups.values()].flatMap((group): readonly Impact[] => {
    const [first] = group;
    if (first === undefined) return [];
    const { what, before, after } = first;
    const address = scene.addressOf(group.length === 1 ? first.object : team);
    return [
      {
        ...{
          on: 'people',
          topic: 'team',
          severity: isNew ? 'info' : 'notable',
          address,
          field: 'role',
          subject: scene.titleOf(team),
          what,
          before,
          after,
        },
        who: group.map(({ object }) => nameOf(scene, object)).sort(),
        // Who is in it already may do there what they could.
        details: isNew || (before !== null && after !== null) ? [] : unreadGrants,
        ...scene.sourceOf(scene.addressOf(first.object), 'role'),
      },
    ];
  });
}

/** Who comes, and who gets another role. */
function comers({ before, after, shapes }: Scene, team: LiveObject): readonly Deed[] {
  const field = shapes.get(kind)?.fields.role;
  return after.childrenOf(kind, team.id).flatMap((object) => {
    const former = before.find(kind, object.id, team.id);
    const role = object.fields.role ?? null;
    if (former === undefined) return [{ object, what: 'gains people', before: null, after: role }];
    const was = former.fields.role ?? null;
    // Who gets to manage it, or does so no longer, is told as what that opens.
    const isTold = field !== undefined && directionOf(field, was, role) !== undefined;
    return was === role || isTold
      ? []
      : [{ object, what: 'gives people another part in it', before: was, after: role }];
  });
}

function leavers({ before, after }: Scene, team: LiveObject): readonly Deed[] {
  return before.childrenOf(kind, team.id).flatMap((object) => {
    if (after.find(kind, object.id, team.id) !== undefined) return [];
    return [{ object, what: 'loses people', before: object.fields.role ?? null, after: null }];
  });
}

/** The e-mail address, by which the configuration names them; else what the platform calls them. */
function nameOf(scene: Scene, object: LiveObject): string {
  const key = keyIn(scene.addressOf(object));
  return key.startsWith('id:') ? scene.titleOf(object) : key;
}
