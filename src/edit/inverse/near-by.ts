/** The part of the former state that an undo needs if an apply changed only plain values. In large organizations, this is a small part. */
import type { Live, LiveObject } from '../../core/state.ts';
import { isPlain } from '../../declaration/plain-part.ts';
import { type Shapes, shapeOf } from '../../kinds/shape.ts';
import type { DoneChange } from './inverse-work.ts';

/** The changed objects with their containers and references, without orders, as none changes. undefined: the whole state is needed. */
export function nearBy(live: Live, done: readonly DoneChange[], shapes: Shapes): Live | undefined {
  if (!done.every((each) => isPlain(each, shapeOf({ shapes }, each.kind)))) return undefined;
  const near = new Set(done.flatMap(({ id }) => id ?? []));
  const known = new Set<LiveObject>();
  // Few passes: each follows one level of containers and references.
  for (let size = -1; known.size > size; ) {
    size = known.size;
    for (const object of live.objects) {
      if (!near.has(object.id) || known.has(object)) continue;
      known.add(object);
      if (object.parentId !== null) near.add(object.parentId);
      for (const [name, { type }] of Object.entries(shapeOf({ shapes }, object.kind).fields)) {
        const value = object.fields[name];
        if (type.is === 'ref' && typeof value === 'string') near.add(value);
      }
    }
  }
  return { ...live, objects: live.objects.filter((object) => known.has(object)), orders: {} };
}
