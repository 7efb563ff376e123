/** The objects that more people can read now than an earlier apply intended, as high-risk effects of the plan that repairs them. */
import type { Unset } from '../core/exposed.ts';
import { type Impact, onWhom } from '../core/impact.ts';
import type { Live, LiveObject } from '../core/state.ts';
import { identityOf, type Shapes } from '../kinds/shape.ts';
import { growthIn } from './causes.ts';
import { about, type Scene } from './scene.ts';

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

/** `scene`: from the intended state to the current one. */
export function unsetImpact(scene: Scene, unset: readonly Unset[]): readonly Impact[] {
  const growth = growthIn(scene);
  return unset.flatMap((each): readonly Impact[] => {
    const { address, field, value, kind, id, parentId } = each;
    const object = scene.after.find(kind, id, parentId);
    if (object === undefined || !growth.isCause(object, field)) return [];
    const pair = growth.pairOf(object, field);
    return [
      {
        ...{ on: onWhom(address), topic: 'exposed', severity: 'high-risk', ...about(scene, object, field), field },
        what: `an earlier apply did not set ${field}, and more people have access than planned`,
        ...{ before: object.fields[field] ?? null, after: value },
        who: pair === undefined ? [] : [pair.after],
        details: pair === undefined ? [] : [`planned: ${pair.before}`],
      },
    ];
  });
}
