/** What lets members without a grant of their own into spaces, in each of the two states, and the spaces that more or fewer of them reach then. */
import type { CollectionFact, Level } from '../access/facts.ts';
import { levelByDefault, type Opening, openingOf } from '../access/reason.ts';
import { someOf } from '../core/count.ts';
import type { Impact } from '../core/impact.ts';
import type { LiveObject } from '../core/state.ts';
import { type Direction, directionOf } from '../kinds/field.ts';
import { placeField, type Shapes } from '../kinds/shape.ts';
import { maybeShownBy } from './readers.ts';
import type { Scene, State } from './scene.ts';

export type Openings = (object: LiveObject) => Opening;

/** Made once for each state; what is found is kept. */
const known = new WeakMap<State, Openings>();

/** Of a space, or of a collection. */
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
  if (opening.by === 'organization') return 'everybody with their role';
  return opening.by === 'unseen' ? 'not known' : opening.level;
}

/** As the value of a default level: what depends on who asks, or is not known, is none that has a rank. */
function levelIn(opening: Opening): Level | null {
  return opening.by === 'closed' ? null : levelText(opening);
}

export function spacesIn({ childrenOf }: State): readonly LiveObject[] {
  return childrenOf('space', null);
}

export function membersIn({ childrenOf }: State): readonly LiveObject[] {
  return childrenOf('member', null);
}

/** What somebody may do in a space by role and defaults; null: nothing. */
export function reachOf(member: LiveObject, opening: Opening): Level | null | undefined {
  const { role } = member.fields;
  return levelByDefault(role === undefined ? undefined : (role as Level | null), opening);
}

/** What `inherit` means before and after. */
export function inheritedBy({ before, after, shapes }: Scene, was: LiveObject, is: LiveObject): readonly string[] {
  return [
    ...(was.fields.defaultLevel === 'inherit'
      ? [`what it inherited: ${levelText(openingsIn(before, shapes)(was))}`]
      : []),
    ...(is.fields.defaultLevel === 'inherit' ? [`what it inherits: ${levelText(openingsIn(after, shapes)(is))}`] : []),
  ];
}

/** What a default decides of, told with it. */
export function spacesByDefaultOf(scene: Scene, collection: LiveObject): readonly string[] {
  const openingOfSpace = openingsIn(scene.after, scene.shapes);
  const titles = spacesIn(scene.after).flatMap((space) =>
    collectionOf(openingOfSpace(space)) === collection.id ? [scene.titleOf(space)] : [],
  );
  return [
    ...(titles.length === 0 ? [] : [`it decides over ${someOf(titles, 12)}`]),
    ...(scene.after.isWhole('space', null)
      ? []
      : ['not known: all spaces that it decides over, as they were not read whole']),
  ];
}

/** Members who may do something else in what opens or shuts, as far as their role and the defaults tell it. */
export function concernedBy(
  { before, after, shapes }: Scene,
  former: LiveObject,
  now: LiveObject,
): Pick<Impact, 'who' | 'details'> {
  if (!after.isWhole('member', null)) {
    // Where the configuration knows no members, nobody expects their names.
    const details = before.live.leftOut?.has('members')
      ? ['not known: who they are, as the members were not read']
      : [];
    return { who: ['members without a grant of their own'], details };
  }
  const [was, is] = [openingsIn(before, shapes)(former), openingsIn(after, shapes)(now)];
  const people = membersIn(after).flatMap((member) => {
    const earlier = before.find('member', member.id) ?? member;
    return reachOf(earlier, was) === reachOf(member, is) ? [] : [String(member.fields.email ?? member.id)];
  });
  const others = 'not known: who of them, or of the guests, has a grant of their own';
  return people.length === 0
    ? { who: ['nobody by their role'], details: [others] }
    : { who: people.sort(), details: [others] };
}

/** Spaces that inherit something else where they stand now: their own default, and those above, are as they were. */
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

/** Spaces that go to the trash, and those that come back from it. */
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
    return { on: 'people', ...told, address, subject, who: ['everybody who may read it'], ...scene.sourceOf(address) };
  };
  return [
    ...gone.map((space) =>
      fact(space, {
        ...{ topic: 'shut', severity: 'high-risk', what: 'goes to the trash, and after 7 days for good' },
        ...{ before: levelText(openingBefore(space)), after: null, details: maybeShownBy(before, scene.titleOf) },
      }),
    ),
    ...back.map((space) =>
      fact(space, {
        ...{ topic: 'opened', severity: 'notable', what: 'comes back from the trash with all that is in it' },
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
    what: `${what}, by what it inherits where it stands then`,
    before: levelText(was),
    after: levelText(is),
    ...concernedBy(scene, former, space),
    ...scene.sourceOf(address, 'collection'),
  };
}

/** A default that is another one is told by itself; a collection that goes is deleted by the platform only once it is empty. */
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
