/** Spaces that more or fewer members reach by default: for a default further up, or a move. */
import type { CollectionFact, Level } from '../access/facts.ts';
import { type Opening, openingOf } from '../access/reason.ts';
import { roles } from '../contract/roles.ts';
import { someOf } from '../core/count.ts';
import type { Impact } from '../core/impact.ts';
import type { LiveObject } from '../core/state.ts';
import { placeField } from '../kinds/shape.ts';
import type { Scene, State } from './scene.ts';

export const withoutGrant: readonly string[] = ['members without a grant of their own'];

/** What `inherit` means before and after. */
export function inheritedBy(scene: Scene, was: LiveObject, is: LiveObject): readonly string[] {
  return [
    ...(was.fields.defaultLevel === 'inherit' ? [`what it inherited: ${levelText(openingIn(scene, scene.before)(was))}`] : []),
    ...(is.fields.defaultLevel === 'inherit' ? [`what it inherits: ${levelText(openingIn(scene, scene.after)(is))}`] : []),
  ];
}

/** What a default decides of, told with it. */
export function spacesByDefaultOf(scene: Scene, collection: LiveObject): readonly string[] {
  const openingOfSpace = openingIn(scene, scene.after);
  const titles = spacesIn(scene.after).flatMap((space) =>
    collectionOf(openingOfSpace(space)) === collection.id ? [scene.titleOf(space)] : [],
  );
  return [
    ...(titles.length === 0 ? [] : [`it decides over ${someOf(titles, 12)}`]),
    ...(scene.after.isWhole('space', null) ? [] : ['not known: all spaces that it decides over, as they were not read whole']),
  ];
}

/** Spaces that inherit something else where they stand now: their own default, and those above, are as they were. */
export function movedSpaces(scene: Scene): readonly Impact[] {
  const [openingBefore, openingAfter] = [openingIn(scene, scene.before), openingIn(scene, scene.after)];
  return spacesIn(scene.after).flatMap((space) => {
    const former = scene.before.find('space', space.id);
    if (former === undefined || former.fields.defaultLevel !== 'inherit' || space.fields.defaultLevel !== 'inherit') return [];
    const [was, is] = [openingBefore(former), openingAfter(space)];
    return levelText(was) === levelText(is) || isToldAbove(scene, former, space, was, is) ? [] : [movedSpace(scene, space, was, is)];
  });
}

function movedSpace(scene: Scene, space: LiveObject, was: Opening, is: Opening): Impact {
  const [from, to] = [rankOf(was), rankOf(is)];
  // How far the roles of the organization reach, no level tells; but nothing opens by becoming closed.
  const isOpened = to !== 0 && (from === undefined || to === undefined || to > from);
  const address = scene.addressOf(space);
  return {
    on: 'people',
    severity: isOpened ? 'severe' : 'notable',
    address,
    subject: scene.titleOf(space),
    what: `${isOpened ? 'more' : 'fewer'} people may read or change what is in it, by what it inherits where it stands then`,
    before: levelText(was),
    after: levelText(is),
    who: withoutGrant,
    details: [],
    ...scene.sourceOf(address, 'collection'),
  };
}

/** A default that is another one is told by itself; a collection that goes is deleted by the platform only once it is empty. */
function isToldAbove({ before, after }: Scene, former: LiveObject, space: LiveObject, was: Opening, is: Opening): boolean {
  const isChanged = (id: string | undefined): boolean =>
    before.find('collection', id)?.fields.defaultLevel !== after.find('collection', id)?.fields.defaultLevel;
  const isGone = former.fields.collection === space.fields.collection && is.by === 'unseen';
  const isInPlace = former.fields.collection === space.fields.collection;
  return isGone || (isInPlace && [was, is].some((opening) => isChanged(collectionOf(opening))));
}

function spacesIn({ live }: State): readonly LiveObject[] {
  return live.objects.filter(({ kind }) => kind === 'space');
}

/** What lets people into a space, or a collection, who have no grant of their own. */
function openingIn({ shapes }: Scene, { live }: State): (object: LiveObject) => Opening {
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
  return (object) => openingOf(factOf(object), collections);
}

function collectionOf(opening: Opening): string | undefined {
  return 'collection' in opening ? opening.collection : undefined;
}

/** From nobody to everything; undefined: it depends on who asks, or is not known. */
function rankOf(opening: Opening): number | undefined {
  if (opening.by === 'closed') return 0;
  if (opening.by === 'unseen' || opening.by === 'organization') return undefined;
  const at = [...roles].reverse().indexOf(opening.level as (typeof roles)[number]);
  return at === -1 ? undefined : at + 1;
}

function levelText(opening: Opening): string {
  if (opening.by === 'closed') return 'nobody';
  if (opening.by === 'organization') return 'everybody with their role';
  return opening.by === 'unseen' ? 'not known' : opening.level;
}
