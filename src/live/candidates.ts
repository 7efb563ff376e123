/** Finds the live objects that a mentioned resource can be: by id, or by natural key. Pure. */
import type { LiveObject } from '../core/state.ts';
import { valueAtCreation } from '../kinds/field.ts';
import { findByKey, type KindShape, naturalKeyOf } from '../kinds/shape.ts';
import type { Mention } from './mentions.ts';

export function candidateFinder(
  shape: KindShape,
  objects: readonly LiveObject[],
): (mention: Mention) => readonly LiveObject[] {
  const byId = new Map(objects.map((object) => [object.id, object]));
  const find = findByKey(() => objects);
  const alikeBy = (fields: NonNullable<Mention['fields']>, names?: readonly string[]): readonly LiveObject[] => {
    // Kinds with children have no reference in their natural key.
    const key = naturalKeyOf(shape, fields, () => undefined, names);
    return key === undefined ? [] : find(shape, null, key);
  };
  return ({ ids, fields = {}, isUnconfirmed }) => {
    const known = ids.flatMap((id) => byId.get(id) ?? []);
    const unconfirmed = isUnconfirmed
      ? shape.naturalKeys.flatMap((names) => alikeBy(fieldsAtCreation(shape, fields), names))
      : [];
    return [...new Set([...known, ...alikeBy(fields), ...unconfirmed])];
  };
}

function fieldsAtCreation({ fields: shapes }: KindShape, fields: NonNullable<Mention['fields']>) {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      const created = shapes[name] && valueAtCreation(shapes[name], value);
      return created === undefined ? [] : [[name, created]];
    }),
  );
}
