/** The live state with the restrictions that an earlier apply did not set. */
import type { Unset } from '../../core/exposed.ts';
import type { Live, LiveObject } from '../../core/state.ts';
import { identityOf, type Shapes } from '../../kinds/shape.ts';

/** The live state with the restrictions that an earlier apply did not set. */
export function asIntended(live: Live, unset: readonly Unset[] = [], shapes: Shapes): Live {
  if (unset.length === 0) return live;
  const objects = new Map(live.objects.map((object) => [identityOf(shapes, object), object]));
  for (const each of unset) {
    const key = identityOf(shapes, each);
    const object = objects.get(key);
    if (object !== undefined) objects.set(key, withValue(object, each));
  }
  return { ...live, objects: [...objects.values()] };
}

function withValue(object: LiveObject, { field, value }: Unset): LiveObject {
  return { ...object, fields: { ...object.fields, [field]: value } };
}
