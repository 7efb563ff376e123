/** Keys of docform for the keys of a site-structure file: the same, where docform can write them. */
import { freeKey, isKey, keyOfTitles } from '../declaration/key.ts';
import { type Shapes, shapeOf } from '../kinds/shape.ts';
import type { LeaveOut } from './left-out.ts';
import { type SiteItem, withChildren } from './site-file.ts';

/** The same item always has the same key; two never share one. */
export function keysFor(items: readonly SiteItem[], shapes: Shapes, leaveOut: LeaveOut): ReadonlyMap<SiteItem, string> {
  const all = items.flatMap(withChildren);
  const taken = new Set(all.map(({ key }) => key.value).filter(isKey));
  return new Map(
    all.map((item) => {
      const { value, span } = item.key;
      if (isKey(value)) return [item, value];
      const key = freeKey(keyOfTitles([value], shapeOf({ shapes }, item.type)), (candidate) => taken.has(candidate));
      taken.add(key);
      leaveOut({ item: value, what: 'the key as it is written', why: `it is no key of docform, which calls it ${key}`, span });
      return [item, key];
    }),
  );
}
