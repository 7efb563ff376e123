/** Which live objects a mentioned resource could be: by id, or by natural key. Pure. */
import type { LiveObject } from '../core/state.ts';
import { fitForCreate } from '../kinds/field.ts';
import { desiredNaturalKey, type KindShape, liveNaturalKey, naturalKeyFields } from '../kinds/shape.ts';
import type { Mention } from './wanted.ts';

/** Finds the candidates for one mention after another among the objects of one list. */
export function candidateFinder(shape: KindShape, objects: readonly LiveObject[]): (mention: Mention) => readonly LiveObject[] {
  const byId = new Map(objects.map((object) => [object.id, object]));
  const byKey = new Map<string, Map<string, LiveObject[]>>();
  const indexed = (names: readonly string[]): Map<string, LiveObject[]> => {
    const held = byKey.get(names.join('+'));
    if (held) return held;
    const index = new Map<string, LiveObject[]>();
    for (const object of objects) {
      const key = liveNaturalKey(shape, object, names);
      if (key !== undefined) index.set(key, [...(index.get(key) ?? []), object]);
    }
    byKey.set(names.join('+'), index);
    return index;
  };
  const alikeBy = (names: readonly string[] | undefined, fields: Mention['fields']): readonly LiveObject[] => {
    // What has something standing in it never has a reference in its natural key, so no reference has to be looked up here.
    const key = names && fields && desiredNaturalKey(shape, fields, names, () => undefined);
    return names && key !== undefined ? (indexed(names).get(key) ?? []) : [];
  };
  return ({ ids, fields = {}, isUnsettled }) => {
    const known = ids.flatMap((id) => byId.get(id) ?? []);
    const alike = alikeBy(naturalKeyFields(shape, fields), fields);
    const young = isUnsettled ? shape.naturalKeys.flatMap((names) => alikeBy(names, fitted(shape, fields))) : [];
    return [...new Set([...known, ...alike, ...young])];
  };
}

/** The fields as a create call carries them. */
function fitted(shape: KindShape, fields: NonNullable<Mention['fields']>): NonNullable<Mention['fields']> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fitForCreate(shape.fields[name], value)]));
}
