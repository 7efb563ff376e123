/** Mentions for a whole reading: every kind with a list, in every object. Pure. */
import type { KindName } from '../core/state.ts';
import type { KindDefinition } from '../kinds/define-kind.ts';
import type { KindShape } from '../kinds/shape.ts';
import type { Definitions } from './gathering.ts';
import type { Mention, MentionedKinds, Mentions } from './mentions.ts';

/** A whole reading omits these lists unless they are mentioned. */
export function isOptional({ reading }: Pick<KindDefinition, 'reading'>): boolean {
  return reading.by === 'list' && reading.isOptional === true;
}

export function withoutOptional(definitions: Definitions): Definitions {
  const read = (definition: KindDefinition): KindDefinition => {
    if (!isOptional(definition) || definition.reading.by !== 'list') return definition;
    const { isOptional: _, ...reading } = definition.reading;
    return { ...definition, reading };
  };
  return new Map([...definitions].map(([kind, definition]) => [kind, read(definition)]));
}

/** Kinds in this parent that a whole reading reads; null: at the top level. */
export function kindsIn(definitions: Definitions, parent: KindName | null): MentionedKinds {
  const inside = [...definitions.values()].filter(({ parents, reading }) => {
    const stands = parent === null ? parents === undefined : parents?.includes(parent) === true;
    return stands && reading.by !== 'id' && !isOptional({ reading });
  });
  return new Map(inside.map(({ name }) => [name, []]));
}

export function valuesAreOf({ fields }: KindShape): readonly KindName[] {
  return Object.values(fields).flatMap(({ type }) => (type.is === 'keyed' ? [type.keysRefer] : []));
}

/** Adds all kinds at the top level. `descend` adds the children. */
export function wholeMentions(mentioned: Mentions, definitions: Definitions): Mentions {
  const top: MentionedKinds = new Map<KindName, readonly Mention[]>([
    ...kindsIn(definitions, null),
    ...mentioned.in(null),
  ]);
  return { in: (parent) => (parent === null ? top : mentioned.in(parent)) };
}
