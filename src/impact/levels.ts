/** Finds spaces whose default access changes, directly or by inheritance. */
import type { CollectionFact, Level } from '../access/facts.ts';
import { levelByDefault, type Opening, openingOf } from '../access/reason.ts';
import { someOf } from '../core/count.ts';
import { type Impact, otherInheritance } from '../core/impact.ts';
import type { LiveObject } from '../core/state.ts';
import { type Direction, directionOf } from '../kinds/field.ts';
import { placeField, type Shapes } from '../kinds/shape.ts';
import { maybeShownBy } from './readers.ts';
import type { Scene, State } from './scene.ts';

/** Detail of a consequence whose spaces are not all known. */
export const unreadSpaces = 'other affected spaces: (unknown: not all spaces were read)';

export type Openings = (object: LiveObject) => Opening;

/** The consequence of a delete for a space. */
export const trashing = 'the space is moved to the trash and deleted permanently after 7 days';
/** Of drift, if the trash contains the space. */
const inTrash = 'the space is in the trash and will be deleted permanently';

/** Computed once for each state. */
const known = new WeakMap<State, Openings>();

/** For spaces and collections. */
export function openingsIn(state: State, shapes: Shapes): Openings {
  let openings = known.get(state);
  if (openings === undefined) {
    openings = openingsOf(state, shapes);
    known.set(state, openings);
  }
  return openings;
}

function openingsOf({ live }: State, shapes: Shapes): Openings {
  const factOf = ({ kind, id, fields }: LiveObject): CollectionFact => {
    const shape = shapes.get(kind);
    const above = fields[(shape && placeField(shape)) ?? ''];
    const level = fields.defaultLevel as Level | null | undefined;
    return {
      ...{ id, title: String(fields.title ?? ''), parent: typeof above === 'string' ? above : null },
      ...(level === undefined ? {} : { defaultLevel: level }),
    };
  };
  const collections = new Map(
    live.objects.flatMap((object) => (object.kind === 'collection' ? [[object.id, factOf(object)] as const] : [])),
  );
  const found = new Map<LiveObject, Opening>();
  return (object) => {
    const opening = found.get(object) ?? openingOf(factOf(object), collections);
    found.set(object, opening);
    return opening;
  };
}

export function collectionOf(opening: Opening): string | undefined {
  return 'collection' in opening ? opening.collection : undefined;
}

function levelText(opening: Opening): string {
  if (opening.by === 'closed') return 'nobody';
  if (opening.by === 'organization') return 'everyone, with their organization role';
  return opening.by === 'unseen' ? 'unknown' : opening.level;
}

/** As a value of the field `defaultLevel`. Values without a rank are unknown or depend on the member. */
function levelIn(opening: Opening): Level | null {
  return opening.by === 'closed' ? null : levelText(opening);
}

export function spacesIn({ childrenOf }: State): readonly LiveObject[] {
  return childrenOf('space', null);
}

export function membersIn({ childrenOf }: State): readonly LiveObject[] {
  return childrenOf('member', null);
}

/** The access by role and defaults; null: none. */
export function reachOf(member: LiveObject, opening: Opening): Level | null | undefined {
  const { role } = member.fields;
  return levelByDefault(role === undefined ? undefined : (role as Level | null), opening);
}

export function inheritedBy({ before, after, shapes }: Scene, was: LiveObject, is: LiveObject): readonly string[] {
  return [
    ...(was.fields.defaultLevel === 'inherit'
      ? [`inherited access before: ${levelText(openingsIn(before, shapes)(was))}`]
      : []),
    ...(is.fields.defaultLevel === 'inherit'
      ? [`inherited access after: ${levelText(openingsIn(after, shapes)(is))}`]
      : []),
  ];
}

export function spacesByDefaultOf(scene: Scene, collection: LiveObject): readonly string[] {
  const openingOfSpace = openingsIn(scene.after, scene.shapes);
  const titles = spacesIn(scene.after).flatMap((space) =>
    collectionOf(openingOfSpace(space)) === collection.id ? [scene.titleOf(space)] : [],
  );
  return [
    ...(titles.length === 0 ? [] : [`affected spaces: ${someOf(titles, 12)}`]),
    ...(scene.after.isWhole('space', null) ? [] : [unreadSpaces]),
  ];
}

/** Members whose access by role and defaults changes. */
export function concernedBy(
  { before, after, shapes }: Scene,
  former: LiveObject,
  now: LiveObject,
): Pick<Impact, 'who' | 'details'> {
  if (!after.isWhole('member', null)) {
    // Without managed members, names are not expected.
    const details = before.live.leftOut?.has('members') ? ['their names: (unknown: members not read)'] : [];
    return { who: ['members without a direct grant'], details };
  }
  const [was, is] = [openingsIn(before, shapes)(former), openingsIn(after, shapes)(now)];
  const people = membersIn(after).flatMap((member) => {
    const earlier = before.find('member', member.id) ?? member;
    return reachOf(earlier, was) === reachOf(member, is) ? [] : [String(member.fields.email ?? member.id)];
  });
  const others = 'direct grants of members and guests: (unknown: not read by docform)';
  return people.length === 0
    ? { who: ['nobody through their role'], details: [others] }
    : { who: people.sort(), details: [others] };
}

/** Spaces whose inherited access changes because a container moves. */
export function movedSpaces(scene: Scene): readonly Impact[] {
  const [openingBefore, openingAfter] = [openingsIn(scene.before, scene.shapes), openingsIn(scene.after, scene.shapes)];
  return spacesIn(scene.after).flatMap((space) => {
    const former = scene.before.find('space', space.id);
    if (former === undefined || former.fields.defaultLevel !== 'inherit' || space.fields.defaultLevel !== 'inherit')
      return [];
    const [was, is] = [openingBefore(former), openingAfter(space)];
    const field = scene.shapes.get('space')?.fields.defaultLevel;
    const turn = field && directionOf(field, levelIn(was), levelIn(is));
    return turn === undefined || isToldAbove(scene, former, space, was, is)
      ? []
      : [movedSpace(scene, [former, space], [was, is], turn)];
  });
}

export function trashedSpaces({ before, after, ...scene }: Scene): readonly Impact[] {
  const gone = spacesIn(before).filter(({ id }) => after.find('space', id) === undefined);
  const back = spacesIn(after).filter(before.isInTrash);
  const [openingBefore, openingAfter] = [openingsIn(before, scene.shapes), openingsIn(after, scene.shapes)];
  const fact = (
    space: LiveObject,
    told: Pick<Impact, 'topic' | 'severity' | 'what' | 'before' | 'after' | 'details'>,
  ): Impact => {
    const address = scene.addressOf(space);
    const subject = scene.titleOf(space);
    return {
      on: 'people',
      ...told,
      address,
      subject,
      who: ['everyone with access to the space'],
      ...scene.sourceOf(address),
    };
  };
  return [
    ...gone.map((space) =>
      fact(space, {
        ...{
          topic: 'shut',
          severity: 'high-risk',
          what: after.isInTrash(space) ? inTrash : trashing,
        },
        ...{ before: levelText(openingBefore(space)), after: null, details: maybeShownBy(before, scene.titleOf) },
      }),
    ),
    ...back.map((space) =>
      fact(space, {
        ...{ topic: 'opened', severity: 'notable', what: 'the space is restored from the trash with its content' },
        ...{ before: null, after: levelText(openingAfter(space)), details: [] },
      }),
    ),
  ];
}

type Both<T> = readonly [before: T, after: T];

function movedSpace(
  scene: Scene,
  [former, space]: Both<LiveObject>,
  [was, is]: Both<Opening>,
  { topic, what }: Direction,
): Impact {
  const address = scene.addressOf(space);
  return {
    on: 'people',
    topic,
    severity: topic === 'opened' ? 'high-risk' : 'notable',
    address,
    field: 'collection',
    subject: scene.titleOf(space),
    what: `${what}, ${otherInheritance}`,
    before: levelText(was),
    after: levelText(is),
    ...concernedBy(scene, former, space),
    ...scene.sourceOf(address, 'collection'),
  };
}

/** A changed default of a container has a consequence of its own. The platform deletes only empty collections. */
function isToldAbove(
  { before, after }: Scene,
  former: LiveObject,
  space: LiveObject,
  was: Opening,
  is: Opening,
): boolean {
  const isChanged = (id: string | undefined): boolean =>
    before.find('collection', id)?.fields.defaultLevel !== after.find('collection', id)?.fields.defaultLevel;
  const isInPlace = former.fields.collection === space.fields.collection;
  const isGone = isInPlace && is.by === 'unseen';
  return isGone || (isInPlace && [was, is].some((opening) => isChanged(collectionOf(opening))));
}
