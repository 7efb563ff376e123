/** Finds declared values that must not be printed. */
import type { Desired, KindName } from '../../core/state.ts';
import { type KindShape, onceOfShape } from '../shape.ts';

const shortestLine = 16;

const secretFields = onceOfShape(({ fields }) =>
  Object.keys(fields).filter((name) => fields[name]?.secret !== undefined),
);

/** Includes the long lines of secrets with several lines, because a platform can repeat a part of the secret. */
export function findSecrets(desired: Pick<Desired, 'resources'>, shapes: ReadonlyMap<KindName, KindShape>) {
  const values: string[] = [];
  for (const { kind, fields } of desired.resources) {
    const shape = shapes.get(kind);
    for (const name of shape === undefined ? [] : secretFields(shape)) {
      const value = fields[name];
      if (typeof value === 'string') values.push(value);
    }
  }
  return values.flatMap((value) => [
    value,
    ...value.split(/\r?\n/).filter((line) => line.length >= shortestLine && !line.startsWith('-----')),
  ]);
}
