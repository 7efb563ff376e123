/** Reports lists that could not be read whole: there may be more in them than is declared. */
import { listAddress } from '../core/address.ts';
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
    const place = whereOf(list, live, names, shapes);
    const name = `${place.what} ${unknown}`;
    if (!told.has(name)) told.set(name, { ...place, why: `it could not be read whole: ${unknown}` });
  }
  return [...told.values()];
}

function whereOf({ kind, parentId }: LiveList, live: Live, names: Names, shapes: Shapes): Pick<LeftOut, 'what' | 'address'> {
  const segment = shapes.get(kind)?.segment ?? kind;
  if (parentId === null) return { what: segment, address: segment };
  for (const parent of shapes.get(kind)?.parents ?? []) {
    const named = names.find(parent, parentId);
    const list = named && listAddress(named.address, segment);
    if (list !== undefined) return { what: list, address: list };
    const object = live.objects.find((each) => each.kind === parent && each.id === parentId);
    const shape = shapes.get(parent);
    if (object !== undefined && shape !== undefined) return { what: `${segment} of ${nameOf(shape, object, null)}` };
  }
  return { what: segment };
}
