/** Collects the secret values of a configuration, so that every output can mask them. Pure. */
import type { Desired, KindName } from '../core/state.ts';
import type { KindShape } from '../kinds/shape.ts';

const shortestLine = 16;

/** Each value of a field that its kind calls secret, and of one with several lines each long line: a platform may repeat a part of it. */
export function secretsIn(desired: Pick<Desired, 'resources'>, shapes: ReadonlyMap<KindName, KindShape>): readonly string[] {
  const values = desired.resources.flatMap(({ kind, fields }) =>
    Object.entries(fields).flatMap(([name, value]) =>
      shapes.get(kind)?.fields[name]?.secret !== undefined && typeof value === 'string' ? [value] : [],
    ),
  );
  return values.flatMap((value) => [
    value,
    ...value.split(/\r?\n/).filter((line) => line.length >= shortestLine && !line.startsWith('-----')),
  ]);
}
