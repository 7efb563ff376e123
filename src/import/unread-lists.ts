/** Lists that could not be read whole: there may be more in them than is declared. */
import type { Live, LiveList } from '../core/state.ts';
import type { Shapes } from '../kinds/shape.ts';
import { type LeftOut, nameOf } from './left-out.ts';
import type { Names } from './names.ts';

/** One line for each reason in each place. */
export function unreadLists(live: Live, names: Names, shapes: Shapes): readonly LeftOut[] {
  const told = new Map<string, LeftOut>();
  for (const list of live.lists) {
    const { unknown } = list;
    if (unknown === undefined) continue;
    const what = whereOf(list, live, names, shapes);
    if (!told.has(`${what} ${unknown}`)) told.set(`${what} ${unknown}`, { what, why: `it could not be read whole: ${unknown}` });
  }
  return [...told.values()];
}

function whereOf({ kind, parentId }: LiveList, live: Live, names: Names, shapes: Shapes): string {
  const segment = shapes.get(kind)?.segment ?? kind;
  if (parentId === null) return segment;
  for (const parent of shapes.get(kind)?.parents ?? []) {
    const named = names.find(parent, parentId);
    if (named !== undefined) return `${named.address}/${segment}`;
    const object = live.objects.find((each) => each.kind === parent && each.id === parentId);
    const shape = shapes.get(parent);
    if (object !== undefined && shape !== undefined) return `${segment} of ${nameOf(shape, object, null)}`;
  }
  return segment;
}
