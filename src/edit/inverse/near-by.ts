/** The part of the former state that an undo needs if an apply changed only plain values. In large organizations, this is a small part. */
import { groupBy } from '../../core/group-by.ts';
import type { Live } from '../../core/state.ts';
import { isPlain } from '../../declaration/plain-part.ts';
import { type Shapes, shapeOf } from '../../kinds/shape.ts';
import type { DoneChange } from './inverse-work.ts';

/** The changed objects with their containers and references, without orders, as none changes. undefined: the whole state is needed. */
export function nearBy(live: Live, done: readonly DoneChange[], shapes: Shapes): Live | undefined {
  if (!done.every((each) => isPlain(each, shapeOf({ shapes }, each.kind)))) return undefined;
  const byId = groupBy(live.objects, ({ id }) => id);
  const near = new Set<string>();
  const open = done.flatMap(({ id }) => id ?? []);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (near.has(id)) continue;
    near.add(id);
    for (const { kind, parentId, fields } of byId.get(id) ?? []) {
      if (parentId !== null) open.push(parentId);
      for (const [name, { type }] of Object.entries(shapeOf({ shapes }, kind).fields)) {
        const value = fields[name];
        if (type.is === 'ref' && typeof value === 'string') open.push(value);
      }
    }
  }
  return { ...live, objects: live.objects.filter(({ id }) => near.has(id)), orders: {} };
}
