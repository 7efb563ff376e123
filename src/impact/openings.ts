/** Finds what lets members without a grant of their own into spaces, in one of the two states. */
import type { CollectionFact, Level } from '../access/facts.ts';
import { levelByDefault, type Opening, openingOf } from '../access/reason.ts';
import type { LiveObject } from '../core/state.ts';
import { placeField, type Shapes } from '../kinds/shape.ts';
import type { State } from './scene.ts';

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

export function levelText(opening: Opening): string {
  if (opening.by === 'closed') return 'nobody';
  if (opening.by === 'organization') return 'everybody with their role';
  return opening.by === 'unseen' ? 'not known' : opening.level;
}

/** As the value of a default level: what depends on who asks, or is not known, is none that has a rank. */
export function levelIn(opening: Opening): Level | null {
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
