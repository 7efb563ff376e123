/** Finds the sites that can differ between both states, so that all others are skipped. */
import { isEqual } from '../core/equal.ts';
import { onceFor } from '../core/once.ts';
import type { LiveObject } from '../core/state.ts';
import { onceOfShape } from '../kinds/shape.ts';
import { parentIn, type Scene, type State } from './scene.ts';

const namingFields = onceOfShape(({ fields }) =>
  Object.entries(fields).flatMap(([name, { type }]) => (type.is === 'ref' ? [name] : [])),
);

/** Ids of sites. Untouched objects are identical in both states. */
export const touchedSites = onceFor((scene: Scene): ReadonlySet<string> => {
  const { before, after, shapes } = scene;
  const differing = [...notIn(before, after), ...notIn(after, before)];
  const ids = new Set(differing.map(({ id }) => id));
  const namesOther = ({ kind, fields }: LiveObject): boolean => {
    const shape = shapes.get(kind);
    return shape !== undefined && namingFields(shape).some((name) => ids.has(String(fields[name])));
  };
  const isReordered = ({ id }: LiveObject): boolean => !isEqual(before.live.orders[id], after.live.orders[id]);
  const sites = new Set<string>();
  for (const state of [before, after]) {
    for (const object of state.live.objects)
      if (ids.has(object.id) || isReordered(object) || namesOther(object)) addSite(scene, state, object, sites);
  }
  return sites;
});

function notIn({ live }: State, other: State): readonly LiveObject[] {
  const there = new Set(other.live.objects);
  return live.objects.filter((object) => !there.has(object));
}

function addSite({ shapes }: Scene, state: State, object: LiveObject, sites: Set<string>): void {
  for (let each: LiveObject | undefined = object; each !== undefined; each = parentIn(state, shapes, each)) {
    if (each.kind === 'site') sites.add(each.id);
  }
}
