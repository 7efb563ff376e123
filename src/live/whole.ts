/** Mentions for reading everything: every kind that can be listed, in every object that is found. Pure. */
import type { KindName } from '../core/state.ts';
import type { KindShape } from '../kinds/shape.ts';
import type { Definitions } from './gathering.ts';
import type { Mention, MentionedKinds, Mentions } from './mentions.ts';

/** Kinds that stand directly in one of this kind (null: the organization) and can be read without knowing their ids. */
export function kindsIn(definitions: Definitions, parent: KindName | null): MentionedKinds {
  const inside = [...definitions.values()].filter(({ parents, reading }) => {
    const stands = parent === null ? parents === undefined : parents?.includes(parent) === true;
    return stands && reading.by !== 'id';
  });
  return new Map(inside.map(({ name }) => [name, []]));
}

/** Kinds of which objects of this one say the values: where there are none of these, it says nothing. */
export function valuesAreOf({ fields }: KindShape): readonly KindName[] {
  return Object.values(fields).flatMap(({ type }) => (type.is === 'keyed' ? [type.keysRefer] : []));
}

/** The same mentions, with every other kind beside them. What stands inside is wanted by kind: see `descend`. */
export function wholeMentions(mentioned: Mentions, definitions: Definitions): Mentions {
  const top: MentionedKinds = new Map<KindName, readonly Mention[]>([
    ...kindsIn(definitions, null),
    ...mentioned.in(null),
  ]);
  return { in: (parent) => (parent === null ? top : mentioned.in(parent)) };
}
